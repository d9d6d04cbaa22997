import type { TenantRole } from "../../../domain/people";

/** Every Portuguese sentence of the invitation page. */
export const texts = {
  title: "Convite",
  loading: "Carregando convite",
  failed: "Não foi possível abrir o convite. Recarregue a página.",
  gone: "Convite inválido ou vencido",
  askAnother: "Peça um novo convite a quem chamou você.",
  toHome: "Ir para o início",
  invited: (tenantName: string, role: TenantRole) =>
    role === "owner"
      ? `${tenantName} convida você para ser responsável pela empresa.`
      : `${tenantName} convida você para a equipe.`,
  makeAccount: "Crie sua conta para entrar. Se já tem uma, entre com ela.",
  as: (email: string) => `Você está conectado como ${email}.`,
  join: (tenantName: string) => `Entrar na equipe de ${tenantName}`,
  joining: "Entrando na equipe…",
  joined: (tenantName: string) => `Você agora faz parte da equipe de ${tenantName}`,
  joinFailed: "Não foi possível aceitar o convite. Tente de novo.",
  otherCompany: "Sua conta já está ligada a uma empresa",
  otherAccount: "Entrar com outra conta",
} as const;
