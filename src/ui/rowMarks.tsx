import type { ComponentProps } from "react";

/** The controls of a row that say how it stands, plain as `rowControls` are. */

interface TickProps extends Omit<ComponentProps<"button">, "type" | "role" | "children" | "aria-checked"> {
  readonly state: "none" | "some" | "all";
}

/** A box to select with: of a row ('none', 'all') or of a page of them. */
export function Tick({ state, className = "", onKeyDown, ...button }: TickProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={state === "some" ? "mixed" : state === "all"}
      className={`tick ${className}`}
      onKeyDown={(event) => {
        // Space alone ticks a checkbox (WAI-ARIA Authoring Practices).
        if (event.key === "Enter") event.preventDefault();
        onKeyDown?.(event);
      }}
      {...button}
    >
      {state !== "none" && (
        <svg aria-hidden width="9" height="9" viewBox="0 0 9 9" fill="none" stroke="currentColor" strokeWidth="1.6">
          <path
            strokeLinecap="round"
            strokeLinejoin="round"
            d={state === "all" ? "M1.2 5 3.5 7.2 7.8 1.4" : "M1.4 4.5H7.6"}
          />
        </svg>
      )}
    </button>
  );
}

interface ToggleProps extends Omit<ComponentProps<"button">, "type" | "role" | "children" | "aria-checked"> {
  readonly isOn: boolean;
}

/** Around what is seen of a switch, so that a press meets 24 px of height, and a finger 44 (UX conventions A4). */
const PRESSABLE =
  "before:absolute before:-inset-x-1 before:-inset-y-[3px] before:content-[''] pointer-coarse:before:-inset-x-1.5 pointer-coarse:before:-inset-y-[13px]";

/** A switch; what it switches is told by its name. */
export function Toggle({ isOn, className = "", ...button }: ToggleProps) {
  return (
    <button type="button" role="switch" aria-checked={isOn} className={`toggle ${PRESSABLE} ${className}`} {...button}>
      <span />
    </button>
  );
}

export type TagTone = "gray" | "jade" | "amber" | "red" | "blue";

interface TagProps extends ComponentProps<"span"> {
  readonly tone: TagTone;
}

/** A state in a word, on the tint that stands for it. */
export function Tag({ tone, className = "", ...span }: TagProps) {
  return <span className={`tag tag-${tone} ${className}`} {...span} />;
}
