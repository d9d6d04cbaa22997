import type { TenantWriter } from "../lib/tenantDb";
import { callbackUrlOf } from "./oauthApps";
import type { Deed } from "./orderEvents";
import { readShipping, saveShipping } from "./shippingSettings";

/** Who the demonstration company sends as. Invented; the postal code is the installation's default. */
const SENDER = {
  senderName: "Loja Demo",
  senderDocument: "11222333000181",
  senderStreet: "Rua das Flores",
  senderNumber: "100",
  senderComplement: "Loja 2",
  senderNeighborhood: "Centro",
  senderCity: "Belo Horizonte",
  senderState: "MG",
  senderEmail: "vendas@lojademo.test",
  senderPhone: "31999990000",
};

/**
 * Registers the demonstration company at the simulated Melhor Envio, where nobody has said who it sends as; and follows
 * where this installation is reached, which may change from start to start.
 */
export async function switchOnShipping(db: TenantWriter, clientId: string, deed: Deed): Promise<void> {
  const { senderName, clientId: registered, redirectUri } = await readShipping(db);
  const callbackUrl = callbackUrlOf("melhor_envio");
  const isUntouched = registered === "" && redirectUri === "";
  if (isUntouched && senderName === "") await saveShipping(db, { ...SENDER, clientId, redirectUri: callbackUrl }, deed);
  else if (registered === clientId && isOurs(redirectUri) && redirectUri !== callbackUrl)
    await saveShipping(db, { redirectUri: callbackUrl }, deed);
}

function isOurs(address: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/oauth\/melhor-envio$/.test(address);
}
