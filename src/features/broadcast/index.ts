/** A message to many: its question, its way, its end. */
export { BroadcastHistory } from "./BroadcastHistory";
export { BroadcastLayer } from "./BroadcastLayer";
export { BroadcastStrip } from "./BroadcastStrip";
export { BulkSendCard } from "./BulkSendCard";
export { MessageCard } from "./MessageCard";
export { texts as broadcastTexts } from "./texts";
export { usePreparing, type BroadcastId, type BroadcastSelection, type Preparing, type Wanted } from "./useBroadcast";
