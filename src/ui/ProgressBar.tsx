interface Props {
  /** What is going on. */
  readonly label: string;
  readonly done: number;
  readonly total: number;
}

/** How far something is; the words beside it are the caller's. */
export function ProgressBar({ label, done, total }: Props) {
  const part = total === 0 ? 0 : Math.min(1, done / total);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="h-2 w-full overflow-hidden rounded-full bg-(--gray-a5)"
    >
      <div
        className="h-full origin-left bg-(--accent-9) transition-transform duration-150 motion-reduce:transition-none"
        style={{ transform: `scaleX(${part})` }}
      />
    </div>
  );
}
