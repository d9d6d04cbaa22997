export { TeamTab } from "./TeamTab";
