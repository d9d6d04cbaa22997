import { useEffect, useRef } from "react";

const PIECES = 70;
const COLORS = ["--jade-9", "--amber-9", "--blue-9", "--red-9", "--jade-7"] as const;
const FALL_MS = 2_600;
/** Pieces are spread by a fixed pattern: nothing here needs chance. */
const GOLDEN = 0.618_033_988_7;

const share = (at: number, shift: number) => (at * GOLDEN + shift) % 1;

/** Paper falling over the winner once, in front of everything and in nobody's way. Not rendered with reduced motion. */
export function Confetti() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pieces = [...(box.current?.children ?? [])].map((piece, at) => {
      const drift = (share(at, 0.3) - 0.5) * 160;
      const turn = 360 + share(at, 0.7) * 720;
      return piece.animate(
        [
          { transform: "translate(0, -24px) rotate(0)", opacity: 1 },
          { opacity: 1, offset: 0.7 },
          { transform: `translate(${drift}px, 420px) rotate(${turn}deg)`, opacity: 0 },
        ],
        { duration: FALL_MS, delay: share(at, 0.1) * 500, easing: "cubic-bezier(0.2, 0.5, 0.6, 1)", fill: "both" },
      );
    });
    return () => pieces.forEach((piece) => piece.cancel());
  }, []);
  return (
    <div ref={box} aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      {Array.from({ length: PIECES }, (_, at) => (
        <span
          key={at}
          className="absolute top-0 opacity-0"
          style={{
            left: `${share(at, 0) * 100}%`,
            width: 6 + share(at, 0.5) * 5,
            height: 9 + share(at, 0.9) * 6,
            backgroundColor: `var(${COLORS[at % COLORS.length]})`,
          }}
        />
      ))}
    </div>
  );
}
