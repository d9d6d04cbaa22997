import type { ConnectionState } from "../../../domain/oauth";

const states: Readonly<Record<ConnectionState, string>> = {
  disconnected: "Desconectado",
  connecting: "Conectando…",
  connected: "Conectado",
  attention: "Precisa de atenção",
  broken: "Parou de funcionar",
};

/** Every sentence about a company's connection to a service; what is wrong with one is said by `domain/oauth.ts`. */
export const texts = {
  title: (service: string) => `Conexão com o ${service}`,
  states,
  by: "Conectado por",
  at: (name: string, instant: string) => `${name} em ${instant}`,
  expires: "Acesso válido até",
  typedToken: "Com um token digitado em Integrações, que não se renova sozinho.",
  connect: "Conectar",
  connectAgain: "Conectar de novo",
  connecting: "Abrindo…",
  connectFailed: "Erro ao iniciar OAuth",
  unsaved: "Salve as alterações antes de conectar.",
  waiting: "Dê a permissão na aba que abriu. Esta tela muda sozinha.",
  openPage: "Abrir a página de permissão",
  check: "Conferir agora",
  checking: "Conferindo…",
  checkFailed: "Não foi possível conferir a conexão. Tente de novo.",
  disconnect: "Desconectar",
  disconnectFrom: (service: string) => `Desconectar do ${service}`,
  disconnectQuestion: (service: string) => `Desconectar a loja do ${service}?`,
  disconnected: (service: string) => `Desconectado do ${service}`,
  disconnectFailed: "Erro ao desconectar",
} as const;
