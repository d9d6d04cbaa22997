/** What importing a file is, for those who describe what is in it. */
export type { ImportDescription } from "./description";
/** Import it from what is loaded lazily itself: it brings the whole of an import along. */
export { ImportDialog } from "./ImportDialog";
