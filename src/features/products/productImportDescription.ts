import { ok } from "../../../domain/errors";
import { checkProductRow, PRODUCT_COLUMNS, readProductSheet } from "../../../domain/productImport";
import type { ImportDescription } from "../imports";

/** How a file becomes products. */
export const productImport: ImportDescription = {
  kind: "product_import",
  title: "Importar produtos",
  columns: PRODUCT_COLUMNS,
  example: ["C151", "Vestido Midi Lírio", "89,90", "12", "Preto", "M", "Ativo"],
  updateExisting: "Atualizar produtos que já existem",
  updateHint: "Pelo código. Sem isto, um código que já existe é um erro.",
  read: readProductSheet,
  check: (cells) => {
    const checked = checkProductRow(cells);
    return checked.ok ? ok(checked.value.code) : checked;
  },
  modelName: "modelo-produtos.csv",
};
