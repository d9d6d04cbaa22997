import type { TenantRole } from "../../../domain/people";

/** Every Portuguese sentence of the tab Equipe. */
export const texts = {
  roles: { owner: "Responsável", staff: "Equipe" } satisfies Record<TenantRole, string>,
  members: "Pessoas da equipe",
  loading: "Carregando equipe",
  failed: "Não foi possível carregar a equipe. Tente de novo.",
  invite: "Convidar pessoa",
  columns: { name: "Nome", email: "E-mail", role: "Função", since: "Desde", actions: "Ações" },
  you: "você",
  alone: "Só você está nesta empresa. Convide quem vende com você.",

  more: (name: string) => `Mais ações para ${name}`,
  makeOwner: "Tornar responsável",
  makeStaff: "Tornar equipe",
  setPassword: "Definir senha",
  remove: "Remover da equipe",

  roleQuestion: (name: string, role: TenantRole) =>
    role === "owner"
      ? `${name} poderá mudar configurações, integrações, cupons, brindes e a própria equipe.`
      : `${name} deixará de ver configurações, equipe e registro de auditoria.`,
  roleChanged: (name: string, role: TenantRole) =>
    role === "owner" ? `${name} agora é responsável` : `${name} agora é da equipe`,
  roleFailed: "Não foi possível mudar a função. Tente de novo.",

  removeTitle: (name: string) => `Remover ${name}`,
  removeQuestion: (name: string) =>
    `${name} sai da empresa agora, em todos os aparelhos. A conta continua existindo e pode ser convidada de novo.`,
  removed: (name: string) => `${name} não faz mais parte da equipe`,
  removeFailed: "Não foi possível remover a pessoa. Tente de novo.",

  passwordTitle: (name: string) => `Definir senha de ${name}`,
  passwordLine: "A pessoa é desconectada em todos os aparelhos e entra com a senha nova.",
  newPassword: "Senha nova",
  passwordHint: "De 6 a 72 caracteres",
  passwordRequired: "Informe a senha nova",
  savePassword: "Definir senha",
  saving: "Salvando…",
  passwordSet: (name: string) => `Senha de ${name} definida`,
  passwordFailed: "Não foi possível definir a senha. Tente de novo.",

  invites: "Convites em aberto",
  inviteColumns: { role: "Função", by: "Criado por", created: "Criado em", expires: "Vale até", actions: "Ações" },
  expired: "Vencido",
  revoke: "Cancelar convite",
  revokeNamed: (role: string, by: string) => `Cancelar convite para ${role} criado por ${by}`,
  revokeQuestion: "O link deixa de valer para quem o recebeu.",
  revoked: "Convite cancelado",
  revokeFailed: "Não foi possível cancelar o convite. Tente de novo.",

  inviteTitle: "Convidar pessoa",
  inviteLine: "Envie o link a uma pessoa. Ele vale uma vez, por 7 dias.",
  inviteRole: "Função",
  createLink: "Criar link",
  creating: "Criando…",
  inviteFailed: "Não foi possível criar o convite. Tente de novo.",
  link: "Link do convite",
  linkOnce: "Este link aparece só agora. Copie antes de fechar.",
  copy: "Copiar link",
  copied: "Link copiado",
  copyFailed: "Não foi possível copiar. Selecione o link e copie.",
  done: "Concluir",
  cancel: "Cancelar",
} as const;
