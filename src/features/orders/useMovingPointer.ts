import { useCallback, useEffect, useRef, useState } from "react";

/** After this long without a movement the pointer is not on its way to anything. */
const REST_MS = 700;

/** Whether the pointer moves over the list: nothing may shift under somebody who is aiming (UX conventions R4). */
export function useMovingPointer(): { readonly isMoving: boolean; readonly onPointerMove: () => void } {
  const [isMoving, setIsMoving] = useState(false);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const onPointerMove = useCallback(() => {
    setIsMoving(true);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setIsMoving(false), REST_MS);
  }, []);
  return { isMoving, onPointerMove };
}
