import { lazy, Suspense, useRef, useState } from "react";
import { useTenant } from "../../lib/tenant";
import { EmptyState } from "../../ui/EmptyState";
import { Page } from "../../ui/Page";
import { DrawPanel } from "./DrawPanel";
import { EarlierDraws } from "./EarlierDraws";
import { RulesPanel } from "./RulesPanel";
import { Stage } from "./Stage";
import { texts } from "./texts";
import { useDrawing } from "./useDrawing";
import { useDrawsOf, useEligible, type Draw } from "./useRaffle";
import { useRaffleDate } from "./useRaffleDate";

const ProofDialog = lazy(() => import("./ProofDialog").then((module) => ({ default: module.ProofDialog })));
const RedoDialog = lazy(() => import("./RedoDialog").then((module) => ({ default: module.RedoDialog })));

/** Sorteio: the date and who takes part, the stage, and what was drawn before. */
export function Component() {
  const { tenant } = useTenant();
  return (
    <Page title={texts.title} documentTitle={texts.documentTitle}>
      {tenant === null ? <EmptyState line={texts.noTenant} /> : <Raffle />}
    </Page>
  );
}

function Raffle() {
  const [eventDate, chooseDate] = useRaffleDate();
  const eligible = useEligible(eventDate);
  const drawsOfDate = useDrawsOf(eventDate);
  const [isAsking, setIsAsking] = useState(false);
  const [verified, setVerified] = useState<Draw | null>(null);
  const drawing = useDrawing(() => setIsAsking(true));
  const stage = useRef<HTMLElement>(null);

  const isShown = eventDate !== null && eligible.status === "ready" && !eligible.isStale;
  const standing = eventDate !== null && drawsOfDate.status === "ready" ? (drawsOfDate.value[0] ?? null) : null;
  const isDrawn = standing !== null && standing.eventDate === eventDate;

  function draw(reason: string | null) {
    if (eventDate === null) return;
    bringIntoView();
    void drawing.begin(eventDate, isShown ? eligible.value.fingerprint : null, reason);
  }
  function bringIntoView() {
    // On the phone the stage lies below what was pressed.
    stage.current?.scrollIntoView({ block: "nearest" });
  }

  return (
    <>
      {/* On the phone the stage comes right after the button, and the rules after it. */}
      <div className="grid gap-x-6 gap-y-5 lg:grid-cols-[minmax(320px,400px)_1fr] lg:grid-rows-[auto_1fr]">
        <DrawPanel
          eventDate={eventDate}
          eligible={eligible}
          stage={drawing.stage}
          isDrawn={isDrawn}
          onDate={(date) => {
            chooseDate(date);
            drawing.reset();
          }}
          onDraw={() => (isDrawn ? setIsAsking(true) : draw(null))}
          onRedo={() => setIsAsking(true)}
          onReset={() => {
            chooseDate(null);
            drawing.reset();
          }}
        />
        <Stage
          ref={stage}
          stage={drawing.stage}
          isReady={isShown && eligible.value.count > 0}
          onRevealed={drawing.reveal}
          onVerify={setVerified}
        />
        <RulesPanel />
      </div>
      <EarlierDraws
        isHeld={drawing.stage.kind === "drawing" || drawing.stage.kind === "revealing"}
        onVerify={setVerified}
        onShow={(earlier) => {
          drawing.show(earlier);
          bringIntoView();
        }}
      />
      <Suspense fallback={null}>
        {isAsking && <RedoDialog before={isDrawn ? standing : null} onRedo={draw} onClose={() => setIsAsking(false)} />}
        {verified !== null && <ProofDialog draw={verified} onClose={() => setVerified(null)} />}
      </Suspense>
    </>
  );
}
