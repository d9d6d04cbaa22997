import { Text } from "@radix-ui/themes";
import type { Ref } from "react";
import { useMediaQuery } from "../../lib/useMediaQuery";
import { Confetti } from "./Confetti";
import { Reveal } from "./Reveal";
import { texts } from "./texts";
import type { Stage as StageState } from "./useDrawing";
import { nameOf, type Draw } from "./useRaffle";
import { WinnerCard } from "./WinnerCard";

interface Props {
  readonly ref: Ref<HTMLElement>;
  readonly stage: StageState;
  /** A date is chosen and orders take part. */
  readonly isReady: boolean;
  readonly onRevealed: () => void;
  readonly onVerify: (draw: Draw) => void;
}

/** Where everybody looks. Of one height, so that nothing jumps when the winner is there. */
export function Stage({ ref, stage, isReady, onRevealed, onVerify }: Props) {
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  const isCelebrated = stage.kind === "winner" && stage.isNew && !isStill;
  return (
    <section
      ref={ref}
      aria-label={texts.stage}
      aria-busy={stage.kind === "drawing" || stage.kind === "revealing"}
      className="relative flex min-h-[440px] lg:col-start-2 lg:row-span-2 lg:row-start-1 flex-col items-center justify-center overflow-hidden rounded-lg border border-(--gray-a5) bg-(--gray-a2) p-4 sm:p-6"
    >
      {/* Said when it is over, in one sentence; the wheels say nothing. */}
      <p role="status" className="visually-hidden">
        {stage.kind === "winner" && texts.announced(nameOf(stage.draw.winner), stage.draw.winner.orderNumber)}
      </p>
      {stage.kind === "none" && (
        <Text as="p" color="gray" align="center">
          {isReady ? texts.stageReady : texts.stageEmpty}
        </Text>
      )}
      {stage.kind === "drawing" && (
        <Text as="p" size="5" color="gray" className="appear-late">
          {texts.drawing}
        </Text>
      )}
      {stage.kind === "revealing" && <Reveal draw={stage.draw} onDone={onRevealed} />}
      {stage.kind === "winner" && (
        <div key={stage.draw.drawId} className="appear-late w-full">
          <WinnerCard draw={stage.draw} hasListChanged={stage.hasListChanged} onVerify={() => onVerify(stage.draw)} />
        </div>
      )}
      {isCelebrated && <Confetti key={stage.draw.drawId} />}
    </section>
  );
}
