import { useState } from "react";
import { isCep } from "../../../domain/addresses";
import type { CustomerFields } from "../../../domain/customers";
import { digitsOf } from "../../../domain/documents";
import type { ChangedMeanwhile } from "../../../domain/errors";
import { notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useCepFilling } from "../postalCodes";
import {
  changedFields,
  conflictsOf,
  CUSTOMER_FIELDS,
  customerText,
  fieldOfRefusal,
  follow,
  keepMine,
  readCustomer,
  STORED_FIELDS,
  takeTheirs,
  type CustomerEdit,
  type CustomerText,
  type StoredField,
} from "./customerForm";
import { texts } from "./texts";
import { useCustomerChanges, type Customer } from "./useCustomers";

export type CustomerFormState = ReturnType<typeof useCustomerForm>;

/** What is typed about a customer, over what is stored of them now. */
export function useCustomerForm(customer: Customer, onClose: () => void) {
  const { update } = useCustomerChanges();
  const errors = useFieldErrors(CUSTOMER_FIELDS);
  const stored = fieldsOf(customer);
  const [edit, setEdit] = useState<CustomerEdit>(() => ({ text: customerText(stored), seen: stored }));
  const [known, setKnown] = useState<ChangedMeanwhile | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const current = follow(edit, stored);
  const { text, seen } = current;
  const before = customerText(seen);

  const cep = useCepFilling(text, (filled) => setEdit({ ...current, text: filled }));

  function type(change: Partial<CustomerText>) {
    setEdit({ ...current, text: { ...text, ...change } });
    for (const field of CUSTOMER_FIELDS) if (field in change) errors.clear(field);
    if (change.cep === undefined || change.cep === text.cep) return;
    const digits = digitsOf(change.cep);
    if (isCep(digits)) void cep.find(digits);
    else cep.forget();
  }
  function settle(field: StoredField, whose: "mine" | "theirs") {
    setEdit((whose === "mine" ? keepMine : takeTheirs)(current, field, stored));
  }
  async function submit() {
    const reading = readCustomer(text);
    if (!reading.ok) return errors.reject(reading.errors);
    const fields = changedFields(reading.fields, seen);
    setIsBusy(true);
    try {
      if (Object.keys(fields).length > 0) await update({ customerId: customer._id, fields, seen });
      notifySuccess(texts.updated);
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
    const changed = changedMeanwhileOf(error);
    if (changed !== null) setKnown(changed);
    reportError(error, texts.updateFailed);
  }
  return {
    text,
    errors,
    type,
    cep,
    conflicts: conflictsOf(current, stored, known),
    settle,
    isBusy,
    isDirty: CUSTOMER_FIELDS.some((field) => text[field] !== before[field]),
    submit,
  };
}

function fieldsOf({ name, cpf, email, address, whatsappGroup }: Customer): CustomerFields {
  return { name, cpf, email, address, whatsappGroup };
}

function changedMeanwhileOf(error: unknown): ChangedMeanwhile | null {
  const refusal = refusalOf(error);
  if (refusal?.code !== "changed_meanwhile") return null;
  const { field, value, shown, actorName, at } = refusal.params;
  const name = STORED_FIELDS.find((known) => known === field);
  if (name === undefined || !(value === null || typeof value === "string") || typeof shown !== "string") return null;
  return typeof actorName === "string" && typeof at === "number" ? { field: name, value, shown, actorName, at } : null;
}
