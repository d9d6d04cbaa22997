import { render, screen } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { TenantGate } from "../../../src/app/TenantGate";
import { AuthContext, type Profile } from "../../../src/lib/auth";
import { useTenant } from "../../../src/lib/tenant";
import { ANA, anAuth } from "../support/screen";

const bySlug = vi.hoisted((): { answer: unknown; asked: unknown } => ({ answer: undefined, asked: undefined }));
vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useQueries: (queries: { tenant?: { args: unknown }; preview?: { args: unknown } }) => {
    const asked = queries.tenant ?? queries.preview;
    if (asked !== undefined) bySlug.asked = asked.args;
    return { tenant: bySlug.answer, preview: bySlug.answer };
  },
}));

function Inside() {
  const { tenant, isTenantSite } = useTenant();
  return <p>{`dentro de ${tenant?.name ?? "nenhuma"}, site da empresa: ${isTenantSite}`}</p>;
}

const show = (hostname: string, profile: Profile | null = null) =>
  render(
    <AuthContext value={anAuth(profile)}>
      <TenantGate hostname={hostname}>
        <Inside />
      </TenantGate>
    </AuthContext>,
  );
const lines = () => screen.getByRole("main").textContent;

beforeEach(() => {
  bySlug.answer = undefined;
});

describe("on a company's site", () => {
  test("loading", () => {
    show("loja1.vendas.localhost");
    expect(bySlug.asked).toEqual({ slug: "loja1" });
    expect(lines()).toBe("Carregando...Identificando sua empresa");
  });

  test("found", () => {
    bySlug.answer = { id: "tenant-demo", name: "Loja Demo", slug: "lojademo" };
    show("lojademo.vendas.localhost");
    expect(screen.getByText("dentro de Loja Demo, site da empresa: true")).toBeTruthy();
  });

  test("unknown or inactive", () => {
    bySlug.answer = null;
    show("loja1.vendas.localhost");
    expect(lines()).toBe(
      "Empresa não encontrada" +
        'Empresa "loja1" não encontrada ou inativa' +
        "Esta empresa não existe ou está inativa" +
        "Exemplo de endereço: suaempresa.vendas.localhost",
    );
  });

  test.each([
    [
      new ConvexError({ code: "forbidden", message: "Você não tem permissão para isto" }),
      "Você não tem permissão para isto",
    ],
    [new Error("Server Error"), "Erro interno na detecção da empresa"],
  ])("a failure: its cause", (error, cause) => {
    bySlug.answer = error;
    show("loja1.vendas.localhost");
    expect(lines()).toContain("Empresa não encontrada");
    expect(lines()).toContain(`Erro ao carregar dados da empresa: ${cause}`);
  });

  test("an answer that makes no sense", () => {
    bySlug.answer = {};
    show("loja1.vendas.localhost");
    expect(lines()).toBe("Estado inesperadoPor favor, recarregue a página");
  });
});

describe("on the main site", () => {
  test("signed out there is no company; signed in it is one's own", () => {
    const { unmount } = show("localhost");
    expect(screen.getByText("dentro de nenhuma, site da empresa: false")).toBeTruthy();
    unmount();
    show("localhost", ANA);
    expect(screen.getByText("dentro de Loja Demo, site da empresa: false")).toBeTruthy();
  });

  describe("a super admin who chose a company", () => {
    const MASTER: Profile = { ...ANA, role: "super_admin", isSuperAdmin: true, tenant: null };
    beforeEach(() => {
      window.localStorage.setItem("previewTenantId", "tenant-demo");
    });

    test("sees that it is looked up, then works in it by its name", () => {
      const { unmount } = show("localhost", MASTER);
      expect(lines()).toBe("Carregando...Identificando sua empresa");
      expect(bySlug.asked).toEqual({ tenantId: "tenant-demo" });
      unmount();
      bySlug.answer = { id: "tenant-demo", name: "Loja Demo", slug: "lojademo" };
      show("localhost", MASTER);
      expect(screen.getByText("dentro de Loja Demo, site da empresa: false")).toBeTruthy();
    });

    test.each([
      ["is gone since", null],
      ["cannot be asked for", new Error("Server Error")],
    ])("that %s: works in none", (_name, answer) => {
      bySlug.answer = answer;
      show("localhost", MASTER);
      expect(screen.getByText("dentro de nenhuma, site da empresa: false")).toBeTruthy();
    });
  });
});
