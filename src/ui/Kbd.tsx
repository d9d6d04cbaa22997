import { Kbd as RadixKbd } from "@radix-ui/themes";

interface Props {
  /** Pressed one after the other or together, as people say them: `Ctrl K`, `G P`. */
  readonly keys: string;
}

/** Keys as they stand on the keyboard, for lists of keys and beside actions (UX conventions K4). */
export function Kbd({ keys }: Props) {
  return (
    <span className="inline-flex gap-1 whitespace-nowrap">
      {keys.split(" ").map((key, at) => (
        <RadixKbd key={at} size="1">
          {key}
        </RadixKbd>
      ))}
    </span>
  );
}
