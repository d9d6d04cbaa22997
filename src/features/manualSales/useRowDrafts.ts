import { useCallback } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { useOnDesk } from "./launchDesk";
import { sendStep } from "./launchForm";
import type { LaunchDraft } from "./ownLaunches";
import { applyPhone, draftOf, NO_DRAFTS, startOver, withDraft, type RowDraft } from "./rowDrafts";
import { useFirstPress } from "./secondPress";
import { texts } from "./texts";
import type { CatalogueProduct } from "./useCatalogue";

export interface RowActions {
  readonly draftOf: (productId: Id<"products">) => RowDraft;
  readonly type: (productId: Id<"products">, field: "phone" | "quantity", text: string) => void;
  /** Copies the phone to the free rows; returns how many changed. */
  readonly apply: (listed: readonly Id<"products">[], phone: string) => number;
  /** Launches a row with its own phone, else the default one. Returns the field to mend, or null when it was sent. */
  readonly launch: (
    product: CatalogueProduct,
    stock: number | null,
    defaultPhone: string,
  ) => "phone" | "quantity" | null;
}

/** The fields of the product table's rows. */
export function useRowDrafts(onLaunch: (draft: LaunchDraft) => boolean): RowActions {
  const [drafts, setDrafts] = useOnDesk("rows", NO_DRAFTS);
  const firstPress = useFirstPress();

  const type = useCallback(
    (productId: Id<"products">, field: "phone" | "quantity", text: string) => {
      setDrafts((before) => withDraft(before, productId, { [field]: text, error: null }));
    },
    [setDrafts],
  );

  function apply(listed: readonly Id<"products">[], phone: string): number {
    const applied = applyPhone(drafts, listed, phone);
    setDrafts(applied.drafts);
    return applied.changed;
  }

  function launch(product: CatalogueProduct, stock: number | null, defaultPhone: string) {
    // The row has started over since, perhaps with the default phone: pressed twice, it would be another customer's.
    if (firstPress.isFollowed(product._id)) return null;
    const draft = draftOf(drafts, product._id);
    const phone = draft.phone.trim() === "" ? defaultPhone : draft.phone;
    const form = { phone, code: product.code, quantity: draft.quantity };
    const step = sendStep(form, { kind: "found", product, stock });
    if (step.kind === "send") {
      if (onLaunch(step.draft)) {
        firstPress.note(product._id);
        setDrafts((before) => startOver(before, product._id));
        return null;
      }
      setDrafts((before) => withDraft(before, product._id, { error: { field: "phone", message: texts.queueFull } }));
      return "phone";
    }
    if (step.kind === "focus" || step.field === "code") throw new Error("a row of the list should have its product");
    const { field, message } = step;
    setDrafts((before) => withDraft(before, product._id, { error: { field, message } }));
    return field;
  }

  return { draftOf: (productId) => draftOf(drafts, productId), type, apply, launch };
}
