import { useStored } from "../lib/localStore";

/** Something chosen in the command box: an address of this app and what it is called. */
export interface RecentPick {
  readonly label: string;
  readonly to: string;
  /** The product whose launch it leads to. */
  readonly code?: string;
}

const KEPT = 5;

/** What a person chose last in a company on this device, latest first. Orders by number: no phones, no names. */
export function useRecentPicks(scope: string): { recent: readonly RecentPick[]; add: (pick: RecentPick) => void } {
  const [stored, write] = useStored(`recent:${scope}`);
  const recent = parsePicks(stored);
  const add = ({ label, to, code }: RecentPick) => {
    const others = recent.filter((pick) => pick.label !== label);
    const pick: RecentPick = code === undefined ? { label, to } : { label, to, code };
    write(JSON.stringify([pick, ...others].slice(0, KEPT)));
  };
  return { recent, add };
}

function parsePicks(text: string | null): readonly RecentPick[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isPick).slice(0, KEPT) : [];
  } catch {
    // Something else wrote under this key: nothing was chosen.
    return [];
  }
}

function isPick(value: unknown): value is RecentPick {
  if (typeof value !== "object" || value === null || !("label" in value) || !("to" in value)) return false;
  const { label, to } = value;
  const code = "code" in value ? value.code : undefined;
  const isOurs = typeof to === "string" && /^\/(?!\/)/.test(to);
  return typeof label === "string" && isOurs && (code === undefined || typeof code === "string");
}
