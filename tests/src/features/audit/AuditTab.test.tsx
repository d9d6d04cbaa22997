import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { AUDIT_ACTIONS, AUDIT_RECORDS } from "../../../../domain/audit";
import { SECRET_NAMES } from "../../../../domain/secrets";
import { AuditTab } from "../../../../src/features/audit";
import { recordText } from "../../../../src/features/audit/auditText";
import { texts } from "../../../../src/features/audit/texts";
import { backend, refused } from "../../support/fakeBackend";
import { ANA, anAuth, LOJA_DEMO, showScreen } from "../../support/screen";

const files = vi.hoisted(() => [] as { name: string; content: string }[]);
vi.mock("../../../../src/lib/useTenantQuery", async () => {
  const { backend: fake } = await import("../../support/fakeBackend");
  return { useTenantQuery: fake.useTenantQuery };
});
vi.mock("../../../../src/lib/useTenantPaginatedQuery", async () => {
  const { backend: fake } = await import("../../support/fakeBackend");
  return { useTenantPaginatedQuery: fake.useTenantPaginatedQuery };
});
vi.mock("../../../../src/lib/useLivePages", async () => {
  const { backend: fake } = await import("../../support/fakeBackend");
  return { useLivePages: fake.useTenantPaginatedQuery };
});
vi.mock("../../../../src/lib/useLiveQuery", async () => {
  const { backend: fake } = await import("../../support/fakeBackend");
  return { useLiveQuery: fake.useTenantQuery };
});
vi.mock("convex/react", async (original) => {
  const { backend: fake } = await import("../../support/fakeBackend");
  return { ...(await original<object>()), useConvex: () => fake.client };
});
vi.mock("../../../../src/lib/saveFile", () => ({
  saveFile: (name: string, content: string) => void files.push({ name, content }),
}));

const AT = Date.parse("2026-11-20T23:14:03Z");
const PRICE = {
  _id: "a-1",
  at: AT,
  day: "2026-11-20",
  actorId: "p-ana",
  actorName: "Ana",
  action: "order_price_changed",
  record: { kind: "order", key: "o-12", label: "#12" },
  before: { product: "C151", unitPriceCents: 8990 },
  after: { product: "C151", unitPriceCents: 7990, totalCents: 15980 },
};
const COUPON = {
  ...PRICE,
  _id: "a-2",
  actorName: "=Dona",
  action: "coupon_created",
  record: { kind: "coupon", key: "c-1", label: "LIVE10" },
  before: {},
  after: { discountKind: "percentage", discount: 10, expiresDate: "2026-12-31", isActive: true, usageLimit: null },
};

const show = (query = "?aba=auditoria") =>
  showScreen({ routes: [{ path: "/config", Component: AuditTab }], at: `/config${query}` });
const asked = () => backend.askedPages.get("audit:list") as { args: object };

beforeEach(() => {
  files.length = 0;
  backend.clear();
  backend.answersWith("audit:people", [{ actorId: "p-ana", actorName: "Ana" }]);
  backend.answersPages("audit:list", [PRICE, COUPON]);
});

