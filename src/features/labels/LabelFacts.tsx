import { Button } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { LABEL_ACTION_LABELS, type LabelAction } from "../../../domain/shipments";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { formatInstant } from "../../lib/ago";
import { freightName } from "../../lib/freightText";
import { paths } from "../../lib/screens";
import { Fact, FactList } from "../../ui/FactList";
import { actionsOf, mainAction } from "./labelRows";
import { LabelNews, StateBadge, TrackingText } from "./labelParts";
import { PaymentLink } from "./PaymentLink";
import { texts } from "./texts";
import type { LabelRow } from "./useLabels";
import type { LabelActions } from "./useLabelActions";

const words = texts.detail;

interface Props {
  readonly row: LabelRow;
  readonly actions: LabelActions;
}

/** How a label stands, and everything its state allows. */
export function LabelFacts({ row, actions }: Props) {
  const { customerName, customerPhone, service, chosenFreight, priceCents, createdAt } = row;
  return (
    <section aria-label={words.shipment} className="flex flex-col gap-4">
      <FactList>
        <Fact name={words.state}>
          <span role="status">
            <StateBadge state={row.state} />
          </span>
          <span className="block">
            <LabelNews row={row} onAddFunds={actions.addFunds} />
          </span>
        </Fact>
        <Fact name={texts.columns.customer}>
          {customerName ?? texts.noCustomer} · {formatPhone(customerPhone)}
        </Fact>
        {service !== null && <Fact name={words.service}>{freightName(service)}</Fact>}
        {priceCents !== null && <Fact name={words.price}>{formatBRL(priceCents)}</Fact>}
        {chosenFreight !== null && (
          <Fact name={words.freightPaid}>
            {freightName(chosenFreight)}, {formatBRL(chosenFreight.priceCents)}
          </Fact>
        )}
        {row.trackingCode !== null && (
          <Fact name={words.tracking}>
            <TrackingText row={row} />
          </Fact>
        )}
        {createdAt !== null && (
          <Fact name={words.created}>{words.createdBy(formatInstant(createdAt), row.createdByName)}</Fact>
        )}
        {row.charge !== null && (
          <Fact name={words.charge}>
            {words.chargeStates[row.charge.state]}, {formatBRL(row.charge.amountCents)}
          </Fact>
        )}
      </FactList>
      {row.charge !== null && row.charge.state === "open" && row.charge.url !== null && (
        <PaymentLink
          url={row.charge.url}
          amountCents={row.charge.amountCents}
          note={words.chargeUntil(formatInstant(row.charge.expiresAt))}
        />
      )}
      <Buttons row={row} actions={actions} />
    </section>
  );
}

/** Creating has its own button, under what the label is made of. */
function Buttons({ row, actions }: Props) {
  const main = mainAction(row);
  const busy = actions.busyWith(row.orderId);
  const isHeld = (action: LabelAction) => actions.isOffline && action !== "track";
  const offered = actionsOf(row).filter((action) => action !== "create");
  return (
    <div className="flex flex-wrap gap-2">
      {offered.map((action) => (
        <Button
          key={action}
          {...lookOf(action, action === main)}
          className={`pointer-coarse:min-h-11 ${isHeld(action) ? "opacity-60" : ""}`}
          aria-busy={busy === action}
          aria-disabled={isHeld(action) || undefined}
          title={isHeld(action) ? texts.offline : undefined}
          onClick={() => actions.act(row, action)}
        >
          {busy === action ? texts.busy[action] : LABEL_ACTION_LABELS[action]}
        </Button>
      ))}
      {row.publicId !== null && (
        <Button asChild variant="soft" color="gray" highContrast className="pointer-coarse:min-h-11">
          <Link to={`${paths.orders}?pedido=${row.orderNumber}`}>{words.seeOrder}</Link>
        </Button>
      )}
    </div>
  );
}

function lookOf(action: LabelAction, isMain: boolean) {
  if (isMain) return {};
  return { variant: "soft", color: action === "cancel" ? "red" : "gray", highContrast: true } as const;
}
