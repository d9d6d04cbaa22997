/**
 * A QR code of a number: version 1 (21 × 21), digits, error correction M, which survives a smudge or a fold.
 *
 * Source: ISO/IEC 18004. Version 1-M holds 34 digits; an order number has at most nine.
 */
const SIZE = 21;
const DATA_BYTES = 16;
const CHECK_BYTES = 10;
const MAX_DIGITS = 34;

/** The modules row by row, true where black. */
export type QrMatrix = readonly (readonly boolean[])[];

/** @param digits only digits, at most 34 */
export function qrOfDigits(digits: string): QrMatrix {
  if (!/^\d+$/.test(digits) || digits.length > MAX_DIGITS)
    throw new Error("a QR code of ours should hold 1 to 34 digits");
  const data = dataBytes(digits);
  const bits = bitsOf([...data, ...checkBytes(data)]);
  const candidates = MASKS.map((mask, number) => draw(bits, mask, number));
  return candidates.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

/** Digits in threes of ten bits, a pair in seven, a single one in four; then the padding the standard asks for. */
function dataBytes(digits: string): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  push(0b0001, 4);
  push(digits.length, 10);
  for (let at = 0; at < digits.length; at += 3) {
    const group = digits.slice(at, at + 3);
    push(Number(group), group.length * 3 + 1);
  }
  push(0, Math.min(4, DATA_BYTES * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const bytes: number[] = [];
  for (let at = 0; at < bits.length; at += 8) bytes.push(Number.parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; bytes.length < DATA_BYTES; pad ^= 0xec ^ 0x11) bytes.push(pad);
  return bytes;
}

/** The remainder of the Reed-Solomon division over GF(256), primitive polynomial 0x11d. */
function checkBytes(data: readonly number[]): number[] {
  const generator = generatorOf(CHECK_BYTES);
  const rest = [...data, ...Array.from({ length: CHECK_BYTES }, () => 0)];
  for (let at = 0; at < data.length; at += 1) {
    const factor = rest[at] ?? 0;
    if (factor === 0) continue;
    generator.forEach((coefficient, step) => {
      rest[at + step] = (rest[at + step] ?? 0) ^ times(coefficient, factor);
    });
  }
  return rest.slice(data.length);
}

function generatorOf(degree: number): number[] {
  let polynomial = [1];
  for (let power = 0, root = 1; power < degree; power += 1, root = times(root, 2)) {
    const shifted = [...polynomial, 0];
    polynomial.forEach((coefficient, at) => {
      shifted[at + 1] = (shifted[at + 1] ?? 0) ^ times(coefficient, root);
    });
    polynomial = shifted;
  }
  return polynomial;
}

function times(a: number, b: number): number {
  let product = 0;
  for (let left = a, right = b; right > 0; right >>= 1) {
    if ((right & 1) === 1) product ^= left;
    left <<= 1;
    if (left > 0xff) left ^= 0x11d;
  }
  return product;
}

function bitsOf(bytes: readonly number[]): boolean[] {
  return bytes.flatMap((byte) => Array.from({ length: 8 }, (_, at) => ((byte >> (7 - at)) & 1) === 1));
}

type Mask = (row: number, column: number) => boolean;

/** Source: ISO/IEC 18004, data masking, in the standard's order. */
const MASKS: readonly Mask[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

function draw(bits: readonly boolean[], mask: Mask, maskNumber: number): boolean[][] {
  const modules: (boolean | null)[][] = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => null));
  const put = (row: number, column: number, isBlack: boolean) => {
    const line = modules[row];
    if (line !== undefined && column >= 0 && column < SIZE) line[column] = isBlack;
  };
  for (const [top, left] of [
    [0, 0],
    [0, SIZE - 7],
    [SIZE - 7, 0],
  ] as const) {
    drawFinder(put, top, left);
  }
  for (let at = 8; at < SIZE - 8; at += 1) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  drawFormat(put, maskNumber);
  let next = 0;
  for (const [row, column] of dataPath()) {
    if (modules[row]?.[column] !== null) continue;
    put(row, column, (bits[next] ?? false) !== mask(row, column));
    next += 1;
  }
  return modules.map((line) => line.map((module) => module === true));
}

type Put = (row: number, column: number, isBlack: boolean) => void;

/** One of the three squares in the corners, with the white around it. */
function drawFinder(put: Put, top: number, left: number): void {
  for (let row = -1; row <= 7; row += 1) {
    for (let column = -1; column <= 7; column += 1) {
      const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
      put(top + row, left + column, ring !== 2 && ring <= 3);
    }
  }
}

/** Level M and the mask, twice, with the check bits of BCH(15, 5). */
function drawFormat(put: Put, maskNumber: number): void {
  const data = maskNumber;
  let rest = data << 10;
  for (let bit = 14; bit >= 10; bit -= 1) if (((rest >> bit) & 1) === 1) rest ^= 0x537 << (bit - 10);
  const format = ((data << 10) | rest) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const isBlack = ((format >> at) & 1) === 1;
    if (at < 6) put(at, 8, isBlack);
    else if (at < 8) put(at + 1, 8, isBlack);
    else put(SIZE - 15 + at, 8, isBlack);
    if (at < 8) put(8, SIZE - 1 - at, isBlack);
    else if (at === 8) put(8, 7, isBlack);
    else put(8, 14 - at, isBlack);
  }
  put(SIZE - 8, 8, true);
}

/** Two columns at a time from the right, up and down in turn, without the timing column. */
function* dataPath(): Generator<readonly [row: number, column: number]> {
  let isUpward = true;
  for (let right = SIZE - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < SIZE; step += 1) {
      const row = isUpward ? SIZE - 1 - step : step;
      yield [row, right];
      yield [row, right - 1];
    }
    isUpward = !isUpward;
  }
}

/** How hard a code is to read, by the four rules of the standard; the mask with the least is taken. */
function penalty(modules: QrMatrix): number {
  const columns = modules.map((_, at) => modules.map((line) => line[at] === true));
  const lines = [...modules, ...columns].map((line) => line.map((module) => (module ? "1" : "0")).join(""));
  let points = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    for (const pattern of ["10111010000", "00001011101"]) {
      for (let at = line.indexOf(pattern); at !== -1; at = line.indexOf(pattern, at + 1)) points += 40;
    }
  }
  let black = 0;
  modules.forEach((line, row) => {
    line.forEach((module, column) => {
      if (module) black += 1;
      const [right, below, across] = [line[column + 1], modules[row + 1]?.[column], modules[row + 1]?.[column + 1]];
      if (right === module && below === module && across === module) points += 3;
    });
  });
  const percent = (black * 100) / (SIZE * SIZE);
  return points + Math.floor(Math.abs(percent - 50) / 5) * 10;
}

/** The black modules as one SVG path, a unit each, a row's neighbours in one stroke. */
export function qrPath(matrix: QrMatrix): string {
  let path = "";
  matrix.forEach((line, row) => {
    for (let column = 0; column < line.length; column += 1) {
      if (line[column] !== true) continue;
      const from = column;
      while (line[column + 1] === true) column += 1;
      const length = column + 1 - from;
      path += `M${from} ${row}h${length}v1h-${length}z`;
    }
  });
  return path;
}

/** Modules on a side, without the white border. */
export const QR_SIZE = SIZE;
