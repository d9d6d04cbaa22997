/**
 * The backend's address: `VITE_CONVEX_URL` of the build, else the address this page came from, because the embedded
 * backend serves the app itself.
 */
export function backendAddress(): string {
  const configured = import.meta.env.VITE_CONVEX_URL as string | undefined;
  return configured === undefined || configured === "" ? window.location.origin : configured;
}
