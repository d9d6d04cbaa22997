/** A company's connection to an outside service that gives its permission on a page of its own (OAuth). */
export { ConnectionPanel, type Connection, type ConnectionDeeds } from "./ConnectionPanel";
