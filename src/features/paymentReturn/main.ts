import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { backendAddress } from "../../lib/backendAddress";
import { openPaymentPage, type PaymentSource } from "./openPaymentPage";
import type { FoundPayment } from "./paymentView";
import { seemsSignedIn } from "./staffSession";
import "./paymentPage.css";

/** Two of the names that other programs rely on. Source: architecture.md §5. */
const returnStatus = makeFunctionReference<"query", { publicRef: string }, FoundPayment | null>(
  "payments:returnStatus",
);
const refreshReturn = makeFunctionReference<"action", { publicRef: string }, null>("payments:refreshReturn");

/** What both pages run. Nothing of the staff app is imported here: see docs/decisions/019. */
const root = document.querySelector("main");
if (root === null) throw new Error("a payment page should hold a main element");

openPaymentPage({
  root,
  query: window.location.search,
  source: sourceAt(backendAddress()),
  isStaff: seemsSignedIn(),
  hasCountdown: root.dataset.page === "callback",
  leave: (path) => window.location.assign(path),
});

function sourceAt(url: string): PaymentSource {
  // Connects when it is first asked: an address without a reference needs no server.
  let made: ConvexClient | null = null;
  // Nothing that a customer could lose is ever on its way, so closing the page never asks.
  const client = () =>
    (made ??= new ConvexClient(url, { skipConvexDeploymentUrlCheck: true, unsavedChangesWarning: false }));
  return {
    watch: (publicRef, { answer, failure }) => void client().onUpdate(returnStatus, { publicRef }, answer, failure),
    refresh: (publicRef) => client().action(refreshReturn, { publicRef }),
  };
}
