import { describe, expect, test } from "vitest";
import { slugCandidates, slugFromName } from "../../domain/slugs";

const first = (name: string, count: number) => {
  const candidates = slugCandidates(name);
  return Array.from({ length: count }, () => candidates.next().value);
};

describe("the label of a company", () => {
  test.each([
    ["Loja da Praça", "lojadapraca"],
    ["Ateliê São João & Cia.", "ateliesaojoaocia"],
    ["ÇÃÉ 123", "cae123"],
    ["Uma loja de nome muito comprido mesmo", "umalojadenomemuitoco"],
    ["!!!", "empresa"],
  ])("%s → %s", (name, slug) => {
    expect(slugFromName(name)).toBe(slug);
  });

  test("a taken one gets 2, 3, 4 … behind it", () => {
    expect(first("Loja", 4)).toEqual(["loja", "loja2", "loja3", "loja4"]);
  });

  test("is at most 20 characters with its number", () => {
    const labels = first("a".repeat(30), 120);
    expect(labels[0]).toBe("a".repeat(20));
    expect(labels[1]).toBe("a".repeat(19) + "2");
    expect(labels[99]).toBe("a".repeat(17) + "100");
    expect(new Set(labels).size).toBe(120);
  });

  test.each(["WWW", "Api", "admin", "mail", "ftp"])("%s is never one", (name) => {
    expect(first(name, 2)).toEqual([`${name.toLowerCase()}2`, `${name.toLowerCase()}3`]);
  });
});
