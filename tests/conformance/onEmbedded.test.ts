import { ConvexClient, ConvexHttpClient } from "convex/browser";
import WebSocket from "ws";
import { api } from "../../convex/_generated/api";
import { startEmbedded, type TestBackend } from "../support/embeddedBackend";
import type { Account, BackendFactory, Caller } from "./backend";
import { broadcastsCases } from "./broadcasts.cases";
import { manualSalesCases } from "./manualSales.cases";
import { orderEditsCases } from "./orderEdits.cases";
import { ordersCases } from "./orders.cases";
import { runCases } from "./runCases";

/** The cases on the embedded backend: people on sockets of their own through the official client, the operator over HTTP. */
const startOnEmbedded = async (options: { redact: boolean }): ReturnType<BackendFactory> => {
  const backend = await startEmbedded(undefined, options);
  const clients: ConvexClient[] = [];
  return {
    signedOut: new ConvexHttpClient(backend.url) as unknown as Caller<"public">,
    internal: operator(backend),
    as: async (account) => {
      const client = await signIn(backend, account);
      clients.push(client);
      return client;
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await backend.close();
    },
  };
};

function operator(backend: TestBackend): Caller<"internal"> {
  // Both are there at run time; the types leave them to the official tools.
  const client = new ConvexHttpClient(backend.url) as unknown as Caller<"internal"> & {
    setAdminAuth(key: string): void;
  };
  client.setAdminAuth(backend.adminKey);
  return client;
}

async function signIn({ url }: TestBackend, { email, password }: Account): Promise<ConvexClient> {
  const params = { email, password, flow: "signIn" };
  const { tokens } = await new ConvexHttpClient(url).action(api.auth.signIn, { provider: "password", params });
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  client.setAuth(() => Promise.resolve(tokens?.token ?? null));
  return client;
}

const plain: BackendFactory = () => startOnEmbedded({ redact: false });
runCases("embedded", "manualSales", plain, manualSalesCases);
runCases("embedded", "orders", plain, ordersCases);
runCases("embedded", "editing orders", plain, orderEditsCases);
runCases("embedded", "broadcasts", plain, broadcastsCases);

// Refusals are data and go through; nothing may rest on the text of an error, which production does not send.
const redacted: BackendFactory = () => startOnEmbedded({ redact: true });
runCases("embedded, redacted", "manualSales", redacted, manualSalesCases);
runCases("embedded, redacted", "orders", redacted, ordersCases);
runCases("embedded, redacted", "editing orders", redacted, orderEditsCases);
