import { useEffect, useRef } from "react";

const PIECES = 70;
const COLORS = ["--jade-9", "--amber-9", "--blue-9", "--red-9", "--jade-7"] as const;
const FALL_MS = 2_600;
/**
 * A number from 0 to 1 for a piece and a property of it, the same each time: looks like chance and needs none. Each
 * property has its own factor, else pieces that begin beside one another would also fall side by side.
 */
function share(at: number, property: number): number {
  const wave = Math.sin(at * 12.9898 + property * 78.233) * 43_758.5453;
  return wave - Math.floor(wave);
}

/** Paper falling over the winner once, in front of everything and in nobody's way. Not rendered with reduced motion. */
export function Confetti() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pieces = [...(box.current?.children ?? [])].map((piece, at) => {
      const drift = (share(at, 1) - 0.5) * 160;
      const turn = 360 + share(at, 2) * 720;
      return piece.animate(
        [
          { transform: "translate(0, -24px) rotate(0)", opacity: 1 },
          { opacity: 1, offset: 0.7 },
          { transform: `translate(${drift}px, 420px) rotate(${turn}deg)`, opacity: 0 },
        ],
        { duration: FALL_MS, delay: share(at, 3) * 900, easing: "cubic-bezier(0.2, 0.5, 0.6, 1)", fill: "both" },
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
            left: `${share(at, 4) * 100}%`,
            width: 6 + share(at, 5) * 5,
            height: 9 + share(at, 6) * 6,
            backgroundColor: `var(${COLORS[at % COLORS.length]})`,
          }}
        />
      ))}
    </div>
  );
}
