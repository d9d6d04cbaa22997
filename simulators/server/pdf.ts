const PAGE = { width: 298, height: 420 };
const MARGIN = 24;
const FIRST_LINE = 380;
const LINE_HEIGHT = 18;
const SIZE = 11;

/** A one-page PDF with some lines of text, as small as the format allows. */
export function textPdf(lines: readonly string[]): Uint8Array {
  const text = lines.map(
    (line, at) => `BT /F1 ${SIZE} Tf ${MARGIN} ${FIRST_LINE - at * LINE_HEIGHT} Td (${escaped(line)}) Tj ET`,
  );
  const content = text.join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  file += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join("")}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/** One byte for each letter: what is not of Latin-1 becomes a question mark. */
function escaped(line: string): string {
  return line.replace(/[^\u0020-\u00ff]/g, "?").replace(/[\\()]/g, "\\$&");
}
