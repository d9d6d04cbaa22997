import { Button, Text } from "@radix-ui/themes";
import { useCallback, useEffect, useRef } from "react";
import { texts } from "./texts";
import type { Draw } from "./useRaffle";
import { wheelsOf } from "./wheels";

interface Props {
  readonly draw: Draw;
  /** The wheels have stopped, or somebody would rather not wait. */
  readonly onDone: () => void;
}

/** Begins quickly and comes to rest slowly, as a wheel that nobody pushes any more. */
const ROLLING = "cubic-bezier(0.12, 0.7, 0.12, 1)";
const RESTING = { duration: 700, easing: "ease-out" } as const;

/**
 * The drawn order's number, digit by digit. It is drawn and stored before anything moves, so whoever reloads, or has
 * asked for no motion, misses nothing but the show (UX conventions G6, A9).
 */
export function Reveal({ draw, onDone }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const running = useRef<readonly Animation[]>([]);
  const latest = useRef(onDone);
  const isOver = useRef(false);
  useEffect(() => {
    latest.current = onDone;
  });
  const { orderNumber } = draw.winner;

  const end = useCallback(() => {
    if (isOver.current) return;
    isOver.current = true;
    latest.current();
  }, []);

  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    running.current = roll(element, orderNumber);
    const stopped = Promise.all(running.current.map(({ finished }) => finished));
    void stopped
      .then(() => {
        const rest = element.animate({ transform: ["scale(1)", "scale(1.05)", "scale(1)"] }, RESTING);
        running.current = [rest];
        return rest.finished;
      })
      .then(
        end,
        // Cancelled, because the screen is gone.
        () => undefined,
      );
    return () => {
      for (const animation of running.current) animation.cancel();
    };
  }, [orderNumber, end]);

  return (
    <div className="flex flex-col items-center gap-5 text-center">
      <Text as="p" size="3" color="gray">
        {texts.rolling}
      </Text>
      <div ref={row} aria-hidden className="flex items-center gap-2 text-[64px] leading-none font-bold sm:text-[88px]">
        <span className="text-(--gray-a10)">#</span>
        {wheelsOf(orderNumber).map(({ digits }, at) => (
          <span
            key={at}
            className="inline-block h-[1.3em] w-[0.95em] overflow-hidden rounded-lg border border-(--gray-a5) bg-(--color-background)"
          >
            <span data-strip className="block will-change-transform">
              {digits.map((digit, step) => (
                <span key={step} className="flex h-[1.3em] items-center justify-center">
                  {digit}
                </span>
              ))}
            </span>
          </span>
        ))}
      </div>
      <Text as="p" size="1" color="gray" className="max-w-full break-all font-mono">
        {texts.listClosed(draw.eligible)} · {texts.seed} {draw.seed.slice(0, 16)}…
      </Text>
      <Button
        variant="ghost"
        color="gray"
        highContrast
        onClick={() => {
          // The button goes with the wheels: the keyboard goes on where the draw began.
          document.querySelector<HTMLElement>("[data-draw]")?.focus();
          end();
        }}
      >
        {texts.skip}
      </Button>
    </div>
  );
}

function roll(row: HTMLElement, orderNumber: number): Animation[] {
  const wheels = wheelsOf(orderNumber);
  return [...row.querySelectorAll<HTMLElement>("[data-strip]")].map((strip, at) => {
    const { digits, durationMs } = wheels[at] ?? { digits: [], durationMs: 0 };
    const end = `translateY(-${(100 * Math.max(0, digits.length - 1)) / Math.max(1, digits.length)}%)`;
    return strip.animate(
      { transform: ["translateY(0)", end] },
      { duration: durationMs, easing: ROLLING, fill: "forwards" },
    );
  });
}