describe("the audit log", () => {
  test("says who, when, what, before and after", () => {
    show();
    const [, price, coupon] = screen.getAllByRole("row");
    expect(price?.textContent).toContain("20/11/2026 20:14:03");
    expect(price?.textContent).toContain("Ana");
    expect(price?.textContent).toContain("mudou um preço");
    expect(price?.textContent).toContain("Pedido #12");
    expect(price?.textContent).toContain("Preço: Antes R$\u00A089,90 → Depois R$\u00A079,90");
    expect(coupon?.textContent).toContain("criou o cupom");
    expect(coupon?.textContent).toContain("Desconto: Depois 10%");
    expect(coupon?.textContent).toContain("Validade: Depois 31/12/2026");
    expect(coupon?.textContent).toContain("Ativo: Depois Sim");
    expect(coupon?.textContent).toContain("Limite de uso: Depois vazio");
  });

  test("has words for every action and every kind of record", () => {
    for (const action of AUDIT_ACTIONS) expect(texts.actions[action], action).toMatch(/\S/);
    for (const kind of AUDIT_RECORDS) expect(texts.records[kind], kind).toMatch(/\S/);
  });

  test("names every credential as its form does", () => {
    const lines = SECRET_NAMES.map((name) => ({ kind: "secret" as const, key: name, label: name }));
    const shown = lines.map(recordText);
    expect(shown).toContain("Credencial Access token (Mercado Pago)");
    expect(shown).toContain("Credencial Segredo do webhook (WhatsApp)");
    for (const text of shown) expect(text).not.toMatch(/_|\./);
  });

  test("loading, nothing yet, nothing for the filter, refused", async () => {
    backend.clear();
    const { user, router } = show();
    expect(screen.getByRole("status", { name: "Carregando registro" })).toBeTruthy();
    backend.answersPages("audit:list", []);
    expect(await screen.findByText(/^Nada registrado ainda\./)).toBeTruthy();
    await router.navigate("/config?aba=auditoria&dia=2026-11-19");
    expect(await screen.findByText("Nenhum registro com estes filtros")).toBeTruthy();
    await user.click(screen.getAllByRole("button", { name: "Limpar filtros" })[0]!);
    expect(router.state.location.search).toBe("?aba=auditoria");
    backend.refuses("audit:list", refused("forbidden"));
    await router.navigate("/config?aba=auditoria&dia=2026-11-18");
    expect((await screen.findByRole("alert")).textContent).toContain("Você não tem permissão para isto");
  });

  test("is filtered by day, which stands in the address", async () => {
    const { user, router } = show("?aba=auditoria&dia=2026-11-20");
    expect(asked().args).toEqual({ day: "2026-11-20" });
    const day = screen.getByLabelText("Dia");
    await user.clear(day);
    await user.type(day, "19/11/2026");
    expect(router.state.location.search).toBe("?aba=auditoria&dia=2026-11-19");
    expect(asked().args).toEqual({ day: "2026-11-19" });
  });

  test("is filtered by person and by record, which the address does not carry", async () => {
    const { user, router } = show();
    await user.click(screen.getByRole("combobox", { name: "Pessoa" }));
    await user.click(await screen.findByRole("option", { name: "Ana" }));
    expect(asked().args).toEqual({ actorId: "p-ana" });
    await user.click(screen.getByRole("button", { name: "Ver só Pedido #12" }));
    expect(asked().args).toEqual({ actorId: "p-ana", recordKey: "o-12" });
    expect(router.state.location.search).toBe("?aba=auditoria");
    await user.click(screen.getByRole("button", { name: "Remover filtro: Pedido #12" }));
    expect(asked().args).toEqual({ actorId: "p-ana" });
  });

  test("is exported whole as a spreadsheet reads it (N9)", async () => {
    backend.answersBy("audit:list", ({ paginationOpts }) =>
      (paginationOpts as { cursor: string | null }).cursor === null
        ? { page: [PRICE], isDone: false, continueCursor: "next" }
        : { page: [COUPON], isDone: true, continueCursor: "" },
    );
    backend.answersPages("audit:list", [PRICE]);
    const { user } = show("?aba=auditoria&dia=2026-11-20");
    await user.click(screen.getByRole("button", { name: "Exportar CSV" }));
    expect(await screen.findByText("2 registros exportados")).toBeTruthy();
    expect(files).toEqual([
      {
        name: "auditoria-2026-11-20.csv",
        content:
          "\uFEFFQuando;Quem;Ação;Tipo;Registro;Antes;Depois\r\n" +
          "20/11/2026 20:14:03;Ana;mudou um preço;Pedido;#12;Produto: C151 | Preço: R$\u00A089,90;Produto: C151 | Preço: R$\u00A079,90 | Valor total: R$\u00A0159,80\r\n" +
          "20/11/2026 20:14:03;'=Dona;criou o cupom;Cupom;LIVE10;;Tipo de desconto: Percentual | Desconto: 10% | Validade: 31/12/2026 | Ativo: Sim | Limite de uso: vazio\r\n",
      },
    ]);
  });
});

