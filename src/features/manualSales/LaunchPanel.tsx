import { Button, Flex, RadioGroup, Text, TextField } from "@radix-ui/themes";
import { useRef, type FormEvent, type KeyboardEvent } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import type { Cents } from "../../../domain/money";
import { formatPhone, parsePhone } from "../../../domain/phone";
import type { Live } from "../../lib/useTenantQuery";
import { LabeledField } from "../../ui/LabeledField";
import { QuantityField } from "../../ui/QuantityField";
import { CustomerHint } from "./CustomerHint";
import { onEnter, sendStep, type KnownProduct, type LaunchField, type LaunchForm, type Step } from "./launchForm";
import { LineHint } from "./LineHint";
import type { LaunchDraft } from "./ownLaunches";
import { PinnedProduct } from "./PinnedProduct";
import { ignoreHeldEnter, useFirstPress } from "./secondPress";
import { texts } from "./texts";
import type { CatalogueProduct, StockLevel } from "./useCatalogue";
import { useCustomerPeek } from "./useCustomerPeek";
import type { LaunchFormState } from "./useLaunchForm";
import type { Pin } from "./usePin";
import { useScanner } from "./useScanner";

interface Props {
  readonly form: LaunchFormState;
  readonly pin: Pin;
  readonly onPinChange: (pin: Pin) => void;
  /** The product of the code that is typed. */
  readonly product: Live<CatalogueProduct | null>;
  readonly stock: ReadonlyMap<Id<"products">, StockLevel>;
  readonly eventDate: string;
  /** What own launches on their way will add to the bag of a phone. */
  readonly addingTo: (phone: string) => Cents;
  /** False when too many launches wait for the connection. */
  readonly onLaunch: (draft: LaunchDraft) => boolean;
}

const NOT_LOOKED_UP: KnownProduct = { kind: "unknown" };

/** The launch line, under the product it launches. */
export function LaunchPanel({ form, pin, onPinChange, product, stock, eventDate, addingTo, onLaunch }: Props) {
  const { line, meant } = form;
  const known = knownProduct(product, stock);
  const level = known.kind === "found" ? (stock.get(known.product._id) ?? null) : null;
  const isEmpty = meant.phone === "" && meant.code === "";
  const isSoldOut = level?.stock === 0;
  const phone = parsePhone(meant.phone);
  const customer = useCustomerPeek(line.kind === "plain" || phone.ok ? meant.phone : null, eventDate);
  const complete = (whole: string) => form.type("phone", formatPhone(whole));
  const onEscape = useEscapeTwice(form.clear);
  const firstPress = useFirstPress();
  /** The second press of a double one finds the line as the first one left it: a field short. */
  const isPressedTwice = ({ phone, code }: LaunchForm) =>
    firstPress.isFollowed() && (phone.trim() === "" || code.trim() === "");

  function follow(step: Step) {
    switch (step.kind) {
      case "focus":
        return form.focus(step.field);
      case "correct":
        return form.reject(step.field, step.message);
      case "send":
        if (!onLaunch(step.draft)) return form.reject("phone", texts.queueFull);
        firstPress.note();
        return form.startNext(pin);
      default:
        return step satisfies never;
    }
  }
  /** A line is sent as it was read, or its parts go to their fields, where what is wrong with them can be said. */
  function sendLine() {
    if (line.kind === "ambiguous") return form.reject(line.field, texts.ambiguousLine);
    form.put(meant);
    follow(sendStep(meant, known));
  }
  function enter(field: LaunchField, value: LaunchForm = form.value, lookedUp: KnownProduct = known) {
    if (isPressedTwice(value)) return;
    if (line.kind !== "plain" && value === form.value) return sendLine();
    follow(onEnter(value, field, lookedUp));
  }
  const enterIn = (field: LaunchField) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    enter(field);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isPressedTwice(meant)) return;
    if (line.kind !== "plain") return sendLine();
    follow(sendStep(form.value, known));
  };
  useScanner(
    form,
    (code, before) => {
      const scanned = { ...before, code };
      form.put(scanned);
      enter("code", scanned, NOT_LOOKED_UP);
    },
    () => enter("phone"),
  );

  return (
    <form
      onSubmit={onSubmit}
      onKeyDown={onEscape}
      onKeyDownCapture={ignoreHeldEnter}
      aria-label={texts.launch}
      noValidate
      className="flex flex-col gap-4"
      data-launch-line
    >
      <PinChoice pin={pin} onChange={onPinChange} />
      <PinnedProduct code={meant.code} product={product} level={level} />
      <div className="grid grid-cols-[minmax(0,1fr)_88px] items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_112px_88px_auto]">
        <LabeledField
          label={texts.phone}
          error={form.errors.phone ?? null}
          hint={
            isEmpty ? (
              texts.lineHint
            ) : line.kind === "plain" ? (
              <CustomerHint
                phone={meant.phone}
                customer={customer}
                addingCents={phone.ok ? addingTo(phone.value) : 0}
                onComplete={complete}
              />
            ) : (
              <LineHint line={line} />
            )
          }
          // Two lines on the phone, where a guess takes them: nothing below moves when it comes (L13).
          className="col-span-2 sm:col-span-1 max-sm:[&>p]:min-h-9"
        >
          {(ids) => (
            <TextField.Root
              {...ids}
              ref={form.refs.phone}
              size="3"
              type="tel"
              inputMode="tel"
              autoComplete="off"
              placeholder="11 98765-4321"
              value={form.value.phone}
              onChange={(event) => form.type("phone", event.target.value)}
              onKeyDown={(event) => {
                if (isCompleting(event) && !phone.ok && customer) {
                  event.preventDefault();
                  return complete(customer.phone);
                }
                enterIn("phone")(event);
              }}
            />
          )}
        </LabeledField>
        <LabeledField label={texts.code} error={form.errors.code ?? null} hint={null} errorRuns="right">
          {(ids) => (
            <TextField.Root
              {...ids}
              ref={form.refs.code}
              size="3"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="C151"
              value={form.value.code}
              onChange={(event) => form.type("code", event.target.value)}
              onKeyDown={enterIn("code")}
            />
          )}
        </LabeledField>
        <LabeledField label={texts.quantity} error={form.errors.quantity ?? null} hint={null} errorRuns="left">
          {(ids) => (
            <QuantityField
              {...ids}
              ref={form.refs.quantity}
              size="3"
              max={level?.stock ?? null}
              value={form.value.quantity}
              onValueChange={(text) => form.type("quantity", text)}
              onKeyDown={enterIn("quantity")}
            />
          )}
        </LabeledField>
        <Button type="submit" size="3" disabled={isSoldOut} className="col-span-2 sm:col-span-1 sm:mt-[23px]">
          {isSoldOut ? (
            texts.soldOut
          ) : (
            <>
              <span aria-hidden>⏎</span> {texts.launch}
            </>
          )}
        </Button>
      </div>
    </form>
  );
}

