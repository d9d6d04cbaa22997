import { describe, expect, test } from "vitest";
import { csvMoney, csvPhone, plainCell, toCsv } from "../../domain/csv";
import { ORDER_CSV_HEADER, orderCsvRow, ordersCsvName } from "../../domain/orderCsv";

describe("a file for a spreadsheet", () => {
  test("has its mark, semicolons and CRLF; quotes where a cell needs them", () => {
    expect(
      toCsv([
        ["a", 'diz "oi"'],
        ["1;2", "linha\nnova"],
      ]),
    ).toBe('\ufeffa;"diz ""oi"""\r\n"1;2";"linha\nnova"\r\n');
  });

  test.each(["=1+1", "+55", "-2", "@SUM(A1)", "\t=1", '=HYPERLINK("http://x";"y")'])(
    "%j is no live formula",
    (cell) => {
      const [first = ""] = toCsv([[cell]])
        .slice(1)
        .replace(/^"/, "");
      expect(first).toBe("'");
      expect(plainCell(`'${cell}`)).toBe(cell);
    },
  );

  test("money has a comma, a phone stays text", () => {
    expect(csvMoney(123456)).toBe("1234,56");
    expect(csvPhone("5511912345678")).toBe("(11) 91234-5678");
    expect(csvPhone("351912345678")).toBe("+351912345678");
  });
});

test("an order's line is as the specification has it", () => {
  const order = {
    number: 12,
    customerPhone: "5511912345678",
    totalCents: 18990,
    isPaid: true,
    eventType: "LIVE",
    eventDate: "2026-11-20",
    createdAt: Date.parse("2026-11-21T01:05:00Z"),
  };
  expect(toCsv([ORDER_CSV_HEADER, orderCsvRow(order)])).toBe(
    "\ufeffPedido;Telefone;Total;Pago;Tipo de evento;Data do evento;Criado em\r\n" +
      "12;(11) 91234-5678;189,90;Sim;LIVE;20/11/2026;20/11/2026 22:05\r\n",
  );
  expect(orderCsvRow({ ...order, isPaid: false })[3]).toBe("Não");
  expect(ordersCsvName("2026-11-21")).toBe("pedidos_2026-11-21.csv");
});
