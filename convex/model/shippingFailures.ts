import type { ShippingFailure } from "./melhorEnvioAccess";

/** What happened at Melhor Envio and what staff can do about it. */
export const SHIPPING_FAILURES: Readonly<Record<ShippingFailure, string>> = {
  not_connected: "O Melhor Envio não está conectado. Conecte em Configuração de Frete.",
  unavailable: "O Melhor Envio não respondeu. Tente de novo em instantes.",
  unauthorized: "O Melhor Envio recusou as credenciais da loja. Conecte de novo em Configuração de Frete.",
  forbidden:
    "A conexão com o Melhor Envio não tem esta permissão. Conecte de novo em Configuração de Frete e aceite todas as permissões.",
  not_found: "O Melhor Envio não encontrou o que foi pedido.",
  refused: "O Melhor Envio recusou o pedido.",
  nonsense: "Resposta inválida do Melhor Envio. Tente de novo em instantes.",
};
