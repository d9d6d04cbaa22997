import { describe, expect, test } from "vitest";
import {
  chooseBroadcastText,
  expiryOf,
  isExpired,
  isOptOut,
  mergeItems,
  writeBroadcast,
  writeMessage,
  type MessageEvent,
  type MessageItem,
  type MessageSubject,
} from "../../domain/messages";
import {
  canSend,
  INSTANCE_STATE_LABELS,
  instanceStateOf,
  isSamePhone,
  NO_NUMBER,
  phoneMatchKey,
} from "../../domain/messagesInstances";

const item = (change: Partial<MessageItem> = {}): MessageItem => ({
  ...{ name: "Blusa canelada", quantity: 2, unitPriceCents: 5990, color: "Preto", size: "M" },
  ...change,
});
const SKIRT = item({ name: "Saia", quantity: 1, unitPriceCents: 1000, color: null, size: "M" });
const subject = (change: Partial<MessageSubject> = {}): MessageSubject => ({
  ...{ customerName: "Maria", items: [item()], totalCents: 20_000, paymentUrl: null },
  ...change,
});
const LINK = "https://pagar.exemplo.com/abc";
const EVENTS: MessageEvent[] = ["item_added", "item_removed", "order_created", "payment_link", "paid"];

describe("what a message says without a template", () => {
  test.each<[MessageEvent, string]>([
    ["item_added", "Oi Maria! Adicionamos ao seu pedido: 2x Blusa canelada. Valor: R$\u00a0119,80."],
    ["item_removed", "Oi Maria! Retiramos do seu pedido: 2x Blusa canelada."],
    ["order_created", "Oi Maria! Seu pedido foi criado. Total até agora: R$\u00a0200,00."],
    ["payment_link", `Oi Maria! Seu pedido está pronto para pagamento. Total: R$\u00a0200,00.\n\n${LINK}`],
    ["paid", "Oi Maria! Recebemos o pagamento do seu pedido, no valor de R$\u00a0200,00. Obrigado pela compra!"],
  ])("%s", (event, text) => {
    expect(writeMessage(event, subject({ paymentUrl: LINK }), [])).toBe(text);
  });

  test("several things at once stand with their quantities", () => {
    const text = writeMessage("item_added", subject({ items: [item(), SKIRT] }), []);
    expect(text).toBe("Oi Maria! Adicionamos ao seu pedido: 2x Blusa canelada, 1x Saia. Valor: R$\u00a0129,80.");
  });

  test.each([[null], [""], ["  "]])("a customer called %j is a customer", (customerName) => {
    expect(writeMessage("item_removed", subject({ customerName }), [])).toMatch(/^Oi cliente!/);
  });
});

describe("what a template makes of it", () => {
  test.each<[MessageEvent, string[], string]>([
    ["item_added", ["item_added", "PRODUCT_ADDED", "ITEM_ADDED"], "ITEM_ADDED"],
    ["item_added", ["item_added", "PRODUCT_ADDED"], "PRODUCT_ADDED"],
    ["item_removed", ["item_cancelled", "PRODUCT_CANCELED"], "PRODUCT_CANCELED"],
    ["order_created", ["ITEM_ADDED", "order_created"], "order_created"],
    ["payment_link", ["FINALIZAR"], "FINALIZAR"],
    ["paid", ["payment_confirmed", "PAID_ORDER"], "PAID_ORDER"],
  ])("%s, of %j, takes %s", (event, types, type) => {
    const templates = types.map((one) => ({ type: one as "ITEM_ADDED", content: one }));
    expect(writeMessage(event, subject(), templates)).toBe(type);
  });

  test("of one type the first that is given counts", () => {
    const templates = [
      { type: "PAID_ORDER", content: "novo" },
      { type: "PAID_ORDER", content: "velho" },
    ] as const;
    expect(writeMessage("paid", subject(), templates)).toBe("novo");
  });

  test("all placeholders in both spellings", () => {
    const content = "{nome}|{{nome_cliente}}|{produto}|{{quantidade}}|{valor}|{variacao1}|{{variacao2}}";
    const text = writeMessage("item_added", subject(), [{ type: "ITEM_ADDED", content }]);
    expect(text).toBe("Maria|Maria|Blusa canelada|2|R$\u00a0119,80|Preto|M");
  });

  test("an unknown placeholder stays as typed", () => {
    const templates = [{ type: "PAID_ORDER", content: "{cupom} {{outro}} {constructor}" }] as const;
    expect(writeMessage("paid", subject(), templates)).toBe("{cupom} {{outro}} {constructor}");
  });

  test("a payment link stands below the text once", () => {
    const templates = [{ type: "FINALIZAR", content: "Pague, {nome}:" }] as const;
    expect(writeMessage("payment_link", subject({ paymentUrl: LINK }), templates)).toBe(`Pague, Maria:\n\n${LINK}`);
  });
});

