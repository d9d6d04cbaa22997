import { Callout, Heading, Text } from "@radix-ui/themes";
import { agoText, formatInstant } from "../../lib/ago";
import { useNow } from "../../lib/clock";
import { useCalm } from "../../lib/useCalm";
import { ResumeButton } from "./ResumeButton";
import { texts } from "./texts";
import type { MessagingStatus } from "./useMessaging";

interface Props {
  readonly queue: MessagingStatus["queue"];
}

/** What waits to be sent, and why it waits. */
export function QueuePanel({ queue: { waiting, message, pausedAt } }: Props) {
  const shown = useCalm(waiting);
  const now = useNow(1_000, pausedAt !== null);
  return (
    <section aria-labelledby="queue" className="flex flex-col gap-3">
      <Heading as="h2" id="queue" size="4">
        {texts.queue}
      </Heading>
      <Text as="p" size="2">
        {shown === 0 ? texts.queueEmpty : texts.waiting(shown)}
      </Text>
      {message !== null && (
        <Callout.Root color="amber" highContrast size="1" role="status">
          <Callout.Text>
            {message}
            {pausedAt !== null && (
              <span title={formatInstant(pausedAt)}> {texts.pausedSince(agoText(pausedAt, now))}.</span>
            )}
          </Callout.Text>
          <div>
            <ResumeButton />
          </div>
        </Callout.Root>
      )}
    </section>
  );
}
