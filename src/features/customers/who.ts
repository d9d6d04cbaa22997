import { formatPhone } from "../../../domain/phone";

/** How a customer is called: by name, else by the phone. */
export function whoIs({ name, phone }: { readonly name: string | null; readonly phone: string }): string {
  return name ?? formatPhone(phone);
}
