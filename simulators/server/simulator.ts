import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Clock } from "./clock";
import { CONTROL, controlRoutes, isCommandFromAfar } from "./control";
import { empty, json, page, Refused, type Answer, type Request, type Route } from "./exchange";
import { Faults, type Fault } from "./faults";
import { Journal, type Received, type ReceivedFilter } from "./journal";
import { Keeper } from "./keeper";
import { findRoute } from "./routes";
import { Webhooks, type DeliveryPolicy } from "./webhooks";

/** What a service is built from. */
export interface Surroundings<State> {
  readonly state: State;
  readonly clock: Clock;
  readonly webhooks: Webhooks;
  /** Its own address, without a slash at the end; known once it listens. */
  readonly ownUrl: () => string;
}

export interface Service {
  readonly routes: readonly Route[];
  /** What can be commanded of this service beside what can be of all. */
  readonly controls?: readonly Route[];
  /** How the service says 429, 500 and the like. */
  readonly failure: (status: number, request: Request) => Answer;
  /** What it shows where it does not even get so far as its own errors. */
  readonly brokenPage?: (status: number) => Answer;
  /** What stands in front of every route: too many requests, a missing header, the shape of errors. */
  readonly gate?: (request: Request, pass: () => Promise<Answer>) => Promise<Answer>;
  /** Takes up what was waiting when its state was last kept. */
  readonly resume?: () => void;
}

export interface SimulatorPlan<State, Offered extends Service> {
  readonly freshState: () => State;
  readonly deliveries: DeliveryPolicy;
  readonly build: (surroundings: Surroundings<State>) => Offered;
}

export interface SimulatorOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Keeps the state in this file; default: in memory only. */
  readonly keepIn?: string;
}

/** One running service. Its state is all it holds between requests. */
export interface Simulator<State, Offered extends Service> {
  readonly url: string;
  readonly service: Offered;
  readonly state: State;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  received(filter?: ReceivedFilter): Received[];
  forgetReceived(): void;
  close(): Promise<void>;
}

const LARGEST_BODY_BYTES = 2_000_000;
/** Never beyond this machine: whoever reaches a simulator can pay with nothing. */
const LOOPBACK = "127.0.0.1";

export async function startSimulator<State extends object, Offered extends Service>(
  plan: SimulatorPlan<State, Offered>,
  { port = 0, keepIn }: SimulatorOptions = {},
): Promise<Simulator<State, Offered>> {
  const keeper = new Keeper(keepIn ?? null);
  const state = plan.freshState();
  Object.assign(state, keeper.load());
  const clock = new Clock(() => keeper.save(state));
  const webhooks = new Webhooks(clock, plan.deliveries);
  const faults = new Faults();
  const journal = new Journal();
  let url = "";
  const service = plan.build({ state, clock, webhooks, ownUrl: () => url });
  const controls = [...controlRoutes({ clock, faults, journal, webhooks }), ...(service.controls ?? [])];

  const server = createServer((incoming, outgoing) => {
    receive(incoming, outgoing).catch((error: unknown) => fail(outgoing, error));
  });

  async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    if (request === null) return send(outgoing, empty(413));
    if (request.path.startsWith(`${CONTROL}/`)) return send(outgoing, await command(request));
    const entry = journal.write(request, clock.now());
    const answer = await withFaults(request, () => serve(request));
    keeper.save(state);
    if (answer === null) return;
    if (answer === "disconnect") return void outgoing.destroy();
    journal.answered(entry, answer);
    send(outgoing, answer);
  }

  async function command(request: Request): Promise<Answer> {
    if (isCommandFromAfar(request)) return json(415, { error: "Commands are application/json." });
    const { match } = findRoute(controls, request.method, request.path);
    if (match === null) return json(404, { error: "No such control." });
    const answer = await answered(() => match.route.handle({ ...request, params: match.params }));
    keeper.save(state);
    return answer;
  }

  async function serve(request: Request): Promise<Answer> {
    const { match, isKnownPath } = findRoute(service.routes, request.method, request.path);
    const handle = (): Promise<Answer> =>
      answered(() =>
        match === null
          ? service.failure(isKnownPath ? 405 : 404, request)
          : match.route.handle({ ...request, params: match.params }),
      );
    return await answered(() => (service.gate === undefined ? handle() : service.gate(request, handle)));
  }

  /** @returns null for an answer that never comes */
  async function withFaults(request: Request, handle: () => Promise<Answer>): Promise<Answer | "disconnect" | null> {
    const fault = faults.take(request.method, request.path);
    if (fault === null) return await handle();
    const failure = (status: number): Answer => service.failure(status, request);
    return await suffer(fault, handle, failure, service.brokenPage ?? brokenPage);
  }

  url = await listen(server, port);
  service.resume?.();
  return {
    url,
    service,
    state,
    clock,
    faults,
    webhooks,
    received: (filter) => journal.list(filter),
    forgetReceived: () => journal.clear(),
    close: async () => {
      clock.stop();
      await webhooks.stop();
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

async function suffer(
  fault: Fault,
  handle: () => Promise<Answer>,
  failure: (status: number) => Answer,
  asPage: (status: number) => Answer,
): Promise<Answer | "disconnect" | null> {
  switch (fault.kind) {
    case "delay":
      await new Promise((resolve) => setTimeout(resolve, fault.ms ?? 1_000).unref());
      return await handle();
    case "status": {
      const answer = failure(fault.status ?? 500);
      const seconds = fault.retryAfterSeconds;
      return seconds === undefined
        ? answer
        : { ...answer, headers: { ...answer.headers, "retry-after": String(seconds) } };
    }
    case "html":
      return asPage(fault.status ?? 500);
    case "nonsense":
      return json(fault.status ?? 200, { nonsense: [null, { answer: 42 }] });
    case "timeout":
      return null;
    case "timeout_after_success":
      await handle();
      return null;
    case "error_after_success":
      await handle();
      return failure(fault.status ?? 500);
    case "disconnect":
      return "disconnect";
    case "disconnect_after_success":
      await handle();
      return "disconnect";
    default:
      return fault.kind satisfies never;
  }
}

function brokenPage(status: number): Answer {
  return page(status, "<!doctype html><title>Erro</title><h1>Serviço indisponível</h1>");
}

async function answered(handle: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, LOOPBACK);
  await once(server, "listening");
  // A TCP server that listens has an address with a port.
  return `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
}

/** @returns null when the body is larger than any that a service takes */
async function readRequest(incoming: IncomingMessage): Promise<Request | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > LARGEST_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://simulator");
  return {
    method: incoming.method ?? "GET",
    path: pathname,
    query: searchParams,
    params: {},
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

/** A bug of the simulator's own: said as what it is, so that nobody takes it for the service's behaviour. */
function fail(outgoing: ServerResponse, error: unknown): void {
  if (outgoing.destroyed) return;
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (outgoing.headersSent) outgoing.destroy();
  else send(outgoing, json(500, { simulator_fault: reason }));
}
