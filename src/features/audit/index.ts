export { AuditTab } from "./AuditTab";
