import { useState } from "react";
import type { ChangedMeanwhile } from "../../../domain/errors";
import type { ProductDraft } from "../../../domain/products";
import { notifyError, notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { useTenant } from "../../lib/tenant";
import { useFieldErrors } from "../../ui/useFieldErrors";
import type { PictureEdit } from "./PictureField";
import {
  changedFields,
  conflictsOf,
  fieldOfRefusal,
  follow,
  keepMine,
  NEW_PRODUCT,
  PRODUCT_FIELDS,
  productText,
  readProduct,
  takeTheirs,
  type ProductEdit,
  type ProductField,
  type ProductText,
} from "./productForm";
import { texts } from "./texts";
import { useNextCode, useProductChanges, useSetPicture, type Product, type ProductId } from "./useProducts";

const NOTHING: ProductDraft = {
  code: "",
  name: "",
  priceCents: null,
  stock: null,
  color: null,
  size: null,
  isActive: true,
};
const KEPT: PictureEdit = { kind: "kept" };

export type ProductFormState = ReturnType<typeof useProductForm>;

/**
 * What is typed about a product, over what is stored of it now.
 *
 * A new product is kept before its picture. Where only the picture is refused, the form stays, and saving again
 * changes the product that is there by then instead of making a second.
 */
export function useProductForm(product: Product | null, onClose: () => void) {
  const { tenant } = useTenant();
  const { create, update, removeImage } = useProductChanges();
  const setPicture = useSetPicture();
  const errors = useFieldErrors(PRODUCT_FIELDS);
  const [edit, setEdit] = useState<ProductEdit>(() =>
    product === null ? { text: NEW_PRODUCT, seen: NOTHING } : { text: productText(product), seen: draftOf(product) },
  );
  const [savedId, setSavedId] = useState<ProductId | null>(product?._id ?? null);
  const [known, setKnown] = useState<ChangedMeanwhile | null>(null);
  const [picture, setPictureEdit] = useState<PictureEdit>(KEPT);
  const [pictureError, setPictureError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isCodeTyped, setIsCodeTyped] = useState(product !== null);
  const suggestion = useNextCode(!isCodeTyped);

  const stored = product === null ? null : draftOf(product);
  const current = stored === null ? edit : follow(edit, stored);
  const suggested = suggestion.status === "ready" ? suggestion.value.code : "";
  const text: ProductText = isCodeTyped ? current.text : { ...current.text, code: suggested };

  function type(change: Partial<ProductText>) {
    if (change.code !== undefined) setIsCodeTyped(true);
    setEdit({ ...current, text: { ...current.text, ...change } });
    for (const field of PRODUCT_FIELDS) if (field in change) errors.clear(field);
  }
  function changePicture(next: PictureEdit) {
    setPictureEdit(next);
    setPictureError(null);
  }
  function settle(field: ProductField, whose: "mine" | "theirs") {
    if (stored === null) return;
    setEdit((whose === "mine" ? keepMine : takeTheirs)(current, field, stored[field]));
  }

  /** @returns the product the picture goes to */
  async function keepFields(draft: ProductDraft): Promise<ProductId> {
    if (savedId === null) {
      const { productId } = await create(draft);
      setSavedId(productId);
      setIsCodeTyped(true);
      setEdit({ text: productText(draft), seen: draft });
      return productId;
    }
    const fields = changedFields(draft, current.seen);
    if (Object.keys(fields).length > 0) await update({ productId: savedId, seen: current.seen, fields });
    return savedId;
  }
  async function keepPicture(productId: ProductId) {
    if (picture.kind === "removed") await removeImage({ productId });
    if (picture.kind === "chosen") await setPicture(productId, picture.picture.file, picture.picture.thumbnail);
  }
  async function submit() {
    if (tenant === null) return void notifyError(texts.noTenant);
    const reading = readProduct(text);
    if (!reading.ok) return errors.reject(reading.errors);
    setIsBusy(true);
    try {
      await keepPicture(await keepFields(reading.draft));
      notifySuccess(product === null ? texts.created : texts.updated);
      onClose();
    } catch (error) {
      showWhy(error);
      setIsBusy(false);
    }
  }
  function showWhy(error: unknown) {
    const refusal = refusalOf(error);
    const field = refusal === null ? null : fieldOfRefusal(refusal.code);
    if (refusal !== null && field !== null) return errors.reject({ [field]: refusal.message });
    if (refusal?.code === "image_too_large" || refusal?.code === "not_an_image") {
      setPictureEdit(KEPT);
      return setPictureError(refusal.message);
    }
    const changed = changedMeanwhileOf(error);
    if (changed !== null) setKnown(changed);
    reportError(error, texts.saveFailed);
  }

  return {
    text,
    errors,
    type,
    conflicts: stored === null ? {} : conflictsOf(current, stored, known),
    settle,
    picture,
    pictureError,
    changePicture,
    refusePicture: setPictureError,
    isNew: savedId === null,
    isBusy,
    isDirty: picture.kind !== "kept" || hasTyped(current, savedId === null),
    submit,
  };
}

function hasTyped({ text, seen }: ProductEdit, isNew: boolean): boolean {
  const before = isNew ? NEW_PRODUCT : productText(seen);
  return [...PRODUCT_FIELDS, "isActive" as const].some((field) => text[field] !== before[field]);
}

function draftOf({ code, name, priceCents, stock, color, size, isActive }: Product): ProductDraft {
  return { code, name, priceCents, stock, color, size, isActive };
}

function changedMeanwhileOf(error: unknown): ChangedMeanwhile | null {
  const refusal = refusalOf(error);
  if (refusal?.code !== "changed_meanwhile") return null;
  const { field, value, shown, actorName, at } = refusal.params;
  const name = PRODUCT_FIELDS.find((known) => known === field);
  const isValue = value === null || typeof value === "string" || typeof value === "number";
  if (name === undefined || !isValue || typeof shown !== "string") return null;
  return typeof actorName === "string" && typeof at === "number" ? { field: name, value, shown, actorName, at } : null;
}
