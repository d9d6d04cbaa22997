import { Cross2Icon } from "@radix-ui/react-icons";
import { IconButton } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { agoText, formatInstant } from "../../lib/ago";
import { useNow } from "../../lib/clock";
import { PERSONAL_PREFIX, useStored } from "../../lib/localStore";
import { paths } from "../../lib/screens";
import { useTenant } from "../../lib/tenant";
import { BroadcastStrip } from "../broadcast";
import { ResumeButton } from "./ResumeButton";
import { texts } from "./texts";
import { useFollowedBroadcast, useNews, type News } from "./useNews";
import { useAttention } from "./useOrderMessages";

interface Props {
  /** Off where the screen says so itself. */
  readonly isQueueShown?: boolean;
  readonly isTroubleShown?: boolean;
}

/** What there is to know of messages, a line each, above what one works on. */
export function NewsStrips({ isQueueShown = true, isTroubleShown = false }: Props) {
  const news = useNews();
  const broadcastId = useFollowedBroadcast(news);
  return (
    <section aria-label={texts.notices} className="flex flex-col gap-1 empty:hidden [&:not(:empty)]:mb-3">
      {isQueueShown && news.message !== null && <PausedStrip news={news} message={news.message} />}
      {broadcastId !== null && <BroadcastStrip key={broadcastId} broadcastId={broadcastId} />}
      {isTroubleShown && <TroubleStrip />}
    </section>
  );
}

const LINE = "flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 rounded-md py-1 pr-2 pl-3 text-[14px]";

function PausedStrip({ news: { pausedAt }, message }: { readonly news: News; readonly message: string }) {
  const now = useNow(1_000, pausedAt !== null);
  return (
    <div role="status" className={`${LINE} bg-(--amber-a3)`}>
      <span className="font-medium">{texts.paused}</span>
      <span>{message}</span>
      {pausedAt !== null && (
        // The seconds are not announced one by one.
        <span aria-hidden title={formatInstant(pausedAt)} className="text-(--gray-11)">
          {agoText(pausedAt, now)}
        </span>
      )}
      <span className="ml-auto flex items-center gap-3">
        <StripLink to={paths.integration} label={texts.seeIntegration} />
        <ResumeButton />
      </span>
    </div>
  );
}

/** What failed lately, until it is put away or sent; whatever fails after that shows it again. */
function TroubleStrip() {
  const attention = useAttention();
  const { tenant } = useTenant();
  const [seenUpTo, write] = useStored(`${PERSONAL_PREFIX}messageTroubles:${tenant?.id ?? ""}`);
  if (attention.status !== "ready") return null;
  const unseen = attention.value.filter(({ at, orderId }) => orderId !== null && at > Number(seenUpTo ?? 0));
  if (unseen.length === 0) return null;
  return (
    <div role="status" className={`${LINE} bg-(--gray-a2)`}>
      <span>{texts.troubleCount(unseen.length)}</span>
      <span className="ml-auto flex items-center gap-3">
        <StripLink to={paths.integration} label={texts.seeTrouble} />
        <IconButton
          size="1"
          variant="ghost"
          color="gray"
          aria-label={texts.dismiss}
          className="m-0 size-6 pointer-coarse:size-11"
          onClick={() => write(String(Math.max(...unseen.map(({ at }) => at))))}
        >
          <Cross2Icon width="14" height="14" />
        </IconButton>
      </span>
    </div>
  );
}

function StripLink({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <Link to={to} className="inline-flex min-h-6 items-center underline pointer-coarse:min-h-11">
      {label}
    </Link>
  );
}
