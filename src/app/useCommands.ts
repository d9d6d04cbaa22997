import { useLocation, useNavigate } from "react-router-dom";
import { formatDate } from "../../domain/calendar";
import { normalizeSearch } from "../../domain/codes";
import { formatBRL } from "../../domain/money";
import { formatPhone } from "../../domain/phone";
import { APPEARANCES, useAppearance } from "../lib/appearance";
import { useAuth } from "../lib/auth";
import { everyScreenFor, paths } from "../lib/screens";
import { useTenant } from "../lib/tenant";
import { useFrame } from "./frame";
import { useRecentPicks, type RecentPick } from "./recentPicks";
import { texts } from "./texts";
import { useCommandSearch, type FoundRecords } from "./useCommandSearch";

export interface Command {
  /** Unique in the list. */
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly keys?: string;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/**
 * Everything the command box offers for a text: what was chosen last, what can be done with the record on screen,
 * screens, records, actions. What a person's role may not do is not in it.
 *
 * Source: UX conventions K8.
 */
export function useCommands(typed: string): { groups: readonly CommandGroup[]; status: FoundRecords["status"] } {
  const { profile } = useAuth();
  const { tenant } = useTenant();
  const { recent, add } = useRecentPicks(`${tenant?.id ?? ""}:${profile?.profileId ?? ""}`);
  const found = useCommandSearch(typed);
  const navigate = useNavigate();
  const frame = useFrame();
  const { choice, choose } = useAppearance();
  const openOrder = useOpenOrder();

  const visit = (pick: RecentPick) => () => {
    add(pick);
    const state = pick.code === undefined ? undefined : { toLaunchLine: true, code: pick.code };
    void navigate(pick.to, { state });
  };
  const screens: Command[] = [
    { id: "screen:/", label: texts.home, run: visit({ label: texts.home, to: paths.home }) },
    ...everyScreenFor(profile).map(({ path, label, key }) => ({
      id: `screen:${path}`,
      label,
      ...(key === undefined ? {} : { keys: `G ${key}` }),
      run: visit({ label, to: path }),
    })),
  ];
  const record: Command[] =
    openOrder === null
      ? []
      : [
          { id: "record:see", label: texts.seeOrder(openOrder), run: () => void navigate(`?pedido=${openOrder}`) },
          { id: "record:edit", label: texts.editOrder(openOrder), run: () => void navigate(`?editar=${openOrder}`) },
          {
            id: "record:checkout",
            label: texts.checkOut(openOrder),
            run: () => void navigate(`${paths.checkout}?tela=finalizar&pedido=${openOrder}`),
          },
          {
            id: "record:label",
            label: texts.labelOf(openOrder),
            run: () => void navigate(`${paths.labels}?pedido=${openOrder}`),
          },
        ];
  const actions: Command[] = [
    {
      id: "action:launch",
      label: texts.toLaunchLine,
      keys: "F2",
      run: () => void navigate(paths.manualSales, { state: { toLaunchLine: true } }),
    },
    { id: "action:keys", label: texts.showKeys, keys: "?", run: frame.openKeys },
    { id: "action:appearance", label: texts.nextAppearance, run: () => choose(nextAppearance(choice)) },
    { id: "action:account", label: texts.account, run: frame.openAccount },
    { id: "action:leave", label: texts.leave, run: frame.leave },
  ];
  const matches = matcher(typed);
  const groups: CommandGroup[] = [
    {
      title: texts.commandGroups.recent,
      commands: recent
        .map((pick) => ({ id: `recent:${pick.label}`, label: pick.label, run: visit(pick) }))
        .filter(matches),
    },
    { title: texts.commandGroups.record, commands: record.filter(matches) },
    { title: texts.commandGroups.screens, commands: screens.filter(matches) },
    {
      title: texts.commandGroups.orders,
      commands: found.orders.map((order) => ({
        id: `order:${order._id}`,
        label: texts.orderNamed(order.number),
        detail: [
          order.customerName ?? formatPhone(order.customerPhone),
          formatBRL(order.totalCents),
          formatDate(order.eventDate),
        ].join(" · "),
        run: visit({ label: texts.orderNamed(order.number), to: `${paths.orders}?pedido=${order.number}` }),
      })),
    },
    {
      title: texts.commandGroups.products,
      commands: found.products.map(({ _id, code, name }) => ({
        id: `product:${_id}`,
        label: texts.productNamed(code),
        detail: name,
        run: visit({ label: texts.productNamed(code), to: paths.manualSales, code }),
      })),
    },
    { title: texts.commandGroups.actions, commands: actions.filter(matches) },
  ];
  return { groups: groups.filter(({ commands }) => commands.length > 0), status: found.status };
}

/** The number of the order whose dialog is in the address. */
function useOpenOrder(): number | null {
  const { pathname, search } = useLocation();
  if (pathname !== paths.orders) return null;
  const params = new URLSearchParams(search);
  const text = params.get("pedido") ?? params.get("editar") ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

function matcher(typed: string): (command: { readonly label: string }) => boolean {
  const words = normalizeSearch(typed).split(" ");
  return ({ label }) => {
    const text = normalizeSearch(label);
    return words.every((word) => text.includes(word));
  };
}

function nextAppearance(choice: (typeof APPEARANCES)[number]) {
  return APPEARANCES[(APPEARANCES.indexOf(choice) + 1) % APPEARANCES.length] ?? "system";
}
