import { ChevronDownIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";
import { formatShortDate } from "../../../domain/calendar";
import type { WorkingLive } from "./liveChoice";
import { texts } from "./texts";

export interface LiveSelectorProps {
  readonly live: WorkingLive;
  readonly isToday: boolean;
  readonly today: string;
  readonly choose: (live: WorkingLive) => void;
}

const loadPopover = () => import("./LivePopover");
const LivePopover = lazy(() => loadPopover().then((module) => ({ default: module.LivePopover })));

/**
 * Which live everything on this screen goes to: 'Live de 20/11 · LIVE ▾', with a word of warning on another day's. What
 * chooses another is loaded when somebody comes near it.
 */
export function LiveSelector(props: LiveSelectorProps) {
  const [isWanted, setIsWanted] = useState(false);
  const { live, isToday } = props;
  const look = { variant: "soft", color: isToday ? "gray" : "amber", highContrast: true } as const;
  const words = (
    <>
      Live de {formatShortDate(live.eventDate)} · {live.eventType}
      {!isToday && ` · ${texts.notToday}`}
      <ChevronDownIcon width="16" height="16" />
    </>
  );
  const closed = (
    <Button
      {...look}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void loadPopover()}
      onFocus={() => void loadPopover()}
      onClick={() => setIsWanted(true)}
    >
      {words}
    </Button>
  );
  return (
    <Suspense fallback={closed}>
      {isWanted ? <LivePopover {...props} trigger={<Button {...look}>{words}</Button>} /> : closed}
    </Suspense>
  );
}
