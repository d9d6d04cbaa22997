import { Button, Flex, TextField } from "@radix-ui/themes";
import { useRef, useState, type FormEvent } from "react";
import { checkNewCustomer } from "../../../domain/customers";
import { refusalMessage, type RefusalCode } from "../../../domain/errors";
import { notifyError, notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { useTenant } from "../../lib/tenant";
import { LabeledField } from "../../ui/LabeledField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { texts } from "./texts";
import { useCustomerChanges, useCustomersFound } from "./useCustomers";
import type { PlaceControls } from "./useCustomersPlace";

const FIELDS = ["phone", "name"] as const;
type Field = (typeof FIELDS)[number];
const EMPTY = { phone: "", name: "" };

/** Customers one after the other: after each the phone is next again. Source: specification §5 "Customer create". */
export function RegisterForm({ controls }: { readonly controls: PlaceControls }) {
  const form = useRegisterForm();
  const { text, errors, type } = form;
  return (
    <form
      aria-label={texts.registerTitle}
      noValidate
      className="flex max-w-[480px] flex-col gap-2 pt-4"
      onSubmit={(event) => void form.submit(event)}
    >
      <LabeledField label={texts.phone} error={errors.of("phone")} hint={texts.phoneHint}>
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={form.phoneRef}
            type="tel"
            autoComplete="off"
            required
            value={text.phone}
            onChange={({ target }) => type({ phone: target.value })}
          />
        )}
      </LabeledField>
      {form.takenPhone !== null && <SeeExisting phone={form.takenPhone} controls={controls} />}
      <LabeledField label={texts.fullName} error={errors.of("name")} hint={texts.required}>
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={errors.ref("name")}
            autoComplete="off"
            required
            value={text.name}
            onChange={({ target }) => type({ name: target.value })}
          />
        )}
      </LabeledField>
      <Flex mt="2">
        <Button type="submit" aria-busy={form.isBusy}>
          {form.isBusy ? texts.saving : texts.submitRegister}
        </Button>
      </Flex>
    </form>
  );
}

function useRegisterForm() {
  const { tenant } = useTenant();
  const { create } = useCustomerChanges();
  const errors = useFieldErrors(FIELDS);
  const [text, setText] = useState(EMPTY);
  const [isBusy, setIsBusy] = useState(false);
  const [takenPhone, setTakenPhone] = useState<string | null>(null);
  const phone = useRef<HTMLInputElement | null>(null);

  function type(change: Partial<typeof EMPTY>) {
    setText((before) => ({ ...before, ...change }));
    for (const field of FIELDS) if (field in change) errors.clear(field);
    if (change.phone !== undefined) setTakenPhone(null);
  }
  /** @returns whether a field is to blame, which then says why */
  function reject(code: RefusalCode, message: string): boolean {
    const blamed = blamedFields(code, text);
    if (blamed.length > 0) errors.reject(Object.fromEntries(blamed.map((field) => [field, message])));
    return blamed.length > 0;
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (tenant === null) return void notifyError(texts.noTenant);
    const checked = checkNewCustomer(text);
    if (!checked.ok) {
      const { code, params } = checked.refusal;
      return void reject(code, refusalMessage(code, params));
    }
    setIsBusy(true);
    try {
      await create(text);
      notifySuccess(texts.registered);
      setText(EMPTY);
      phone.current?.focus();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null || !reject(refusal.code, refusal.message)) reportError(error, texts.registerFailed);
      if (refusal?.code === "customer_exists") setTakenPhone(text.phone);
    } finally {
      setIsBusy(false);
    }
  }
  function phoneRef(element: HTMLInputElement | null) {
    phone.current = element;
    errors.ref("phone")(element);
  }
  return { text, errors, type, submit, isBusy, takenPhone, phoneRef };
}

function blamedFields(code: RefusalCode, text: typeof EMPTY): readonly Field[] {
  switch (code) {
    case "customer_fields_required":
      return FIELDS.filter((field) => text[field].trim() === "");
    case "invalid_customer_phone":
    case "customer_exists":
      return ["phone"];
    case "value_too_long":
      return ["name"];
    default:
      return [];
  }
}

/** The way to the customer who has the phone already. */
function SeeExisting({ phone, controls }: { readonly phone: string; readonly controls: PlaceControls }) {
  const found = useCustomersFound(phone, 1);
  const customer = found.status === "ready" ? found.value[0] : undefined;
  if (customer === undefined) return null;
  return (
    <Flex mb="1">
      <Button
        type="button"
        size="1"
        variant="soft"
        color="gray"
        highContrast
        className="min-h-6"
        onClick={() => controls.open({ kind: "view", customerId: customer._id })}
      >
        {texts.seeExisting}
      </Button>
    </Flex>
  );
}
