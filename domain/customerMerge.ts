import type { CustomerFields } from "./customers";
import { ok, refuse, type Result } from "./errors";

/** Who a record is of: enough to see that two are not of one person. */
interface CustomerRecord {
  readonly phone: string;
  readonly cpf: string | null;
}

/** Whether two records may be of one person. Refused with `cannot_merge`. */
export function checkCustomerMerge(from: CustomerRecord, into: CustomerRecord): Result<null> {
  if (from.phone === into.phone) return refuse("cannot_merge", { reason: "Escolha dois clientes diferentes" });
  if (from.cpf !== null && into.cpf !== null && from.cpf !== into.cpf) {
    return refuse("cannot_merge", {
      reason: "Os CPFs são diferentes: são duas pessoas. Corrija o CPF antes de juntar.",
    });
  }
  return ok(null);
}

/** What is known of the one who stays; where that is nothing, what was known of the one who goes. */
export function mergeCustomerFields(from: CustomerFields, into: CustomerFields): CustomerFields {
  return {
    name: into.name ?? from.name,
    cpf: into.cpf ?? from.cpf,
    email: into.email ?? from.email,
    address: into.address ?? from.address,
    whatsappGroup: into.whatsappGroup ?? from.whatsappGroup,
  };
}
