import { useMemo } from "react";
import { ConnectionPanel } from "../connections";
import { texts } from "./texts";
import { useBlingConnection, type BlingOverview } from "./useBling";

interface Props {
  readonly overview: BlingOverview;
  readonly isOwner: boolean;
}

/** Whether the company is connected to Bling; what is missing for it is in Integrações. */
export function BlingConnection({ overview, isOwner }: Props) {
  const { connect, disconnect, test } = useBlingConnection();
  const deeds = useMemo(
    () => ({
      connect,
      disconnect,
      check: async () => {
        const { outcome, message } = await test({});
        return { isWorking: outcome === "connected", message };
      },
    }),
    [connect, disconnect, test],
  );
  return (
    <ConnectionPanel
      service={texts.service}
      connection={overview.connection}
      deeds={deeds}
      purpose={overview.hasCredentials ? texts.purpose : texts.noCredentials}
      consequence={texts.consequence}
      mayChange={isOwner}
      mayCheck={isOwner}
    />
  );
}
