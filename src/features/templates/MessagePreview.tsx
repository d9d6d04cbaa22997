import { Flex, Text, TextField } from "@radix-ui/themes";
import { useId, useState } from "react";
import { useDebounced } from "../../lib/clock";
import { sentenceOf } from "../../lib/refusal";
import { texts } from "./texts";
import { useTemplatePreview } from "./useTemplates";

/** A server that is asked at every key would be asked for texts that nobody reads. */
const TYPING_MS = 250;

/** What is being written, as the customer of a real order will read it. */
export function MessagePreview({ content }: { readonly content: string }) {
  const id = useId();
  const [typedOrder, setTypedOrder] = useState("");
  const orderNumber = useDebounced(toOrderNumber(typedOrder), TYPING_MS);
  return (
    <section aria-labelledby={`${id}-title`} className="border-t border-(--gray-a4) pt-3">
      <Flex align="center" justify="between" gap="3" wrap="wrap" mb="2">
        <Text as="p" id={`${id}-title`} size="2" weight="medium">
          {texts.preview}
        </Text>
        <Flex align="center" gap="2">
          <Text as="label" htmlFor={`${id}-order`} size="2" color="gray">
            {texts.previewOrder}
          </Text>
          <TextField.Root
            id={`${id}-order`}
            size="1"
            inputMode="numeric"
            autoComplete="off"
            placeholder={texts.previewOrderHint}
            className="w-32"
            value={typedOrder}
            onChange={({ target }) => setTypedOrder(target.value)}
          >
            <TextField.Slot>#</TextField.Slot>
          </TextField.Root>
        </Flex>
      </Flex>
      <Message content={useDebounced(content, TYPING_MS)} orderNumber={orderNumber} />
    </section>
  );
}

function Message({ content, orderNumber }: { readonly content: string; readonly orderNumber: number | null }) {
  const preview = useTemplatePreview(content, orderNumber);
  if (content.trim() === "") return <Note text={texts.previewEmpty} />;
  if (preview.status === "loading") return <Note text={texts.previewLoading} />;
  if (preview.status === "refused") return <Note text={sentenceOf(preview.error, texts.previewFailed)} />;
  if (preview.value === null)
    return <Note text={orderNumber === null ? texts.previewNoOrders : texts.previewNoOrder(orderNumber)} />;
  return (
    <>
      <p className="rounded-lg rounded-tl-none bg-(--jade-a3) px-3 py-2 text-[14px] leading-[1.5] break-words whitespace-pre-wrap text-(--jade-12)">
        {preview.value.text}
      </p>
      <Text as="p" size="1" color="gray" mt="1">
        {texts.previewOf(preview.value.orderNumber)}
      </Text>
    </>
  );
}

function Note({ text }: { readonly text: string }) {
  return (
    <Text as="p" size="2" color="gray" className="min-h-11">
      {text}
    </Text>
  );
}

/** Null where no order is named. */
function toOrderNumber(text: string): number | null {
  const digits = text.trim().replace(/^#/, "");
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null;
}
