import type { Clock } from "./clock";
import { asFields, json, parseJson, type Answer, type Fields, type Request, type Route } from "./exchange";
import { FAULT_KINDS, type Fault, type Faults } from "./faults";
import type { Journal } from "./journal";
import type { Webhooks } from "./webhooks";

/** Where a simulator is told what to do and asked what it has seen. No service has such addresses. */
export const CONTROL = "/_control";

export interface Controlled {
  readonly clock: Clock;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly webhooks: Webhooks;
}

/** What every simulator's control address can do. */
export function controlRoutes({ clock, faults, journal, webhooks }: Controlled): Route[] {
  return [
    {
      method: "GET",
      pattern: `${CONTROL}/received`,
      handle: ({ query }) =>
        json(200, journal.list({ method: query.get("method") ?? undefined, path: query.get("path") ?? undefined })),
    },
    { method: "DELETE", pattern: `${CONTROL}/received`, handle: () => done(journal.clear()) },
    { method: "GET", pattern: `${CONTROL}/faults`, handle: () => json(200, faults.list()) },
    { method: "POST", pattern: `${CONTROL}/faults`, handle: (request) => addFault(faults, request) },
    { method: "DELETE", pattern: `${CONTROL}/faults`, handle: () => done(faults.clear()) },
    { method: "GET", pattern: `${CONTROL}/webhooks`, handle: () => json(200, webhooks.list()) },
    { method: "PUT", pattern: `${CONTROL}/webhooks`, handle: (request) => setMode(webhooks, request) },
    {
      method: "POST",
      pattern: `${CONTROL}/webhooks/release`,
      handle: async (request) => done(await webhooks.release({ reversed: commandOf(request).reversed === true })),
    },
    {
      method: "POST",
      pattern: `${CONTROL}/webhooks/:id/send`,
      handle: async ({ params }) =>
        (await webhooks.resend(params.id ?? "")) ? done() : json(404, { error: "No such webhook." }),
    },
    {
      method: "GET",
      pattern: `${CONTROL}/webhooks/settled`,
      handle: async () => done(await webhooks.settled()),
    },
    {
      method: "POST",
      pattern: `${CONTROL}/clock`,
      handle: (request) => {
        const { advanceMs } = commandOf(request);
        if (typeof advanceMs !== "number" || advanceMs < 0) return json(400, { error: "advanceMs: a number of ms." });
        clock.advance(advanceMs);
        return json(200, { now: clock.now() });
      },
    },
  ];
}

/** What a control request asks for: JSON, or nothing. */
export function commandOf(request: Request): Fields {
  return asFields(parseJson(request.body === "" ? "{}" : request.body));
}

/**
 * A page of another site can make a browser send a plain POST here; it cannot make it say it is JSON. So nobody who
 * merely opened a page has the demonstration's payments changed for them.
 */
export function isCommandFromAfar({ method, headers }: Request): boolean {
  return (method === "POST" || method === "PUT") && !(headers["content-type"] ?? "").startsWith("application/json");
}

export function done(_nothing?: void): Answer {
  return json(200, { done: true });
}

function addFault(faults: Faults, request: Request): Answer {
  const fields = commandOf(request);
  if (!FAULT_KINDS.some((kind) => kind === fields.kind))
    return json(400, { error: `kind: one of ${FAULT_KINDS.join(", ")}.` });
  // Its kind was just looked at; the other fields are optional and of tests.
  faults.add(fields as unknown as Fault);
  return done();
}

function setMode(webhooks: Webhooks, request: Request): Answer {
  const { hold, copies, delayMs, drop } = commandOf(request);
  webhooks.setMode({
    ...(typeof hold === "boolean" ? { hold } : {}),
    ...(typeof copies === "number" ? { copies } : {}),
    ...(typeof delayMs === "number" ? { delayMs } : {}),
    ...(typeof drop === "boolean" ? { drop } : {}),
  });
  return json(200, webhooks.mode());
}
