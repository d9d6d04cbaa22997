import type { ComponentProps, ReactNode } from "react";

export interface Column {
  readonly label: string;
  readonly align?: "right";
  /** Takes what the others leave, and cuts its text rather than widening the table. */
  readonly isFlexible?: boolean;
  /** Its heading is longer than what stands under it, and takes two lines rather than the room. */
  readonly isHeadingWrapped?: boolean;
}

interface Props {
  /** What the table holds, for who does not see it. */
  readonly caption: string;
  readonly columns: readonly Column[];
  /** Not in a dialog, which scrolls by itself under no top bar. */
  readonly isSticky?: boolean;
  /** `DataRow`s. */
  readonly children: ReactNode;
}

/**
 * A dense table whose header stays under the top bar. Where the screen is too narrow for it, it scrolls sideways and
 * the header goes with the page: a box that scrolls one way cannot let its header stick to the window.
 */
export function DataTable({ caption, columns, isSticky = true, children }: Props) {
  return (
    // A dialog grows with what it holds, also beyond a narrow window, unless that asks for no width of its own.
    <div className={`overflow-x-auto xl:overflow-x-clip ${isSticky ? "" : "w-0 min-w-full"}`}>
      <table className="w-full border-separate border-spacing-0 text-left text-[14px]">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, align, isFlexible, isHeadingWrapped }) => (
              <th
                key={label}
                scope="col"
                className={`z-10 h-9 border-b border-(--gray-a6) bg-(--color-background) px-2 text-[13px] font-medium text-(--gray-11) first:pl-0 last:pr-0 ${
                  isSticky ? "xl:sticky xl:top-[calc(56px+var(--bar-height,0px))]" : ""
                } ${align === "right" ? "text-right" : ""} ${isFlexible === true ? "w-1/3 min-w-40" : ""} ${
                  isHeadingWrapped === true ? "py-1 leading-tight" : "whitespace-nowrap"
                }`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A row of 44 px at least. */
export function DataRow({ className = "", ...row }: ComponentProps<"tr">) {
  return <tr className={`hover:bg-(--gray-a2) ${className}`} {...row} />;
}

interface CellProps extends ComponentProps<"td"> {
  readonly isRight?: boolean;
  readonly isFlexible?: boolean;
}

const CELL = "h-11 border-b border-(--gray-a4) px-2 py-1 first:pl-0 last:pr-0";

/** Numbers and money to the right; nothing wraps unless the cell says so. */
export function DataCell({ isRight = false, isFlexible = false, className = "", ...cell }: CellProps) {
  const shape = `${isRight ? "text-right" : ""} ${isFlexible ? "max-w-0" : "whitespace-nowrap"}`;
  return <td className={`${CELL} ${shape} ${className}`} {...cell} />;
}

/** The cell that names its row. */
export function DataHeaderCell({ className = "", ...cell }: ComponentProps<"th">) {
  return <th scope="row" className={`${CELL} font-semibold whitespace-nowrap ${className}`} {...cell} />;
}
