/**
 * As much of Node as `guardedFetch.ts` uses, and no more: with Node's whole types every file of convex/ would compile
 * that reaches for what only Node has.
 */

declare module "node:dns/promises" {
  export function lookup(
    host: string,
    options: { readonly all: true },
  ): Promise<readonly { readonly address: string; readonly family: number }[]>;
}

declare module "node:http" {
  export interface IncomingMessage extends AsyncIterable<Uint8Array> {
    readonly statusCode?: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    destroy(): void;
  }
  export interface ClientRequest {
    on(event: "response", listener: (response: IncomingMessage) => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    end(body?: string): void;
    destroy(): void;
  }
  export interface RequestOptions {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    /** A connection of its own: none that was made before the address was looked at. */
    readonly agent: false;
    readonly lookup: (host: string, options: { readonly all?: boolean }, found: LookupFound) => void;
  }
  export interface LookupFound {
    (error: null, address: string, family: number): void;
    (error: null, addresses: readonly { readonly address: string; readonly family: number }[]): void;
  }
  export function request(url: URL, options: RequestOptions): ClientRequest;
}

declare module "node:https" {
  export { request } from "node:http";
}
