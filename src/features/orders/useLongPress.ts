import { useEffect, useRef, type PointerEvent } from "react";

const LONG_MS = 500;
/** A finger that moves further than this scrolls. */
const SLACK_PX = 10;

/** A finger that rests on a card for half a second (UX conventions M2). The click that follows is not one. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<number | undefined>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const hasHappened = useRef(false);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const stop = () => window.clearTimeout(timer.current);
  return {
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        hasHappened.current = false;
        stop();
        if (event.pointerType !== "touch") return;
        start.current = { x: event.clientX, y: event.clientY };
        timer.current = window.setTimeout(() => {
          hasHappened.current = true;
          onLongPress();
        }, LONG_MS);
      },
      onPointerMove: (event: PointerEvent) => {
        const { x, y } = start.current;
        if (Math.hypot(event.clientX - x, event.clientY - y) > SLACK_PX) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
    },
    hasJustHappened: () => hasHappened.current,
  };
}
