import { httpRouter } from "convex/server";
import { auth } from "./auth";
import { CLERK_NOTICES_PATH, receive } from "./clerkNotices";
import { gateway } from "./gatewayWebhooks";
import { MELHOR_ENVIO_PREFIX, melhorEnvio } from "./labelNotices";
import { GATEWAY_PREFIX } from "./model/gatewayConnection";
import { callback, OAUTH_PREFIX } from "./oauth";
import { MERCADO_PAGO_PREFIX, mercadoPago } from "./webhooks";

const http = httpRouter();

// /.well-known/openid-configuration and /.well-known/jwks.json: where our own tokens are verified.
auth.addHttpRoutes(http);

// Notices of the payment provider, each company at its own address.
http.route({ pathPrefix: MERCADO_PAGO_PREFIX, method: "POST", handler: mercadoPago });

// News of the messaging gateways, each company at its own address.
http.route({ pathPrefix: GATEWAY_PREFIX, method: "POST", handler: gateway });

// Notices of labels, each company at its own address.
http.route({ pathPrefix: MELHOR_ENVIO_PREFIX, method: "POST", handler: melhorEnvio });

// Notices of Clerk, where it keeps the accounts.
http.route({ path: CLERK_NOTICES_PATH, method: "POST", handler: receive });

// Where services send people back to who have connected the company's account there.
http.route({ pathPrefix: OAUTH_PREFIX, method: "GET", handler: callback });

export default http;