describe("the installation's log", () => {
  const SUPER = { ...ANA, role: "super_admin" as const, isSuperAdmin: true, tenant: null };
  const MADE = {
    ...PRICE,
    _id: "i-1",
    actorId: "p-chefe",
    actorName: "Chefe",
    action: "tenant_created",
    record: { kind: "tenant", key: "t-1", label: "Bazar" },
    before: {},
    after: { name: "Bazar", slug: "bazar" },
  };
  const CHEFE = { profileId: "p-chefe", name: "Chefe", email: null, isMaster: true, isYou: true };
  const showTo = (profile: typeof ANA = SUPER, hasTenant = true, query = "?aba=auditoria") =>
    showScreen({
      routes: [{ path: "/config", Component: AuditTab }],
      at: `/config${query}`,
      auth: anAuth(profile),
      scope: { tenant: hasTenant ? LOJA_DEMO : null, isTenantSite: false },
    });
  const askedOfInstallation = () => backend.askedPages.get("audit:installation") as { args: object } | undefined;

  beforeEach(() => {
    backend.answersPages("audit:installation", [MADE]);
    backend.answersWith("people:superAdmins", [CHEFE]);
  });

  test("is a super admin's beside the company's, and stands in the address", async () => {
    const { user, router } = showTo();
    expect(screen.getByText("mudou um preço")).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: "Da instalação" }));
    expect(router.state.location.search).toBe("?aba=auditoria&registro=instalacao");
    expect(screen.getByText("criou a empresa")).toBeTruthy();
    expect(screen.queryByText("mudou um preço")).toBeNull();
    await user.click(screen.getByRole("radio", { name: "Da empresa" }));
    expect(router.state.location.search).toBe("?aba=auditoria");
    expect(screen.getByText("mudou um preço")).toBeTruthy();
  });

  test("is all there is without a company", () => {
    showTo(SUPER, false);
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.getByText("criou a empresa")).toBeTruthy();
  });

  test("is not asked for by an owner, whatever the address says", () => {
    showTo({ ...ANA, role: "owner" }, true, "?aba=auditoria&registro=instalacao");
    expect(screen.queryByRole("radio")).toBeNull();
    expect(askedOfInstallation()).toBeUndefined();
  });

  test("is filtered by super admin and by record, and exported under its own name", async () => {
    backend.answersBy("audit:installation", () => ({ page: [MADE], isDone: true, continueCursor: "" }));
    backend.answersPages("audit:installation", [MADE]);
    const { user } = showTo(SUPER, false, "?aba=auditoria&dia=2026-11-20");
    await user.click(screen.getByRole("combobox", { name: "Pessoa" }));
    await user.click(await screen.findByRole("option", { name: "Chefe" }));
    await user.click(screen.getByRole("button", { name: "Ver só Empresa Bazar" }));
    expect(askedOfInstallation()?.args).toEqual({ actorId: "p-chefe", recordKey: "t-1", day: "2026-11-20" });
    await user.click(screen.getByRole("button", { name: "Exportar CSV" }));
    expect(await screen.findByText("1 registro exportado")).toBeTruthy();
    expect(files[0]?.name).toBe("auditoria-instalacao-2026-11-20.csv");
  });

  test("nothing yet, refused", async () => {
    backend.answersPages("audit:installation", []);
    const { router } = showTo(SUPER, false);
    expect(screen.getByText(/^Nada registrado ainda\. Empresas criadas/)).toBeTruthy();
    backend.refuses("audit:installation", refused("admin_only"));
    await router.navigate("/config?aba=auditoria&dia=2026-11-18");
    expect((await screen.findByRole("alert")).textContent).toContain("Acesso negado.");
  });
});

describe("on the phone", () => {
  test("the lines are a list", () => {
    vi.spyOn(window, "matchMedia").mockImplementation(
      (query) =>
        ({ matches: true, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList,
    );
    show();
    const list = screen.getByRole("list", { name: "Registro de auditoria" });
    expect(within(list).getByText("20/11/2026 20:14:03", { selector: "li:first-child time" })).toBeTruthy();
    vi.restoreAllMocks();
  });
});
