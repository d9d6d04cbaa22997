/** A message to many: its question, its way, its end. */
export { BroadcastHistory } from "./BroadcastHistory";
export { BroadcastLayer } from "./BroadcastLayer";
export { BroadcastStrip } from "./BroadcastStrip";
export { BulkSendCard } from "./lazyParts";
export { MessageCard } from "./MessageCard";
export { usePreparing, type BroadcastSelection, type Preparing } from "./useBroadcast";
