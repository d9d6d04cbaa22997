import { Button, Flex, Text } from "@radix-ui/themes";
import { notifyError, notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import type { Live } from "../../lib/useTenantQuery";
import { texts } from "./texts";

interface Props {
  readonly eventDate: string | null;
  readonly eligible: Live<{ readonly count: number; readonly fingerprint: string }>;
}

/** Who takes part as it stands now, with the fingerprint that is to be seen before the draw. */
export function EligiblePanel({ eventDate, eligible }: Props) {
  return (
    <section aria-label={texts.eligible} className="min-h-[116px] rounded-lg bg-(--gray-a2) p-3">
      <Content eventDate={eventDate} eligible={eligible} />
    </section>
  );
}

function Content({ eventDate, eligible }: Props) {
  if (eventDate === null) return <Note text={texts.eligibleHint} />;
  if (eligible.status === "loading") return <Note text={texts.eligibleLoading} />;
  if (eligible.status === "refused") return <Note text={sentenceOf(eligible.error, texts.eligibleFailed)} />;
  const { count, fingerprint } = eligible.value;
  if (count === 0) return <Note text={texts.noneEligible} />;
  return (
    <div aria-busy={eligible.isStale}>
      <Text as="p" size="4" weight="bold">
        {texts.eligibleCount(count)}
      </Text>
      <Flex align="center" justify="between" gap="2" mt="2">
        <Text as="p" size="1" weight="medium">
          {texts.fingerprint}
        </Text>
        <Button size="1" variant="ghost" color="gray" highContrast onClick={() => void copy(fingerprint)}>
          {texts.copy}
        </Button>
      </Flex>
      <Fingerprint hex={fingerprint} />
      <Text as="p" size="1" color="gray" mt="1">
        {texts.fingerprintHint}
      </Text>
    </div>
  );
}

const GROUP = 8;

/** Sixty-four digits in groups that can be read out; copied, they are one word. */
export function Fingerprint({ hex }: { readonly hex: string }) {
  const groups = Array.from({ length: Math.ceil(hex.length / GROUP) }, (_, at) =>
    hex.slice(at * GROUP, (at + 1) * GROUP),
  );
  return (
    <p className="flex flex-wrap gap-x-2 font-mono text-[13px] leading-[1.5]">
      {groups.map((group, at) => (
        <span key={at}>{group}</span>
      ))}
    </p>
  );
}

async function copy(fingerprint: string) {
  try {
    await navigator.clipboard.writeText(fingerprint);
    notifySuccess(texts.copied);
  } catch {
    // Refused, or no secure page: the text is there to be selected.
    notifyError(texts.copyFailed);
  }
}

function Note({ text }: { readonly text: string }) {
  return (
    <Text as="p" size="2" color="gray">
      {text}
    </Text>
  );
}
