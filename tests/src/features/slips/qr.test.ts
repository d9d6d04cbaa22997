import { expect, test } from "vitest";
import { QR_SIZE, qrOfDigits, qrPath } from "../../../../src/features/slips/qr";

test("I2: the code of order 1284 is the one any other encoder of version 1-M draws, mask and all", () => {
  const drawn = qrOfDigits("1284").map((line) => line.map((isBlack) => (isBlack ? "#" : ".")).join(""));
  expect(drawn).toEqual([
    "#######...##..#######",
    "#.....#.##.##.#.....#",
    "#.###.#..##.#.#.###.#",
    "#.###.#..#.##.#.###.#",
    "#.###.#.#..##.#.###.#",
    "#.....#..#.#..#.....#",
    "#######.#.#.#.#######",
    ".........#...........",
    "#.#.#.#.....#...#..#.",
    "#.###..#.#.#.#.#...#.",
    "##.#..###..#.###..#.#",
    "...#...#...###.###.#.",
    "##.##.###..#.###..#..",
    "........###...#...##.",
    "#######..#..#...#...#",
    "#.....#..#....#...#..",
    "#.###.#.#.#.#.#.#.#.#",
    "#.###.#...##.#.#.#.#.",
    "#.###.#.#..#.###.##.#",
    "#.....#..#.###.###...",
    "#######.#.##.###.##.#",
  ]);
});

test.each(["1", "12", "123456789"])("%s has a code of its own", (digits) => {
  const codes = ["1284", "1", "12", "123456789"].map((each) => qrPath(qrOfDigits(each)));
  expect(codes.filter((code) => code === qrPath(qrOfDigits(digits)))).toHaveLength(1);
  expect(qrOfDigits(digits)).toHaveLength(QR_SIZE);
});

test("what is no number is a bug", () => {
  expect(() => qrOfDigits("12a")).toThrow();
  expect(() => qrOfDigits("")).toThrow();
});