function knownProduct(
  product: Live<CatalogueProduct | null>,
  stock: ReadonlyMap<Id<"products">, StockLevel>,
): KnownProduct {
  if (product.status !== "ready") return { kind: "unknown" };
  if (product.value === null) return { kind: "absent" };
  return { kind: "found", product: product.value, stock: stock.get(product.value._id)?.stock ?? null };
}

/** `→` alone, where the caret has nowhere to go: at the end of the field. */
function isCompleting(event: KeyboardEvent<HTMLInputElement>): boolean {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  if (event.key !== "ArrowRight" || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return false;
  return selectionStart === value.length && selectionEnd === value.length;
}

/** Pressed twice, Escape empties the line; once it does nothing to it (UX conventions K5). */
function useEscapeTwice(clear: () => void): (event: KeyboardEvent) => void {
  const wasEscape = useRef(false);
  return ({ key }) => {
    if (key === "Escape" && wasEscape.current) clear();
    wasEscape.current = key === "Escape" && !wasEscape.current;
  };
}

interface PinChoiceProps {
  readonly pin: Pin;
  readonly onChange: (pin: Pin) => void;
}

function PinChoice({ pin, onChange }: PinChoiceProps) {
  return (
    <Flex align="center" gap="3">
      <Text size="2" color="gray" id="pin-label">
        {texts.pin}
      </Text>
      <RadioGroup.Root
        value={pin}
        onValueChange={(value) => onChange(value === "customer" ? "customer" : "product")}
        aria-labelledby="pin-label"
      >
        <Flex gap="4">
          <RadioGroup.Item value="product" title="Alt+P" aria-keyshortcuts="Alt+P">
            {texts.pinProduct}
          </RadioGroup.Item>
          <RadioGroup.Item value="customer" title="Alt+C" aria-keyshortcuts="Alt+C">
            {texts.pinCustomer}
          </RadioGroup.Item>
        </Flex>
      </RadioGroup.Root>
    </Flex>
  );
}
