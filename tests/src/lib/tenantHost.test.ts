import { describe, expect, test } from "vitest";
import { slugOfHost } from "../../../src/lib/tenantHost";

describe("the company in an address", () => {
  test.each([
    ["loja1.vendas.localhost", "loja1"],
    ["loja1.vendas.com.br", "loja1"],
    ["LOJA1.Vendas.com.br", "loja1"],
    ["loja1.vendas.com.br.", "loja1"],
  ])("%s is the company %s", (hostname, slug) => {
    expect(slugOfHost(hostname)).toBe(slug);
  });

  test.each(["localhost", "loja1.localhost", "vendas.com", "127.0.0.1", "192.168.0.10", "[::1]", "::1", ""])(
    "%s is the main site",
    (hostname) => {
      expect(slugOfHost(hostname)).toBeNull();
    },
  );

  test.each(["www", "api", "admin", "mail", "ftp"])("the label %s is reserved", (label) => {
    expect(slugOfHost(`${label}.vendas.com`)).toBeNull();
  });
});
