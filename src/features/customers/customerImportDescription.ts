import { checkCustomerRow, CUSTOMER_COLUMNS, readCustomerSheet } from "../../../domain/customerImport";
import { ok } from "../../../domain/errors";
import type { ImportDescription } from "../imports";

/** How a file becomes customers. */
export const customerImport: ImportDescription = {
  kind: "customer_import",
  title: "Importar clientes",
  columns: CUSTOMER_COLUMNS,
  example: [
    "(31) 98765-4321",
    "Maria Souza",
    "529.982.247-25",
    "maria@exemplo.com",
    "31575-060",
    "Rua das Flores",
    "12",
    "Apto 3",
    "Centro",
    "Belo Horizonte",
    "MG",
    "Clientes VIP",
  ],
  updateExisting: "Atualizar clientes que já existem",
  updateHint: "Pelo telefone. Sem isto, um telefone que já tem nome é um erro.",
  read: readCustomerSheet,
  check: (cells, options) => {
    const checked = checkCustomerRow(cells, options);
    return checked.ok ? ok(checked.value.phone) : checked;
  },
  modelName: "modelo-clientes.csv",
};
