import { formatPhone } from "../../../domain/phone";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { LoadMore } from "../../ui/LoadMore";
import { texts } from "./texts";
import { useRecipients, type BroadcastId, type Recipient } from "./useBroadcast";

interface Props {
  readonly broadcastId: BroadcastId;
  /** Once it runs each has a state of its own. */
  readonly showsStates: boolean;
}

/** Everybody it goes to, in their order, page by page. */
export function RecipientList({ broadcastId, showsStates }: Props) {
  const pages = useRecipients(broadcastId);
  if (pages.status === "loading") return <ListSkeleton rows={3} label={texts.loadingRecipients} />;
  return (
    <div className="mt-2 max-h-[40dvh] overflow-y-auto" tabIndex={0} role="group" aria-label={texts.recipients}>
      <ol>
        {pages.rows.map((recipient) => (
          <li
            key={recipient.position}
            className="flex flex-wrap items-baseline gap-x-3 border-b border-(--gray-a4) py-2 text-[14px]"
          >
            <span className="min-w-0 flex-1 truncate">{recipient.name ?? texts.noName}</span>
            <span className="whitespace-nowrap text-(--gray-11)">{formatPhone(recipient.phone)}</span>
            {showsStates && <State recipient={recipient} />}
          </li>
        ))}
      </ol>
      <LoadMore pages={pages} />
    </div>
  );
}

function State({ recipient: { state, reason } }: { readonly recipient: Recipient }) {
  const isTrouble = state === "failed" || state === "in_doubt";
  return (
    <span className={`basis-full text-[13px] ${isTrouble ? "text-(--red-11)" : "text-(--gray-11)"}`}>
      {texts.recipientStates[state]}
      {reason !== null && ` · ${reason}`}
    </span>
  );
}
