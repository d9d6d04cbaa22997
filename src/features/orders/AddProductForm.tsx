import { Button, Heading, Text, TextField } from "@radix-ui/themes";
import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { formatBRL } from "../../../domain/money";
import { useDebounced } from "../../lib/clock";
import { notifySuccess } from "../../lib/notify";
import { refusalOf, sentenceOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { LabeledField } from "../../ui/LabeledField";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { MoneyField, moneyText } from "../../ui/MoneyField";
import { ProductPicture } from "../../ui/ProductPicture";
import { QuantityField } from "../../ui/QuantityField";
import { RefusedState } from "../../ui/RefusedState";
import { dialogTexts as texts } from "./dialogTexts";
import { readPrice, readQuantity } from "./editRules";
import type { LineChanges } from "./useLineChanges";
import { useProductChoice, type FoundProduct } from "./useProductChoice";

interface Props {
  readonly hasCart: boolean;
  readonly changes: LineChanges;
  /** Tells that a product is chosen and not added yet. */
  readonly onChosen: (isChosen: boolean) => void;
}

const SEARCH_DELAY_MS = 200;

/** Search, choose, quantity, price, add: by mouse, or by typing a code and pressing Enter three times. */
export function AddProductForm({ hasCart, changes, onChosen }: Props) {
  const [search, setSearch] = useState("");
  const { found, stockOf } = useProductChoice(useDebounced(search.trim(), SEARCH_DELAY_MS));
  const [product, setProduct] = useState<FoundProduct | null>(null);
  const [quantity, setQuantity] = useState("1");
  const [price, setPrice] = useState("");
  const [error, setError] = useState<{ readonly field: "product" | "quantity"; readonly text: string } | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const quantityField = useRef<HTMLInputElement>(null);
  const isBusy = changes.busy.has("add");
  const stock = product === null ? null : stockOf(product._id);

  function choose(next: FoundProduct | null) {
    setProduct(next);
    setQuantity("1");
    setPrice(next === null ? "" : moneyText(next.priceCents));
    setError(null);
    onChosen(next !== null);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (product === null) {
      setError({ field: "product", text: texts.chooseProduct });
      searchField.current?.focus();
      return;
    }
    const result = await changes.add(product._id, readQuantity(quantity) ?? 1, readPrice(price));
    if (result.kind === "done") {
      notifySuccess(texts.added);
      choose(null);
      setSearch("");
      searchField.current?.focus();
    }
    if (result.kind === "failed") report(result.error);
  }

  function report(failure: unknown) {
    if (refusalOf(failure)?.code === "insufficient_stock" || refusalOf(failure)?.code === "invalid_quantity") {
      setError({ field: "quantity", text: sentenceOf(failure, texts.addFailed) });
      quantityField.current?.focus();
    } else {
      reportError(failure, hasCart ? texts.addFailed : texts.cartFailed);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex min-w-0 flex-col gap-3">
      <Heading as="h2" size="3">
        {texts.addProduct}
      </Heading>
      <ProductSearch
        inputRef={searchField}
        text={search}
        onType={setSearch}
        found={found}
        stockOf={stockOf}
        chosen={product}
        error={error?.field === "product" ? error.text : null}
        onChoose={(next) => {
          choose(next);
          quantityField.current?.focus();
        }}
      />
      <div className="grid grid-cols-2 gap-3">
        <LabeledField
          label={texts.quantity}
          error={error?.field === "quantity" ? error.text : null}
          errorRuns="right"
          hint=""
        >
          {(ids) => (
            <QuantityField
              {...ids}
              ref={quantityField}
              value={quantity}
              max={stock}
              onValueChange={(text) => {
                setQuantity(text);
                setError(null);
              }}
              onBlur={() => setQuantity(String(readQuantity(quantity) ?? 1))}
            />
          )}
        </LabeledField>
        <LabeledField label={texts.unitPrice} error={null} hint="">
          {(ids) => (
            <MoneyField
              {...ids}
              value={price}
              onValueChange={setPrice}
              onBlur={() => product !== null && setPrice(moneyText(readPrice(price)))}
            />
          )}
        </LabeledField>
      </div>
      <Button type="submit" variant="soft" highContrast aria-busy={isBusy}>
        {texts.addProduct}
      </Button>
    </form>
  );
}

interface SearchProps {
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly found: ReturnType<typeof useProductChoice>["found"];
  readonly stockOf: ReturnType<typeof useProductChoice>["stockOf"];
  readonly chosen: FoundProduct | null;
  readonly error: string | null;
  readonly onChoose: (product: FoundProduct) => void;
}

function ProductSearch({ inputRef, text, onType, found, stockOf, chosen, error, onChoose }: SearchProps) {
  const listId = useId();
  const [at, setAt] = useState(0);
  const products = found.status === "ready" ? found.value : [];
  const active = Math.min(at, products.length - 1);

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && products.length > 0) {
      event.preventDefault();
      setAt((active + step + products.length) % products.length);
    }
    // While the answer still is that of the text before, Enter would choose what nobody has seen.
    const isCurrent = found.status === "ready" && !found.isStale && found.text === text.trim();
    if (event.key === "Enter") {
      event.preventDefault();
      const product = products[active];
      if (isCurrent && product !== undefined) onChoose(product);
    }
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <LabeledField label={texts.searchProduct} error={error}>
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={inputRef}
            autoFocus
            role="combobox"
            aria-expanded={products.length > 0}
            aria-controls={listId}
            aria-activedescendant={products.length === 0 ? undefined : `${listId}-${active}`}
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              onType(target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </LabeledField>
      {found.status === "refused" && <RefusedState message={sentenceOf(found.error, texts.productsFailed)} />}
      {found.status === "loading" && <ListSkeleton rows={4} label={texts.loadingProducts} />}
      {found.status === "ready" && products.length === 0 && (
        <Text as="p" size="2" color="gray" my="3">
          {texts.noProducts}
        </Text>
      )}
      <ul
        id={listId}
        role="listbox"
        aria-label={texts.products}
        className={`h-[220px] overflow-y-auto rounded-md border border-(--gray-a5) ${products.length === 0 ? "hidden" : ""}`}
      >
        {products.map((product, index) => {
          const stock = stockOf(product._id);
          return (
            <li
              key={product._id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={product._id === chosen?._id}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                setAt(index);
                onChoose(product);
              }}
              className={`flex min-h-11 cursor-pointer items-center gap-2 px-2 py-1 text-[14px] ${
                product._id === chosen?._id ? "bg-(--accent-a4)" : index === active ? "bg-(--gray-a3)" : ""
              }`}
            >
              <ProductPicture {...product} sizePx={32} missing="initials" />
              <span className="min-w-0 flex-1">
                <span className="block truncate">
                  <span className="font-semibold">{product.code}</span> {product.name}
                </span>
                <span className="block text-[12px] text-(--gray-11)">
                  {stock === null ? "…" : stock === 0 ? texts.soldOut : texts.inStock(stock)}
                </span>
              </span>
              <span className="whitespace-nowrap">{formatBRL(product.priceCents)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
