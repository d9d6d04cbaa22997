import { useState } from "react";
import type { SecretName } from "../../../domain/secrets";
import type { SecretDraft, SecretMask } from "./SecretField";

/** When the value was set whose mask a draft began over; null where there was none. */
type SeenAt = Readonly<Partial<Record<SecretName, number | null>>>;

/** What is typed over secrets, which are shown as masks that others may replace meanwhile (UX conventions P3). */
export function useSecretDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Partial<Record<SecretName, SecretDraft>>>>({});
  const [seen, setSeen] = useState<SeenAt>({});

  function change(name: SecretName, draft: SecretDraft, mask: SecretMask) {
    if (drafts[name] === undefined) setSeen((before) => ({ ...before, [name]: mask.updatedAt }));
    setDrafts((before) => ({ ...before, [name]: draft }));
  }
  return {
    draftOf: (name: SecretName): SecretDraft => drafts[name],
    change,
    hasConflict: (name: SecretName, mask: SecretMask) => drafts[name] !== undefined && seen[name] !== mask.updatedAt,
    settle: (name: SecretName, whose: "mine" | "theirs", mask: SecretMask) => {
      if (whose === "theirs") setDrafts((before) => ({ ...before, [name]: undefined }));
      else setSeen((before) => ({ ...before, [name]: mask.updatedAt }));
    },
    seen,
    forget: () => setDrafts({}),
  };
}
