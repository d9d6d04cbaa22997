import { useEffect, useState } from "react";
import { backendAddress } from "../../lib/backendAddress";

/** What a call found, and when. */
export interface ApiCheck {
  readonly isUp: boolean;
  readonly at: number;
  /** From request to answer. */
  readonly tookMs: number;
}

const EVERY_MS = 15_000;
const GIVE_UP_MS = 10_000;

/** Calls the backend over HTTP now and every 15 seconds while the page is in sight. Null until the first answer. */
export function useApiCheck(): ApiCheck | null {
  const [check, setCheck] = useState<ApiCheck | null>(null);
  useEffect(() => {
    let isGone = false;
    const measure = async () => {
      if (document.hidden) return;
      const startedAt = Date.now();
      const isUp = await answers(`${backendAddress()}/version`);
      if (!isGone) setCheck({ isUp, at: Date.now(), tookMs: Date.now() - startedAt });
    };
    void measure();
    const timer = window.setInterval(() => void measure(), EVERY_MS);
    return () => {
      isGone = true;
      window.clearInterval(timer);
    };
  }, []);
  return check;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(GIVE_UP_MS) });
    return response.ok;
  } catch {
    // No answer is the finding itself.
    return false;
  }
}
