import { Cross2Icon } from "@radix-ui/react-icons";
import { Button, IconButton, Link as ExternalLink } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";
import { useAuth } from "../../lib/auth";
import { ProgressBar } from "../../ui/ProgressBar";
import { texts } from "./texts";
import type { Batching } from "./useBatch";
import type { Batch } from "./useLabels";

const BatchResultDialog = lazy(() =>
  import("./BatchResultDialog").then((module) => ({ default: module.BatchResultDialog })),
);

/** How far the server is with several labels, and how it ended (UX conventions B5). */
export function BatchStrip({ batch }: { readonly batch: Batching }) {
  const { current } = batch;
  const [isOpen, setIsOpen] = useState(false);
  if (current === null) return null;
  const name = texts.batchNames[current.action];
  return (
    <section
      aria-label={name}
      className="mb-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-(--gray-a2) py-1 pr-2 pl-3 text-[14px]"
    >
      <span className="font-medium">{name}</span>
      <ByWhom batch={current} />
      <HowFar batch={current} name={name} />
      <span className="ml-auto flex flex-wrap items-center gap-3">
        {current.url !== null && (
          <ExternalLink href={current.url} target="_blank" rel="noreferrer" highContrast underline="always">
            {texts.openLabels}
          </ExternalLink>
        )}
        <Button size="1" variant="soft" color="gray" highContrast onClick={() => setIsOpen(true)}>
          {texts.seeResult}
        </Button>
        {current.state === "done" && (
          <IconButton
            size="1"
            variant="ghost"
            color="gray"
            aria-label={texts.dismiss}
            className="m-0 size-6 pointer-coarse:size-11"
            onClick={batch.dismiss}
          >
            <Cross2Icon width="14" height="14" />
          </IconButton>
        )}
      </span>
      {isOpen && (
        <Suspense fallback={null}>
          <BatchResultDialog batch={current} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

function ByWhom({ batch: { startedByName } }: { readonly batch: Batch }) {
  const { profile } = useAuth();
  if (startedByName === profile?.name) return null;
  return <span className="text-(--gray-11)">{texts.batchBy(startedByName)}</span>;
}

function HowFar({ batch: { state, ok, failed, total }, name }: { readonly batch: Batch; readonly name: string }) {
  if (state === "done")
    return (
      <span role="status" className={failed > 0 ? "font-medium" : "text-(--gray-11)"}>
        {texts.batchResult(ok, failed)}
      </span>
    );
  return (
    <>
      <span className="w-24 sm:w-40">
        <ProgressBar label={name} done={ok + failed} total={total} />
      </span>
      <span className="whitespace-nowrap">{texts.batchProgress(ok + failed, total)}</span>
    </>
  );
}
