import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useTenantAction } from "../../lib/useTenantAction";

/**
 * The picture that an order's customer shows on WhatsApp; null while it is not there, and where there is none.
 *
 * Source: specification §8 "A profile picture failure silently falls back to a generated avatar".
 */
export function useProfilePicture(orderId: Id<"orders">): string | null {
  const ask = useTenantAction(api.whatsapp.profilePicture);
  const [found, setFound] = useState<{ orderId: Id<"orders">; url: string | null } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    ask({ orderId }).then(
      ({ url }) => isCurrent && setFound({ orderId, url }),
      // The generated picture stands there already; nobody misses another.
      () => null,
    );
    return () => {
      isCurrent = false;
    };
  }, [ask, orderId]);
  return found?.orderId === orderId ? found.url : null;
}
