import { Button, Flex, Heading, Text, TextArea } from "@radix-ui/themes";
import { useState, type FormEvent } from "react";
import { MAX_TEMPLATE_CONTENT } from "../../../domain/templates";
import { useConnection } from "../../lib/connection";
import { LabeledField } from "../../ui/LabeledField";
import { BroadcastLayer } from "./BroadcastLayer";
import { RadioChoice } from "./RadioChoice";
import { toIsPaid, type StatusName } from "./statusChoice";
import { texts } from "./texts";
import { usePreparing } from "./useBroadcast";

/**
 * A text of one's own to everybody with an order. The button is disabled while there is nothing to say or it is on its
 * way. Source: specification §2 "Messaging integration", §5 "Bulk message".
 */
export function MessageCard() {
  const [status, setStatus] = useState<StatusName>("all");
  const [text, setText] = useState("");
  const preparing = usePreparing(texts.messageFailed);
  const isOffline = useConnection() === "offline";
  const isBlank = text.trim() === "";

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBlank || isOffline) return;
    void preparing.prepare({ selection: { kind: "filter", filter: toIsPaid(status) }, text });
  }
  return (
    <section aria-labelledby="message-card" className="rounded-md border border-(--gray-a5) p-4">
      <Heading as="h2" id="message-card" size="4" mb="3">
        {texts.messageCard}
      </Heading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <RadioChoice label={texts.to} choices={texts.statusChoices} value={status} onChange={setStatus} />
        <LabeledField
          label={texts.message}
          error={null}
          hint={isBlank ? texts.messageRequired : texts.messageHint("{{nome}}", text.length, MAX_TEMPLATE_CONTENT)}
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={5}
              maxLength={MAX_TEMPLATE_CONTENT}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </LabeledField>
        <Flex align="center" gap="3" wrap="wrap">
          <Button type="submit" disabled={isBlank || preparing.isBusy || isOffline}>
            {preparing.isBusy ? texts.preparing : texts.sendMessage}
          </Button>
          {isOffline && (
            <Text as="p" size="2" color="red">
              {texts.offline}
            </Text>
          )}
        </Flex>
      </form>
      <BroadcastLayer preparing={preparing} />
    </section>
  );
}
