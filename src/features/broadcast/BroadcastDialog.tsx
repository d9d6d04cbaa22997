import { Button, Dialog, Flex } from "@radix-ui/themes";
import { useId, useRef } from "react";
import { useConnection } from "../../lib/connection";
import { sentenceOf } from "../../lib/refusal";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { useReturnFocus } from "../../ui/useReturnFocus";
import { Asking, PreparingList } from "./Asking";
import { Going, GoingButtons } from "./Going";
import { Over } from "./Over";
import { texts } from "./texts";
import { useBroadcast, useBroadcastChanges, type Broadcast, type BroadcastId } from "./useBroadcast";
import { useStart } from "./useStart";

export interface BroadcastDialogProps {
  readonly broadcastId: BroadcastId;
  readonly onClose: () => void;
}

/**
 * One message to many, from the question before it to its result. What is asked shows whom, an example and until when
 * (UX conventions §8); what runs goes on without the dialog.
 */
export function BroadcastDialog({ broadcastId, onClose }: BroadcastDialogProps) {
  const live = useBroadcast(broadcastId);
  const { cancel } = useBroadcastChanges();
  const onCloseAutoFocus = useReturnFocus();
  const way = useRef<HTMLButtonElement>(null);
  const broadcast = live.status === "ready" ? live.value : null;
  const isUnconfirmed = broadcast?.state === "preparing" || broadcast?.state === "ready";

  function leave() {
    // Nobody has confirmed it: it is not to wait for anybody. Should this fail, it stays unconfirmed and sends nothing.
    if (isUnconfirmed) cancel({ broadcastId }).catch(() => null);
    onClose();
  }
  const formId = useId();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && leave()}>
      <Dialog.Content
        maxWidth="560px"
        aria-describedby={undefined}
        onCloseAutoFocus={onCloseAutoFocus}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          way.current?.focus();
        }}
        className="max-sm:!p-4"
      >
        <Dialog.Title size="4">{titleOf(broadcast)}</Dialog.Title>
        {live.status === "refused" && <RefusedState message={sentenceOf(live.error, texts.loadFailed)} />}
        {live.status === "loading" && <ListSkeleton rows={4} label={texts.loading} />}
        {live.status === "ready" && broadcast === null && <EmptyState line={texts.gone} />}
        {broadcast !== null && <Content broadcast={broadcast} formId={formId} />}
        {/* One way out in every state, so that it keeps the focus when one becomes another. */}
        <Flex gap="3" mt="5" justify="end" wrap="wrap">
          <Button ref={way} variant="soft" color="gray" highContrast onClick={leave}>
            {isUnconfirmed || live.status === "loading" ? texts.cancel : texts.close}
          </Button>
          {broadcast !== null && <Actions broadcast={broadcast} formId={formId} />}
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}

function titleOf(broadcast: Broadcast | null): string {
  if (broadcast === null) return texts.title;
  return broadcast.result?.title ?? (broadcast.state === "canceled" ? texts.canceled : texts.title);
}

interface StateProps {
  readonly broadcast: Broadcast;
  /** Ties the button below to the form above it. */
  readonly formId: string;
}

function Content({ broadcast, formId }: StateProps) {
  const { state } = broadcast;
  const start = useStart(broadcast);
  switch (state) {
    case "preparing":
      return <PreparingList count={broadcast.total} />;
    case "ready":
      return <Asking broadcast={broadcast} formId={formId} start={start} />;
    case "running":
    case "paused":
      return <Going broadcast={broadcast} />;
    case "finished":
    case "canceled":
      return <Over broadcast={broadcast} />;
    default:
      return state satisfies never;
  }
}

function Actions({ broadcast, formId }: StateProps) {
  const isOffline = useConnection() === "offline";
  const { state, total } = broadcast;
  if (state === "running" || state === "paused") return <GoingButtons broadcast={broadcast} />;
  if (state !== "ready" || total === 0) return null;
  return (
    <Button
      type="submit"
      form={formId}
      aria-disabled={isOffline || undefined}
      className={isOffline ? "opacity-60" : ""}
    >
      {texts.send(total)}
    </Button>
  );
}
