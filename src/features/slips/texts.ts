/** Every Portuguese sentence of slips and of printing them. */
export const texts = {
  paper: "Papel",
  preparing: (done: number, all: number) => `Preparando a impressão: ${done} de ${all}`,
  prepareFailed: "Não foi possível preparar a impressão. Tente de novo.",
  missing: (count: number) =>
    count === 1
      ? "1 pedido da seleção não existe mais e não foi impresso."
      : `${count} pedidos da seleção não existem mais e não foram impressos.`,
  tooMany: (max: string) => `Imprima no máximo ${max} pedidos por vez.`,
  /** Source: specification §8, to the letter. */
  blocked: "O navegador bloqueou a janela de impressão. Permita pop-ups para este site.",
  notice: "Aviso",
  tryAgain: "Tentar de novo",
  cancel: "Cancelar",

  mark: (count: number) => `Marcar ${count} como impressos?`,
  markQuestion: "Confirme se a impressão saiu como devia. Sem confirmar, nada muda nos pedidos.",
  markConfirm: (count: number) =>
    count === 1 ? "Marcar 1 pedido como impresso" : `Marcar ${count} pedidos como impressos`,

  markFailed: "Erro ao marcar pedidos como impressos",
  changedMeanwhile: (count: number) =>
    count === 1
      ? "1 pedido mudou enquanto era impresso e não foi marcado: imprima de novo."
      : `${count} pedidos mudaram enquanto eram impressos e não foram marcados: imprima de novo.`,

  number: (number: number) => `#${number}`,
  part: (part: number, parts: number) => `parte ${part} de ${parts}`,
  continues: "Continua na próxima via",
  noName: "Sem nome",
  noAddress: "Endereço não informado",
  noItems: "Sem itens",
  paid: "PAGO",
  pending: "PENDENTE",
  pieces: (count: number) => (count === 1 ? "1 peça" : `${count} peças`),
  adjustment: { surcharge: "Ajuste (acréscimo)", discount: "Ajuste (desconto)" },
  total: "Total",
  observation: "Obs.:",
  shipping: "Envio:",
  payment: "Pagamento:",
} as const;
