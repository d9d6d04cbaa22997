import { lazy } from "react";

/** Each is a file of script of its own, loaded when it is first opened. */
export const BroadcastDialog = lazy(() =>
  import("./BroadcastDialog").then((module) => ({ default: module.BroadcastDialog })),
);
export const BulkSendCard = lazy(() => import("./BulkSendCard").then((module) => ({ default: module.BulkSendCard })));
