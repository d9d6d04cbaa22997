export { TenantsTab } from "./TenantsTab";
