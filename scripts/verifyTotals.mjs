// Counts every kept total anew and lays both sheets side by side. Plain arithmetic: what is counted, and how, is decided by the functions.

const KEPT_TABLES = [
  "eventTotals",
  "hourTotals",
  "dayTotals",
  "groupTotals",
  "productDayTotals",
  "productMonthTotals",
  "customerFigures",
  "customerSpendSteps",
];
const PAGE = 500;
const NOTHING = { orders: 0, totalCents: 0, pieces: 0 };

/**
 * @param ask (path, args) → the answer of an internal query; every call must see one state, or selling shows as differences
 * @param slug the company to look at; every company when it is undefined
 * @returns per company its card, how many orders were counted, and the totals that are not what they should be
 */
export async function verifyTotals(ask, slug) {
  const companies = await ask("maintenance:companies", slug === undefined ? {} : { slug });
  const reports = [];
  for (const company of companies) reports.push({ ...company, ...(await verifyCompany(ask, company.id)) });
  return reports;
}

async function verifyCompany(ask, tenantId) {
  const { orders, sheet: counted, differences } = await countAnew(ask, tenantId);
  const kept = await readKept(ask, tenantId);
  for (const name of new Set([...counted.keys(), ...kept.keys()])) {
    const difference = { name, kept: kept.get(name) ?? NOTHING, counted: counted.get(name) ?? NOTHING };
    if (!isSame(difference.kept, difference.counted)) differences.push(difference);
  }
  return { orders, differences };
}

async function countAnew(ask, tenantId) {
  const sheet = new Map();
  const differences = [];
  let orders = 0;
  for (let afterNumber = 0; afterNumber !== null;) {
    const step = await ask("maintenance:countTotals", { tenantId, afterNumber });
    addAll(sheet, step.counted);
    differences.push(...step.differences);
    orders += step.orders;
    afterNumber = step.lastNumber;
  }
  for (let afterPhone = ""; afterPhone !== null;) {
    const step = await ask("maintenance:countCustomerTotals", { tenantId, afterPhone });
    addAll(sheet, step.counted);
    differences.push(...step.differences);
    afterPhone = step.lastPhone;
  }
  return { orders, sheet, differences };
}

async function readKept(ask, tenantId) {
  const sheet = new Map();
  for (const table of KEPT_TABLES) {
    let cursor = null;
    for (let isDone = false; !isDone;) {
      const step = await ask("maintenance:keptTotals", {
        tenantId,
        table,
        paginationOpts: { numItems: PAGE, cursor },
      });
      addAll(sheet, step.kept);
      ({ isDone, continueCursor: cursor } = step);
    }
  }
  return sheet;
}

function addAll(sheet, entries) {
  for (const { name, orders, totalCents, pieces } of entries) {
    const sum = sheet.get(name) ?? NOTHING;
    sheet.set(name, {
      orders: sum.orders + orders,
      totalCents: sum.totalCents + totalCents,
      pieces: sum.pieces + pieces,
    });
  }
}

const isSame = (a, b) => a.orders === b.orders && a.totalCents === b.totalCents && a.pieces === b.pieces;

/** @returns the lines that tell an operator what was found in one company */
export function reportLines({ name, slug, orders, differences }) {
  const what = `${name} (${slug}): ${counted(orders, "pedido conferido", "pedidos conferidos")}`;
  if (differences.length === 0) return [`${what}, nenhuma diferença`];
  return [
    `${what}, ${counted(differences.length, "diferença", "diferenças")}:`,
    ...differences.map((each) => `  ${each.name}: guardado ${sums(each, "kept")}; contado ${sums(each, "counted")}`),
  ];
}

/** What is kept of all customers together counts customers where the other totals count orders. */
function sums({ name, ...sheets }, which) {
  const { orders, totalCents, pieces } = sheets[which];
  const count = name.startsWith("clientes")
    ? counted(orders, "cliente", "clientes")
    : counted(orders, "pedido", "pedidos");
  return `${count}, ${reais(totalCents)}, ${counted(pieces, "peça", "peças")}`;
}

const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;

function reais(cents) {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}R$ ${digits.slice(0, -2)},${digits.slice(-2)}`;
}
