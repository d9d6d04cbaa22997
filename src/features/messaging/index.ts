/** What other features show of messages. */
export { CustomerOptOut } from "./CustomerOptOut";
export { NewsStrips } from "./NewsStrips";
export { OrderMessages } from "./OrderMessages";
export { OrderMessagesDialog } from "./OrderMessagesDialog";
export { texts as messagingTexts } from "./texts";
export { useLineMessages, type LineEvent } from "./useLineMessages";
export { useProfilePicture } from "./useProfilePicture";
export { useConfirmationTrouble, useTroubledOrders } from "./useTroubles";
