import { useState } from "react";
import { notifyError, notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { useMediaQuery } from "../../lib/useMediaQuery";
import { texts } from "./texts";
import { useDraw, type Draw } from "./useRaffle";

/** Where a draw is on this screen. It is stored by the time it is revealed. */
export type Stage =
  | { readonly kind: "none" }
  | { readonly kind: "drawing" }
  | { readonly kind: "revealing"; readonly draw: Draw; readonly hasListChanged: boolean }
  | { readonly kind: "winner"; readonly draw: Draw; readonly hasListChanged: boolean; readonly isNew: boolean };

const NOTHING: Stage = { kind: "none" };

/** @param onReasonWanted the date has been drawn already, perhaps by somebody else a moment ago */
export function useDrawing(onReasonWanted: () => void) {
  const drawWinner = useDraw();
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  const [stage, setStage] = useState<Stage>(NOTHING);

  function announce(draw: Draw, hasListChanged: boolean) {
    setStage({ kind: "winner", draw, hasListChanged, isNew: true });
    notifySuccess(texts.success(draw.eligible), texts.successTitle);
  }

  /**
   * @param shown the fingerprint that was on screen, or null
   * @param redoReason null for the first draw of a date
   */
  async function begin(eventDate: string, shown: string | null, redoReason: string | null) {
    setStage({ kind: "drawing" });
    try {
      const draw = await drawWinner({ eventDate, ...(redoReason === null ? {} : { redoReason }) });
      const hasListChanged = shown !== null && shown !== draw.fingerprint;
      if (isStill) announce(draw, hasListChanged);
      else setStage({ kind: "revealing", draw, hasListChanged });
    } catch (error) {
      setStage(NOTHING);
      const code = refusalOf(error)?.code;
      if (code === "redo_reason_required") onReasonWanted();
      else if (code === "no_eligible_orders") notifyError(texts.noneEligible, texts.noneEligibleTitle);
      else reportError(error, texts.failed);
    }
  }

  return {
    stage,
    begin,
    /** The wheels have stopped. */
    reveal: () => stage.kind === "revealing" && announce(stage.draw, stage.hasListChanged),
    /** A draw of the past, without the show. */
    show: (draw: Draw) => setStage({ kind: "winner", draw, hasListChanged: false, isNew: false }),
    reset: () => setStage(NOTHING),
  };
}
