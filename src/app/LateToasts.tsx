import { lazy, Suspense, useEffect, useState } from "react";
import { whenToastsWanted } from "../lib/toastQueue";

const Toasts = lazy(() => import("./Toasts").then(({ Toasts }) => ({ default: Toasts })));

/** So long after the start the first screen is there, and the connection still is: a message about its loss must not need it. */
const AFTER_START_MS = 3_000;

interface Props {
  readonly appearance: "light" | "dark";
}

/** The messages, loaded when the first one comes or soon after the first screen, whichever is earlier. */
export function LateToasts({ appearance }: Props) {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const come = () => setIsTime(true);
    const timer = setTimeout(come, AFTER_START_MS);
    const end = whenToastsWanted(come);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, []);
  if (!isTime) return null;
  return (
    <Suspense fallback={null}>
      <Toasts appearance={appearance} />
    </Suspense>
  );
}
