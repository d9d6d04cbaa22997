import { describe, expect, test } from "vitest";
import { checkPicture, MAX_PICTURE_BYTES } from "../../domain/pictures";
import { checkProductDraft, nextCode, type ProductDraft } from "../../domain/products";

const DRAFT: ProductDraft = {
  code: " c151 ",
  name: " Vestido Lírio ✨ ",
  priceCents: 18990,
  stock: null,
  color: " ",
  size: "M",
  isActive: true,
};

describe("a product as it is typed", () => {
  test("is kept with its code in one form, without spaces around, with no stock where none was typed", () => {
    expect(checkProductDraft(DRAFT)).toEqual({
      ok: true,
      value: {
        code: "C151",
        name: "Vestido Lírio ✨",
        priceCents: 18990,
        stock: 0,
        color: null,
        size: "M",
        isActive: true,
      },
    });
  });

  test.each([
    ["without a code", { code: " " }, "fields_required"],
    ["without a name", { name: "" }, "fields_required"],
    ["without a price", { priceCents: null }, "fields_required"],
    ["with a price below zero", { priceCents: -1 }, "invalid_amount"],
    ["with half a centavo", { priceCents: 0.5 }, "invalid_amount"],
    ["with stock below zero", { stock: -1 }, "invalid_stock"],
    ["with half a piece", { stock: 1.5 }, "invalid_stock"],
    ["with a name of 121 letters", { name: "x".repeat(121) }, "value_too_long"],
    ["with a code of 41", { code: "x".repeat(41) }, "value_too_long"],
    ["with a color of 61", { color: "x".repeat(61) }, "value_too_long"],
  ])("is refused %s", (_title, fields, code) => {
    expect(checkProductDraft({ ...DRAFT, ...fields })).toMatchObject({ ok: false, refusal: { code } });
  });

  test("a price of zero is a price", () => {
    expect(checkProductDraft({ ...DRAFT, priceCents: 0 }).ok).toBe(true);
  });
});

describe("the code to suggest", () => {
  test.each([
    [[], "C1"],
    [["C1", "C151", "C99"], "C152"],
    [["X900", "C2B", "C7"], "C8"],
  ])("after %j is %s", (codes, next) => {
    expect(nextCode(codes)).toBe(next);
  });
});

describe("a picture", () => {
  const bytes = (...head: number[]) => Uint8Array.from([...head, ...Array<number>(40).fill(0)]);
  const text = (content: string) => new TextEncoder().encode(content);

  test.each([
    ["JPEG", bytes(0xff, 0xd8, 0xff, 0xe0), "image/jpeg"],
    ["PNG", bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), "image/png"],
    ["WebP", text("RIFF\0\0\0\0WEBPVP8 "), "image/webp"],
  ])("is known by what it begins with: %s", (_title, content, type) => {
    expect(checkPicture(content, MAX_PICTURE_BYTES)).toEqual({ ok: true, value: type });
  });

  test.each([
    ["an SVG with a script", text("<svg onload='x()'><script>x()</script></svg>")],
    ["an SVG behind an XML head", text('<?xml version="1.0"?><svg/>')],
    ["a page", text("<!doctype html>")],
    ["a sound in a RIFF file", text("RIFF\0\0\0\0WAVEfmt ")],
    ["nothing", new Uint8Array()],
    ["a PNG cut short", Uint8Array.from([0x89, 0x50, 0x4e])],
  ])("is not: %s", (_title, content) => {
    expect(checkPicture(content, MAX_PICTURE_BYTES)).toMatchObject({ ok: false, refusal: { code: "not_an_image" } });
  });

  test("of 5 MB passes, one byte more does not", () => {
    const jpeg = new Uint8Array(MAX_PICTURE_BYTES + 1);
    jpeg.set([0xff, 0xd8, 0xff]);
    expect(checkPicture(jpeg.subarray(0, MAX_PICTURE_BYTES), MAX_PICTURE_BYTES).ok).toBe(true);
    expect(checkPicture(jpeg, MAX_PICTURE_BYTES)).toMatchObject({ refusal: { code: "image_too_large" } });
  });
});
