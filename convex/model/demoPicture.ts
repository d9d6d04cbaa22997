import type { DemoColor, Garment } from "./demoCatalogue";

const WIDTH = 320;
const HEIGHT = 400;

/** The outline of a garment and the folds drawn over it, as SVG paths on a 320 × 400 field. */
interface Drawing {
  readonly outline: string;
  readonly folds: string;
  /** Where the initials sit, measured from the top. */
  readonly initialsY: number;
}

const DRAWINGS: Readonly<Record<Garment, Drawing>> = {
  dress: {
    outline:
      "M124 58 Q160 92 196 58 L214 66 Q206 118 200 148 Q194 168 202 186 Q236 258 250 326 Q160 352 70 326 " +
      "Q84 258 118 186 Q126 168 120 148 Q114 118 106 66 Z",
    folds: "M120 172 Q160 184 200 172 M140 196 Q126 262 116 332 M160 198 L160 340 M180 196 Q194 262 204 332",
    initialsY: 140,
  },
  blouse: {
    outline:
      "M120 84 Q160 118 200 84 L236 100 Q266 138 276 196 L240 210 Q230 178 216 160 L220 312 Q160 324 100 312 " +
      "L104 160 Q90 178 80 210 L44 196 Q54 138 84 100 Z",
    folds:
      "M120 84 Q160 132 200 84 M104 160 Q108 206 102 290 M216 160 Q212 206 218 290 M58 186 L84 196 M262 186 L236 196",
    initialsY: 222,
  },
  skirt: {
    outline: "M106 92 L214 92 L220 116 Q254 220 268 318 Q160 346 52 318 Q66 220 100 116 Z",
    folds: "M100 116 L220 116 M126 118 Q108 220 96 328 M150 118 L138 336 M170 118 L182 336 M194 118 Q212 220 224 328",
    initialsY: 226,
  },
  trousers: {
    outline: "M108 64 L212 64 L218 92 Q230 214 238 344 L182 348 L160 168 L138 348 L82 344 Q90 214 102 92 Z",
    folds:
      "M102 92 L218 92 M160 92 L160 168 M122 94 Q114 118 104 128 M198 94 Q206 118 216 128 M112 140 L108 338 M208 140 L212 338",
    initialsY: 140,
  },
  coat: {
    outline:
      "M124 56 L160 96 L196 56 L240 78 Q262 148 270 246 L234 254 L226 176 L232 340 Q160 352 88 340 L94 176 " +
      "L86 254 L50 246 Q58 148 80 78 Z",
    folds:
      "M160 96 L160 346 M124 56 L136 128 L160 156 M196 56 L184 128 L160 156 M106 240 L138 240 M182 240 L214 240 M150 190 L150 190.5 M150 226 L150 226.5",
    initialsY: 210,
  },
};

export interface PictureOf {
  readonly code: string;
  readonly name: string;
  readonly garment: Garment;
  readonly color: DemoColor;
}

/** The picture of a demonstration product as SVG text: its garment, in its colour, with its initials and its code. */
export function drawPicture({ code, name, garment, color }: PictureOf): string {
  const { outline, folds, initialsY } = DRAWINGS[garment];
  const { cloth, shade } = color;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    `<title>${escapeXml(`${name}, ${color.name}`)}</title>`,
    `<defs><linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f7f3ee"/>`,
    `<stop offset="1" stop-color="#e6dfd5"/></linearGradient></defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#wall)"/>`,
    `<path d="M160 22 q12 0 12 12 q0 8 -12 12 L160 54 M76 70 Q160 36 244 70" fill="none" stroke="#8d857a" stroke-width="4" stroke-linecap="round"/>`,
    `<ellipse cx="160" cy="362" rx="96" ry="8" fill="#000" opacity="0.08"/>`,
    `<path d="${outline}" fill="${cloth}" stroke="${shade}" stroke-width="3" stroke-linejoin="round"/>`,
    `<path d="${folds}" fill="none" stroke="${shade}" stroke-width="3" stroke-linecap="round" opacity="0.6"/>`,
    `<circle cx="160" cy="${initialsY - 10}" r="25" fill="#fff" opacity="0.9"/>`,
    text(initialsY, 22, escapeXml(initials(name))),
    text(HEIGHT - 12, 22, escapeXml(code)),
    "</svg>",
  ].join("");
}

function text(y: number, size: number, content: string): string {
  return (
    `<text x="${WIDTH / 2}" y="${y - 2}" font-family="Inter, Arial, sans-serif" font-size="${size}" font-weight="600" ` +
    `fill="#3a352f" text-anchor="middle">${content}</text>`
  );
}

/** First and last word: `Vestido Midi Lírio` → `VL`. */
function initials(name: string): string {
  const words = name.split(" ").filter((word) => word !== "");
  const first = words[0]?.charAt(0) ?? "";
  const last = words.length > 1 ? (words[words.length - 1]?.charAt(0) ?? "") : "";
  return (first + last).toUpperCase();
}

function escapeXml(raw: string): string {
  return raw.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
