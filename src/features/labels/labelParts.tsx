import { Badge, Button, Link as ExternalLink } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { formatShortTime } from "../../../domain/calendar";
import { isShipmentState, shipmentStateLabel, type ShipmentState } from "../../../domain/shipments";
import { useAuth } from "../../lib/auth";
import { freightName } from "../../lib/freightText";
import { mayOpenSettings, paths } from "../../lib/screens";
import { texts } from "./texts";
import type { LabelRow } from "./useLabels";

/** Waiting is amber, bought and delivered jade, on its way blue, over gray; always with its word. Source: look.md. */
const COLORS: Readonly<Record<ShipmentState, "gray" | "amber" | "blue" | "jade">> = {
  pending: "gray",
  created_awaiting_payment: "amber",
  payment_pending: "amber",
  created: "blue",
  paid: "jade",
  posted: "blue",
  delivered: "jade",
  cancelled: "gray",
  expired: "gray",
};

/** Where a label stands, in a word. A state nobody has a word for shows as it is. */
export function StateBadge({ state }: { readonly state: string }) {
  return (
    <Badge color={isShipmentState(state) ? COLORS[state] : "gray"} highContrast>
      {shipmentStateLabel(state)}
    </Badge>
  );
}

interface NewsProps {
  readonly row: LabelRow;
  readonly onAddFunds: () => void;
}

/** What is under way, what went wrong and what to do about it; nothing where all is well. */
export function LabelNews({ row, onAddFunds }: NewsProps) {
  const { step, problem, alert } = row;
  return (
    <>
      {alert !== null && <span className="block text-(--red-11)">{alert}</span>}
      {step !== null && (
        <span role="status" className="block text-(--gray-11)">
          {step.nextTryAt === null
            ? texts.stepBy(texts.steps[step.kind], step.byName)
            : texts.retriesAt(formatShortTime(step.nextTryAt))}
        </span>
      )}
      {step === null && problem !== null && (
        <span className="block">
          <span className="text-(--red-11)">{problem.message}</span>{" "}
          <WayOut code={problem.code} onAddFunds={onAddFunds} />
        </span>
      )}
    </>
  );
}

const OF_CONNECTION: readonly string[] = ["scope_missing", "not_connected", "unauthorized"];

/** Where what is wrong can be put right. */
function WayOut({ code, onAddFunds }: { readonly code: string; readonly onAddFunds: () => void }) {
  const { profile } = useAuth();
  if (code === "wallet_empty")
    return (
      <Button type="button" size="1" variant="soft" color="gray" highContrast className="min-h-6" onClick={onAddFunds}>
        {texts.addFunds}
      </Button>
    );
  const isOwner = profile !== null && mayOpenSettings(profile);
  if (!OF_CONNECTION.includes(code) || !isOwner) return null;
  return (
    <Link to={paths.shippingSettings} className="underline underline-offset-2">
      {texts.fixConnection}
    </Link>
  );
}

/** How the order is sent: the label's service, else what was chosen at the checkout. */
export function FreightText({ row }: { readonly row: LabelRow }) {
  const { service, chosenFreight } = row;
  if (service !== null) return <>{freightName(service)}</>;
  return (
    <span className="text-(--gray-11)">
      {chosenFreight === null ? texts.pickup : texts.fromCheckout(freightName(chosenFreight))}
    </span>
  );
}

/** The parcel's code, leading to where anybody can follow it. */
export function TrackingText({ row }: { readonly row: LabelRow }) {
  const { trackingCode, trackingUrl } = row;
  if (trackingCode === null || trackingUrl === null)
    return (
      <span className="text-(--gray-11)">
        <span aria-hidden>–</span>
        <span className="visually-hidden">{texts.noTracking}</span>
      </span>
    );
  return (
    <ExternalLink href={trackingUrl} target="_blank" rel="noreferrer" highContrast underline="always">
      {trackingCode}
    </ExternalLink>
  );
}
