import type * as Embedded from "../embedded/main";

/** The embedded backend's module, built when its sources changed. */
export function loadEmbedded(): Promise<typeof Embedded>;
/** Builds the app, into `dist/` or where else it is wanted, when its sources or settings changed; returns the folder. */
export function buildApp(folder?: string): Promise<string>;
