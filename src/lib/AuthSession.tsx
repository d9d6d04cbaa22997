import type { ConvexReactClient } from "convex/react";
import { lazy, Suspense, type ReactNode } from "react";

interface Props {
  readonly client: ConvexReactClient;
  readonly children: ReactNode;
}

/**
 * Who proves that people are who they say: Clerk where the build was given a publishable key, else our own accounts. Each
 * is a file of its own, so that a browser loads one of them alone.
 */
const Session = lazy(
  import.meta.env.VITE_CLERK_PUBLISHABLE_KEY
    ? async () => ({ default: (await import("./ClerkSession")).ClerkSession })
    : async () => ({ default: (await import("./ConvexAuthSession")).ConvexAuthSession }),
);

export function AuthSession(props: Props) {
  return (
    <Suspense fallback={null}>
      <Session {...props} />
    </Suspense>
  );
}
