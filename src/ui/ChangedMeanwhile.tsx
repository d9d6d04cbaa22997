import { Button, Flex, Text } from "@radix-ui/themes";
import { agoText, formatInstant } from "../lib/ago";
import { useNow } from "../lib/clock";

interface Props {
  /** Who changed it; null where that is not known yet. */
  readonly actorName: string | null;
  /** The other value, as a person reads it. */
  readonly shown: string;
  /** Epoch milliseconds; null where it is not known yet. */
  readonly at: number | null;
  readonly onUseTheirs: () => void;
  readonly onKeepMine: () => void;
  readonly className?: string;
}

/**
 * 'Ana mudou para {valor} há 5 s': what is being typed stays, and who types chooses (UX conventions P3). It comes
 * without taking the focus (F1) and stands right after the field, so Tab leads to it.
 */
export function ChangedMeanwhile({ actorName, shown, at, onUseTheirs, onKeepMine, className = "" }: Props) {
  const now = useNow(1_000);
  const sentence = `${actorName ?? "Outra pessoa"} mudou para ${shown}`;
  return (
    <div role="status" className={`rounded-md border border-(--amber-a7) bg-(--amber-2) p-2 text-[13px] ${className}`}>
      <Text as="p" size="2" title={at === null ? undefined : formatInstant(at)}>
        {at === null ? sentence : `${sentence} ${agoText(at, now)}`}
      </Text>
      <Flex gap="4" mt="2" px="1" wrap="wrap">
        <Button
          type="button"
          size="1"
          variant="ghost"
          highContrast
          color="gray"
          className="min-h-6"
          onClick={onUseTheirs}
        >
          {actorName === null ? "Usar o novo" : `Usar o de ${actorName}`}
        </Button>
        <Button
          type="button"
          size="1"
          variant="ghost"
          highContrast
          color="gray"
          className="min-h-6"
          onClick={onKeepMine}
        >
          Manter o meu
        </Button>
      </Flex>
    </div>
  );
}
