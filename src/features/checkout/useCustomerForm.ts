import { useEffect, useState } from "react";
import { isCep } from "../../../domain/addresses";
import { digitsOf } from "../../../domain/documents";
import { notifyInfo, notifySuccess } from "../../lib/notify";
import { maskCep, maskCpf, maskState } from "../../lib/personText";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { useTenant } from "../../lib/tenant";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useCepFilling } from "../postalCodes";
import { readCustomerCopy, writeCustomerCopy } from "./customerCopy";
import {
  conflictsOf,
  CUSTOMER_FIELDS,
  customerErrors,
  customerText,
  fieldOfRefusal,
  follow,
  isChanged,
  isEmptyCustomer,
  seenCustomer,
  settle,
  typedCustomer,
  type CustomerEdit,
  type CustomerField,
  type CustomerText,
} from "./customerForm";
import { texts } from "./texts";
import { useCheckoutChanges, type CheckoutOrder } from "./useCheckout";

export type CustomerFormState = ReturnType<typeof useCustomerForm>;

/**
 * Who an order goes to, as it is being typed, over what the server knows. What is typed is kept on this device at once, and
 * on the server when it is saved.
 *
 * @param onCep a postal code has just become complete
 */
export function useCustomerForm(order: CheckoutOrder, onCep: (cep: string) => void) {
  const { tenant } = useTenant();
  const tenantId = tenant?.id ?? "";
  const { customerPhone } = order;
  const stored = customerText(order.customer);
  const { saveCustomer } = useCheckoutChanges();
  const errors = useFieldErrors(CUSTOMER_FIELDS);
  const [beginning] = useState(() => beginOf(order, tenantId));
  const [edit, setEdit] = useState<CustomerEdit>(beginning.edit);
  const [isSaving, setIsSaving] = useState(false);
  const current = follow(edit, stored);
  const cep = useCepFilling(current.text, change);

  useEffect(() => {
    if (beginning.loadedFrom !== null) notifyInfo(texts.loaded, beginning.loadedFrom);
  }, [beginning]);

  function change(text: CustomerText) {
    setEdit({ ...current, text });
    writeCustomerCopy(tenantId, customerPhone, { text, isUnsaved: true });
  }

  /** @param isAtEnd whether the caret is behind all of it: only then is it shaped, or the caret would jump */
  function type(field: CustomerField, typed: string, isAtEnd: boolean) {
    const value = isAtEnd ? masked(field, typed) : typed;
    errors.clear(field);
    change({ ...current.text, [field]: value });
    if (field !== "cep" || value === current.text.cep) return;
    const digits = digitsOf(value);
    if (!isCep(digits)) return cep.forget();
    void cep.find(digits);
    onCep(digits);
  }

  /** @returns whether the server has everything that is typed */
  async function save(): Promise<boolean> {
    const { text, seen } = current;
    const wrong = customerErrors(text);
    if (Object.keys(wrong).length > 0) {
      errors.reject(wrong);
      return false;
    }
    setIsSaving(true);
    try {
      await saveCustomer({ orderId: order.orderId, ...typedCustomer(text), seen: seenCustomer(seen) });
      // What was typed while this was on its way is not saved yet.
      setEdit((before) => ({ ...before, seen: text }));
      writeCustomerCopy(tenantId, customerPhone, { text, isUnsaved: false });
      notifySuccess(texts.saved);
      return true;
    } catch (error) {
      const refusal = refusalOf(error);
      const field = refusal === null ? null : fieldOfRefusal(refusal.code);
      if (refusal === null || field === null) reportError(error, texts.saveFailed);
      else errors.reject({ [field]: refusal.message });
      return false;
    } finally {
      setIsSaving(false);
    }
  }

  const isDirty = isChanged(current);
  return {
    text: current.text,
    type,
    errors,
    cep,
    /** Something is typed that the server does not have. */
    isDirty,
    isSaving,
    save,
    /** What the shop knows of the customer is not on the order until it has been seen and saved there. */
    ensureSaved: () => (isDirty || order.customer.source !== "order" ? save() : Promise.resolve(true)),
    conflicts: conflictsOf(current, stored),
    storedText: stored,
    settle: (field: CustomerField, whose: "mine" | "theirs") => setEdit(settle(current, stored, field, whose)),
  };
}

function masked(field: CustomerField, typed: string): string {
  switch (field) {
    case "cpf":
      return maskCpf(typed);
    case "cep":
      return maskCep(typed);
    case "state":
      return maskState(typed);
    default:
      return typed;
  }
}

/** Where the form begins: with what was typed here and never saved, else with the server's, else with this device's copy. */
function beginOf(order: CheckoutOrder, tenantId: string): { edit: CustomerEdit; loadedFrom: string | null } {
  const stored = customerText(order.customer);
  const asStored = { text: stored, seen: stored };
  if (order.isPaid) return { edit: asStored, loadedFrom: null };
  const copy = readCustomerCopy(tenantId, order.customerPhone);
  const ofDevice = copy === null ? null : { text: copy.text, seen: stored };
  if (ofDevice !== null && isChanged(ofDevice) && (copy?.isUnsaved === true || isEmptyCustomer(stored)))
    return { edit: ofDevice, loadedFrom: texts.loadedFromDevice };
  return { edit: asStored, loadedFrom: order.customer.source === "customer" ? texts.loadedFromShop : null };
}
