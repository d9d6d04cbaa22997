import type { AuthConfig } from "convex/server";

/** This file is evaluated apart from the functions, with the deployment's variables in `process.env`. */
declare const process: {
  readonly env: { readonly CONVEX_SITE_URL: string; readonly CLERK_JWT_ISSUER_DOMAIN?: string };
};

/**
 * Whose tokens are believed: our own (issued by the site address) and Clerk's. Where Clerk is not used its issuer is an
 * address that cannot exist; on hosted Convex the variable must be set to such an address, because a push that meets an
 * unset variable here is refused (docs/environment.md).
 */
export default {
  providers: [
    { domain: process.env.CONVEX_SITE_URL, applicationID: "convex" },
    { domain: process.env.CLERK_JWT_ISSUER_DOMAIN ?? "https://clerk.not-configured.invalid", applicationID: "convex" },
  ],
} satisfies AuthConfig;
