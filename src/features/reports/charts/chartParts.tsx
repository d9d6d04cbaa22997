import type { ReactElement } from "react";

/** Sizes and colours that every drawing shares; colours are the theme's, so a drawing follows it. */
export const AXIS = {
  stroke: "var(--gray-a6)",
  // The size is said here because labels are measured before they are in the page.
  tick: { fill: "var(--gray-11)", fontSize: 12 },
  tickLine: false,
} as const;
export const GRID = { stroke: "var(--gray-a4)" } as const;
export const PAID = "var(--jade-9)";
export const PENDING = "var(--amber-11)";
export const HATCH_ID = "pending-hatch";
export const CURSOR = { fill: "var(--gray-a3)" } as const;

/** What pending bars are filled with: told from solid ones without colour. */
export function Hatch(): ReactElement {
  return (
    <defs>
      <pattern id={HATCH_ID} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" y1="0" x2="0" y2="5" stroke={PENDING} strokeWidth="3" />
      </pattern>
    </defs>
  );
}

interface HintProps {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** What a bar says under the pointer; the table says the same. */
export function Hint({ title, facts }: HintProps) {
  return (
    <div className="rounded-md border border-(--gray-a5) bg-(--color-background) px-3 py-2 text-[13px] shadow-md">
      <p className="font-medium">{title}</p>
      {facts.map(([name, value]) => (
        <p key={name} className="flex justify-between gap-4 whitespace-nowrap">
          <span className="text-(--gray-11)">{name}</span>
          <span>{value}</span>
        </p>
      ))}
    </div>
  );
}
