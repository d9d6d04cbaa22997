import { describe, expect, test } from "vitest";
import { toCsv } from "../../domain/csv";
import {
  applyCustomerRow,
  checkCustomerRow,
  CUSTOMER_COLUMNS,
  customerCsvRow,
  readCustomerSheet,
} from "../../domain/customerImport";
import { checkProductRow, PRODUCT_COLUMNS, productCsvRow, readProductSheet } from "../../domain/productImport";
import { tidyCells } from "../../domain/sheet";
import type { Result } from "../../domain/errors";
import { refusalMessage } from "../../domain/errors";
import { parseCsv } from "../../src/features/imports/csvFile";

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${result.refusal.code}`);
  return result.value;
}

function sentenceOf(result: Result<unknown>): string {
  if (result.ok) throw new Error("should have been refused");
  return (refusalMessage as (code: string, params: object) => string)(result.refusal.code, result.refusal.params);
}

describe("reading a file", () => {
  test("titles in any order, with accents and capitals or without; lines as a spreadsheet counts them", () => {
    const file = 'NOME;preco;Fornecedor;Código\r\nVestido;10,00;Zé;151\r\n\r\n"Saia\r\nlonga";5;;C2\r\n';
    expect(valueOf(readProductSheet(parseCsv(file)))).toEqual({
      rows: [
        { line: 2, cells: { name: "Vestido", price: "10,00", code: "151" } },
        { line: 4, cells: { name: "Saia\r\nlonga", price: "5", code: "C2" } },
      ],
      unknownTitles: ["Fornecedor"],
    });
  });

  test("of two columns of one title the first that has something counts; short rows have less", () => {
    const { rows } = valueOf(readCustomerSheet(parseCsv("Celular,Telefone,Nome\n,11912345678,Maria\n21922223333\n")));
    expect(rows.map(({ cells }) => cells)).toEqual([{ phone: "11912345678", name: "Maria" }, { phone: "21922223333" }]);
  });

  test.each([
    ["", "O arquivo não tem linhas para importar"],
    ["Código;Nome;Preço\r\n", "O arquivo não tem linhas para importar"],
    ["Código;Cor\r\n1;2", "Colunas que faltam no arquivo: Nome, Preço"],
    [`Código;Nome;Preço\n${"1;2;3\n".repeat(20_001)}`, "O arquivo tem mais de 20000 linhas. Divida-o em partes."],
  ])("%.20s… is refused", (file, sentence) => {
    expect(sentenceOf(readProductSheet(parseCsv(file)))).toBe(sentence);
  });

  test("rows that are sent keep our columns alone, and no cell longer than any field", () => {
    const cells = { code: "C1", outra: "x", name: "n".repeat(500) };
    expect(tidyCells(cells, PRODUCT_COLUMNS)).toEqual({ code: "C1", name: "n".repeat(200) });
  });
});

describe("a row as a product", () => {
  const ROW = { code: "151", name: "Vestido", price: "R$ 1.234,56" };

  test("has what the row says and leaves out what it does not", () => {
    expect(valueOf(checkProductRow(ROW))).toEqual({ code: "C151", name: "Vestido", priceCents: 123_456 });
    const whole = { ...ROW, stock: "1.200", color: "Azul", size: "M", state: "Inativo" };
    expect(valueOf(checkProductRow(whole))).toMatchObject({ stock: 1200, color: "Azul", size: "M", isActive: false });
    expect(valueOf(checkProductRow({ ...ROW, stock: "12,00", state: "sim" }))).toMatchObject({
      stock: 12,
      isActive: true,
    });
  });

  test.each([
    [{ code: "" }, "Preencha todos os campos obrigatórios"],
    [{ name: " " }, "Preencha todos os campos obrigatórios"],
    [{ price: "" }, "Preencha todos os campos obrigatórios"],
    [{ price: "dez" }, "Valor inválido"],
    [{ price: "-1" }, "Valor inválido"],
    [{ stock: "1,5" }, "Estoque inválido"],
    [{ stock: "muitos" }, "Estoque inválido"],
    [{ state: "talvez" }, "Situação inválida. Use Ativo ou Inativo."],
    [{ name: "x".repeat(121) }, "Use no máximo 120 caracteres"],
  ])("%j: '%s'", (cells, sentence) => {
    expect(sentenceOf(checkProductRow({ ...ROW, ...cells }))).toBe(sentence);
  });

  test("what is exported is read back as it was, also what looks like a formula", () => {
    const product = {
      code: "C151",
      name: '=HYPERLINK("x";"y") 👗',
      priceCents: 18_990,
      stock: 3,
      color: "-azul",
      size: null,
      isActive: false,
    };
    const file = toCsv([PRODUCT_COLUMNS.map(({ title }) => title), productCsvRow(product)]);
    const [row] = valueOf(readProductSheet(parseCsv(file))).rows;
    const { size: _none, ...rest } = product;
    expect(valueOf(checkProductRow(row?.cells ?? {}))).toEqual(rest);
  });
});

describe("a row as a customer", () => {
  const NEW = { updateExisting: false };
  const NOBODY = { name: null, cpf: null, email: null, address: null, whatsappGroup: null };
  const FULL = {
    name: "José ✨",
    cpf: "01234567890",
    email: "ze@loja.test",
    address: {
      cep: "01310100",
      street: "Av. Paulista",
      number: "1",
      complement: "",
      neighborhood: "Bela Vista",
      city: "São Paulo",
      state: "SP",
    },
    whatsappGroup: "VIPs",
  };

  test("what is exported is read back as it was", () => {
    const line = customerCsvRow({ phone: "5511912345678", ...FULL });
    expect(line.slice(0, 5)).toEqual(["(11) 91234-5678", "José ✨", "012.345.678-90", "ze@loja.test", "01310-100"]);
    const file = toCsv([CUSTOMER_COLUMNS.map(({ title }) => title), line]);
    const [row] = valueOf(readCustomerSheet(parseCsv(file))).rows;
    const draft = valueOf(checkCustomerRow(row?.cells ?? {}, NEW));
    expect(draft.phone).toBe("5511912345678");
    expect(valueOf(applyCustomerRow(NOBODY, draft))).toEqual(FULL);
  });

  test("a CPF and a CEP get back the zeros that a spreadsheet dropped", () => {
    const draft = valueOf(
      checkCustomerRow({ phone: "11912345678", name: "Zé", cpf: "1234567890", cep: "1310100" }, NEW),
    );
    expect(valueOf(applyCustomerRow(NOBODY, draft))).toMatchObject({
      cpf: "01234567890",
      address: { cep: "01310100" },
    });
  });

  test("over a known customer it changes what it says and keeps the rest, of the address too", () => {
    const draft = valueOf(checkCustomerRow({ phone: "11912345678", number: "77" }, { updateExisting: true }));
    expect(valueOf(applyCustomerRow(FULL, draft))).toEqual({ ...FULL, address: { ...FULL.address, number: "77" } });
  });

  test.each([
    [{ name: "Zé" }, "Informe telefone e nome completo"],
    [{ phone: "11912345678" }, "Informe telefone e nome completo"],
    [{ phone: "5,51191E+12", name: "Zé" }, "Telefone inválido"],
    [{ phone: "11912345678", name: "Zé", cpf: "11111111111" }, "CPF ou CNPJ inválido"],
    [{ phone: "11912345678", name: "Zé", email: "ze" }, "E-mail inválido"],
    [{ phone: "11912345678", name: "Zé", cep: "123" }, "CEP inválido. Use 8 dígitos."],
    [{ phone: "11912345678", name: "Zé", state: "XX" }, "UF inválida. Use a sigla do estado, como MG."],
  ])("%j: '%s'", (cells, sentence) => {
    expect(sentenceOf(checkCustomerRow(cells, NEW))).toBe(sentence);
  });
});