describe("nobody reads what is another's", () => {
  const other = subject({
    customerName: "Joana Segredo",
    items: [item({ name: "Vestido secreto", color: "Roxo", size: "GG" })],
    totalCents: 98_765,
  });
  const content = "{nome}{nome_cliente}{produto}{quantidade}{valor}{variacao1}{variacao2}";

  test.each(EVENTS)("%s, written after another customer's", (event) => {
    const types = ["ITEM_ADDED", "PRODUCT_CANCELED", "order_created", "FINALIZAR", "PAID_ORDER"] as const;
    const templates = types.map((type) => ({ type, content }));
    const alone = writeMessage(event, subject(), templates);
    writeMessage(event, other, templates);
    expect(writeMessage(event, subject(), templates)).toBe(alone);
    expect(alone).not.toMatch(/Joana|Vestido|Roxo|GG|987/);
  });

  test("a broadcast knows the recipient's name and nothing else", () => {
    expect(writeBroadcast("Oi {nome}! {produto} por {{valor}}", "Maria")).toBe("Oi Maria! {produto} por {{valor}}");
    expect(writeBroadcast("Oi {{ nome_cliente }}!", null)).toBe("Oi cliente!");
  });

  test("a name is not read as a placeholder", () => {
    expect(writeMessage("item_removed", subject({ customerName: "{valor}" }), [])).toMatch(/^Oi \{valor\}!/);
  });
});

describe("the text of a broadcast", () => {
  const templates = [{ type: "BROADCAST", content: "Hoje tem live!" }] as const;
  test.each([
    ["typed", "Oi", templates, "Oi"],
    ["else the template", null, templates, "Hoje tem live!"],
    ["blank is not typed", "  ", templates, "Hoje tem live!"],
    ["nothing stands in for it", null, [], null],
  ])("%s", (_title, typed, given, expected) => {
    expect(chooseBroadcastText(typed, given)).toBe(expected);
  });
});

describe("how long it is worth saying", () => {
  const HOUR = 3_600_000;
  test.each(EVENTS)("%s: two hours", (event) => {
    const expiresAt = expiryOf(event, 1_000);
    expect(isExpired(expiresAt, 1_000 + 2 * HOUR - 1)).toBe(false);
    expect(isExpired(expiresAt, 1_000 + 2 * HOUR)).toBe(true);
  });

  test("a broadcast does not expire", () => {
    expect(isExpired(expiryOf("broadcast", 0), 1_000 * HOUR)).toBe(false);
  });
});

describe("several items in one message", () => {
  const queued = (event: MessageEvent, ...items: MessageItem[]) => ({ event, items });

  test("the same thing is counted together, another stands beside it", () => {
    const merged = mergeItems(queued("item_added", item()), queued("item_added", item({ quantity: 1 }), SKIRT));
    expect(merged).toEqual([item({ quantity: 3 }), SKIRT]);
  });

  test.each([
    ["price", item({ unitPriceCents: 100 })],
    ["color", item({ color: "Azul" })],
    ["size", item({ size: "G" })],
  ])("of another %s it is another thing", (_title, changed) => {
    expect(mergeItems(queued("item_added", item()), queued("item_added", changed))).toHaveLength(2);
  });

  test.each<[MessageEvent, MessageEvent]>([
    ["item_added", "item_removed"],
    ["paid", "paid"],
    ["item_added", "paid"],
  ])("%s and %s stay two", (one, two) => {
    expect(mergeItems(queued(one, item()), queued(two, item()))).toBeNull();
  });

  test("what nobody would read to its end becomes a second message", () => {
    const many = Array.from({ length: 20 }, (_, at) => item({ name: `Produto ${at}` }));
    expect(mergeItems(queued("item_added", ...many), queued("item_added", item()))).toBeNull();
  });
});

test.each([
  ["SAIR", true],
  [" sair. ", true],
  ["Sair!", true],
  ["párar", true],
  ["PARAR 🙏", true],
  ["stop", true],
  ["Descadastrar", true],
  ["quero parar na loja amanhã", false],
  ["sair da live", false],
  ["saia", false],
  ["", false],
])("%j asks to be left alone: %s", (text, expected) => {
  expect(isOptOut(text)).toBe(expected);
});

describe("instances", () => {
  test("the six states and their words", () => {
    expect(INSTANCE_STATE_LABELS).toEqual({
      ...{ online: "Online", qr_code: "Aguardando QR", authenticated: "Autenticado" },
      ...{ offline: "Offline", auth_failure: "Falha na Auth", unknown: "Desconhecido" },
    });
    expect(NO_NUMBER).toBe("Número não definido");
  });

  test.each([
    ["online", "online"],
    [" QR_CODE ", "qr_code"],
    ["conectando", "unknown"],
    ["", "unknown"],
  ])("%j is %s", (word, state) => {
    expect(instanceStateOf(word)).toBe(state);
  });

  test("only one that is online can send", () => {
    const one = (state: "online" | "authenticated" | "offline") => ({ name: state, number: null, state });
    expect(canSend([one("offline"), one("authenticated")])).toBe(false);
    expect(canSend([one("offline"), one("online")])).toBe(true);
    expect(canSend([])).toBe(false);
  });
});

describe("whose phone a gateway names", () => {
  test.each([
    ["5531999998888", "553199998888@s.whatsapp.net", true],
    ["5531999998888", "5531999998888@c.us", true],
    ["5531999998888", "5531999998888:12@s.whatsapp.net", true],
    ["5531999998888", "5532999998888", false],
    ["5531999998888", "5531999998887", false],
    ["5531999998888", "31999998888", false],
    ["351912345678901", "351912345678901", true],
    ["351912345678901", "351912345678902", false],
    ["5531999998888", "120363025@g.us", false],
    ["", "", false],
  ])("%s and %s: %s", (one, other, expected) => {
    expect(isSamePhone(one, other)).toBe(expected);
  });

  test("a group is nobody's phone", () => {
    expect(phoneMatchKey("5531999990000-1609459200@g.us")).toBeNull();
    expect(phoneMatchKey("status@broadcast")).toBeNull();
  });
});
