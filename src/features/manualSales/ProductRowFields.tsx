import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { RowQuantityField } from "../../ui/QuantityField";
import { RowButton, RowField } from "../../ui/rowControls";
import { texts } from "./texts";
import type { CatalogueProduct, StockLevel } from "./useCatalogue";
import type { RowActions } from "./useRowDrafts";

export interface ProductRowProps {
  readonly product: CatalogueProduct;
  readonly level: StockLevel | null;
  readonly rows: RowActions;
  readonly defaultPhone: string;
  /** What the empty phone says where no column header names it. */
  readonly phonePlaceholder?: string;
}

export interface ProductRowParts {
  readonly phone: ReactNode;
  readonly quantity: ReactNode;
  readonly launch: ReactNode;
  /** Why the row was not launched; null when there is nothing to say. */
  readonly error: ReactNode;
}

/**
 * The three controls of one product's launch line, for table and cards alike. `Enter` in a field launches the row; a
 * refusal goes to its field with its reason.
 */
export function useProductRowParts({
  product,
  level,
  rows,
  defaultPhone,
  phonePlaceholder,
}: ProductRowProps): ProductRowParts {
  const { code, _id } = product;
  const errorId = useId();
  const phoneField = useRef<HTMLInputElement>(null);
  const quantityField = useRef<HTMLInputElement>(null);
  const { phone, quantity, error } = rows.draftOf(_id);
  const isSoldOut = level?.stock === 0;

  function launch() {
    const toMend = rows.launch(product, level?.stock ?? null, defaultPhone);
    if (toMend === "phone") phoneField.current?.focus();
    if (toMend === "quantity") quantityField.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isSoldOut) launch();
  }
  const invalid = (field: "phone" | "quantity") =>
    error?.field === field ? { "aria-invalid": true as const, "aria-describedby": errorId } : {};

  return {
    phone: (
      <RowField
        ref={phoneField}
        type="tel"
        inputMode="tel"
        aria-label={texts.rowPhone(code)}
        placeholder={defaultPhone === "" ? phonePlaceholder : defaultPhone}
        value={phone}
        onChange={(event) => rows.type(_id, "phone", event.target.value)}
        onKeyDown={onKeyDown}
        {...invalid("phone")}
      />
    ),
    quantity: (
      <RowQuantityField
        ref={quantityField}
        aria-label={texts.rowQuantity(code)}
        max={level?.stock ?? null}
        value={quantity}
        onValueChange={(text) => rows.type(_id, "quantity", text)}
        onKeyDown={onKeyDown}
        className="w-14"
        {...invalid("quantity")}
      />
    ),
    launch: (
      <RowButton disabled={isSoldOut} aria-label={texts.rowLaunch(code)} onClick={launch}>
        {isSoldOut ? texts.soldOut : texts.launch}
      </RowButton>
    ),
    error:
      error === null ? null : (
        <p id={errorId} role="alert" className="text-[13px] text-(--red-11)">
          {error.message}
        </p>
      ),
  };
}
