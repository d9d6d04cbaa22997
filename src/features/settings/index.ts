/** Fields of settings that a screen of their own edits as well: credentials, and whether a service is on trial. */
export { EnvironmentField } from "./EnvironmentField";
export { SecretField, type SecretDraft, type SecretMask } from "./SecretField";
export { useSecretDrafts } from "./useSecretDrafts";
