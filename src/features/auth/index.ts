export { CredentialsForm } from "./CredentialsForm";
