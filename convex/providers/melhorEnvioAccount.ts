import * as z from "zod/mini";
import { callMelhorEnvio, nonsense, type MelhorEnvioAccess, type MelhorEnvioAnswer } from "./melhorEnvioCall";

const vAccount = z.object({
  firstname: z.optional(z.nullable(z.string())),
  lastname: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
});

/** The name, or the e-mail, of the account that the token stands for. Source: contracts/melhor-envio.md §2 (`GET /me`). */
export async function askWhoseAccount(access: MelhorEnvioAccess): Promise<MelhorEnvioAnswer<string>> {
  const said = await callMelhorEnvio(access, { method: "GET", path: "", isRepeatable: true });
  if (!said.ok) return said;
  const account = vAccount.safeParse(said.value);
  if (!account.success) return nonsense();
  const { firstname, lastname, email } = account.data;
  const name = [firstname, lastname].filter(Boolean).join(" ") || (email ?? "");
  return name === "" ? nonsense() : { ok: true, value: name };
}
