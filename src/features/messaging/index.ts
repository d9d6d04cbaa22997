/** What other features show of messages. */
export { CustomerOptOut } from "./CustomerOptOut";
export { OrderMessagesDialog } from "./lazyParts";
export { NewsChip } from "./NewsChip";
export { NewsStrips } from "./NewsStrips";
export { OrderMessages } from "./OrderMessages";
export { useLineMessages, type LineEvent } from "./useLineMessages";
export { useProfilePicture } from "./useProfilePicture";
export { useConfirmationTrouble, useTroubledOrders } from "./useTroubles";
