import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCsv } from "../../../../domain/csv";
import { parseCsv, readCsvFile } from "../../../../src/features/imports/csvFile";

/** Without the line after the last line's end. */
const cellsOf = (text: string) =>
  parseCsv(text)
    .map(({ cells }) => cells)
    .filter((cells) => cells.some((cell) => cell !== ""));

describe("the cells of a file", () => {
  test("ours are read back as they were written, whatever the cells hold", () => {
    const cell = fc
      .string({ unit: "grapheme", maxLength: 20 })
      .map((text) => text.replaceAll("\r", "").replace(/^'+/, ""));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant("x"), cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        expect(cellsOf(toCsv(rows))).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });

  test.each(["=1+1", "+55", "-2", "@SUM(A1)", "\t=1", '=HYPERLINK("http://x";"y")'])(
    "%j comes back without the apostrophe that made it harmless",
    (cell) => expect(cellsOf(toCsv([["x", cell]]))).toEqual([["x", cell]]),
  );

  test.each([
    ["commas", "a,b\n1,2\n"],
    ["tabs", "a\tb\r\n1\t2"],
    ["semicolons, with empty lines and a mark", "\ufeffa;b\r\n\r\n;\r\n1;2\r\n"],
  ])("written by others is read: %s", (_title, text) => {
    expect(cellsOf(text)).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  test("the titles decide what separates: a price with a comma and a name with one do not", () => {
    expect(cellsOf("Nome;Preço\nSaia, azul;10,00\nBlusa, lisa;5,50\n")[1]).toEqual(["Saia, azul", "10,00"]);
  });

  test("lines are counted as a spreadsheet counts them: empty ones and those of many lines are one each", () => {
    const rows = parseCsv('a;b\r\n\r\n"x\r\ny";1\r\nz;2');
    expect(rows.filter(({ cells }) => cells.length > 1).map(({ line }) => line)).toEqual([1, 3, 4]);
  });
});

describe("the file", () => {
  test("that Excel wrote without UTF-8 keeps its accents", async () => {
    // 'Código;Preço' in Windows-1252.
    const bytes = [0x43, 0xf3, 0x64, 0x69, 0x67, 0x6f, 0x3b, 0x50, 0x72, 0x65, 0xe7, 0x6f];
    const reading = await readCsvFile(new Blob([new Uint8Array(bytes)]));
    expect(reading.ok && reading.rows[0]?.cells).toEqual(["Código", "Preço"]);
  });

  test("in UTF-8 keeps accents and emoji", async () => {
    const reading = await readCsvFile(new Blob(["\ufeffNome;Preço\r\nSaia 🌸;1\r\n"]));
    expect(reading.ok && reading.rows[1]?.cells).toEqual(["Saia 🌸", "1"]);
  });

  test.each([
    ["of Excel itself", [0x50, 0x4b, 0x03, 0x04, 0x14]],
    ["of an old Excel", [0xd0, 0xcf, 0x11, 0xe0, 0xa1]],
  ])("%s is told from one that can be read", async (_title, bytes) => {
    expect(await readCsvFile(new Blob([new Uint8Array(bytes)]))).toEqual({ ok: false, problem: "is_spreadsheet" });
  });

  test("that is too large is not even opened", async () => {
    const huge = { size: 21 * 1024 * 1024, arrayBuffer: () => Promise.reject(new Error("should not be read")) };
    expect(await readCsvFile(huge as unknown as Blob)).toEqual({ ok: false, problem: "too_large" });
  });
});
