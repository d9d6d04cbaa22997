import { Badge } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { paths } from "../../lib/screens";
import { texts } from "./texts";
import type { News } from "./useNews";

/** One word about messages and the way to more; what waits is said before what goes out. */
export function NewsMark({ news: { message, broadcastId } }: { readonly news: News }) {
  const isPaused = message !== null;
  const label = isPaused ? texts.pausedChip : texts.broadcastChip;
  return (
    <Link
      to={isPaused || broadcastId === null ? paths.integration : `${paths.integration}?aba=envios`}
      title={message ?? texts.broadcastChip}
      className="flex min-h-6 shrink-0 items-center rounded-sm pointer-coarse:min-h-11"
    >
      <Badge color={isPaused ? "amber" : "blue"} highContrast role="status">
        <span className="max-sm:sr-only">{label}</span>
        <span aria-hidden className="sm:hidden">
          {texts.chipShort}
        </span>
      </Badge>
    </Link>
  );
}
