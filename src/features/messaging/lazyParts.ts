import { lazy } from "react";

/** Loaded when it is first opened. */
export const OrderMessagesDialog = lazy(() =>
  import("./OrderMessagesDialog").then((module) => ({ default: module.OrderMessagesDialog })),
);
