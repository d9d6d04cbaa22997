import { Button, Callout, Flex, Heading, Text } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { formatPhone } from "../../../domain/phone";
import { paths } from "../../lib/screens";
import { useProfilePicture } from "../messaging";
import { texts } from "./texts";
import { nameOf, type Draw } from "./useRaffle";
import { WinnerAvatar } from "./WinnerAvatar";

interface Props {
  readonly draw: Draw;
  /** The list that was on screen before the draw is not the one that was drawn from. */
  readonly hasListChanged: boolean;
  readonly onVerify: () => void;
}

/** Who has won, and how to reach them. Source: specification §2 "Order raffle". */
export function WinnerCard({ draw, hasListChanged, onVerify }: Props) {
  const { winner, eventDate, eligible, drawnAt, drawnByName, redoReason } = draw;
  const picture = useProfilePicture(winner.orderId);
  const facts: readonly (readonly [string, string])[] = [
    [texts.phone, formatPhone(winner.phone)],
    [texts.eventDate, texts.day(eventDate)],
    [texts.eligibleLabel, String(eligible)],
  ];
  return (
    <div className="flex w-full flex-col items-center gap-4 text-center">
      <WinnerAvatar name={nameOf(winner)} phone={winner.phone} pictureUrl={picture} />
      <div className="min-w-0 max-w-full">
        <Text as="p" size="2" color="gray">
          {texts.winner}
        </Text>
        <Heading as="h2" size="8" className="break-words">
          {nameOf(winner)}
        </Heading>
        <Link
          to={`${paths.orders}?pedido=${winner.orderNumber}`}
          className="rounded-sm text-[20px] font-semibold text-(--accent-12) underline decoration-(--accent-a7) underline-offset-4 hover:decoration-current"
        >
          {texts.order(winner.orderNumber)}
        </Link>
      </div>
      <dl className="flex flex-wrap justify-center gap-x-8 gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-[13px] text-(--gray-11)">{name}</dt>
            <dd className="font-medium whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
      <Text as="p" size="2">
        {texts.contact}
      </Text>
      {redoReason !== null && (
        <Text as="p" size="2" color="gray" className="max-w-full break-words">
          {texts.redone(redoReason)}
        </Text>
      )}
      {hasListChanged && (
        <Callout.Root color="amber" highContrast size="1">
          <Callout.Text>{texts.listChanged(eligible)}</Callout.Text>
        </Callout.Root>
      )}
      <Flex align="center" justify="center" gap="4" wrap="wrap">
        <Button variant="soft" color="gray" highContrast onClick={onVerify}>
          {texts.verify}
        </Button>
      </Flex>
      <Text as="p" size="1" color="gray">
        {texts.drawnBy(drawnAt, drawnByName)}
      </Text>
    </div>
  );
}
