import { Button, Flex, Select, Text, TextArea, TextField } from "@radix-ui/themes";
import { useLayoutEffect, useRef, useState } from "react";
import {
  LEGACY_TEMPLATE_TYPES,
  MAX_TEMPLATE_CONTENT,
  TEMPLATE_LABELS,
  TEMPLATE_TYPES,
  unknownPlaceholders,
} from "../../../domain/templates";
import { ChangedMeanwhile } from "../../ui/ChangedMeanwhile";
import { LabeledField } from "../../ui/LabeledField";
import { insertAt, type TemplateField } from "./templateEdit";
import { texts } from "./texts";
import type { TemplateFormState } from "./useTemplateForm";

interface Props {
  readonly form: TemplateFormState;
}

export function TemplateFields({ form }: Props) {
  return (
    <>
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
        <div>
          <TypeField form={form} />
          <Conflict form={form} field="type" />
        </div>
        <div>
          <LabeledField label={texts.titleField} error={form.errors.of("title")} hint={texts.titleHint}>
            {(ids) => (
              <TextField.Root
                {...ids}
                ref={form.errors.ref("title")}
                autoComplete="off"
                value={form.text.title}
                onChange={({ target }) => form.type({ title: target.value })}
              />
            )}
          </LabeledField>
          <Conflict form={form} field="title" />
        </div>
      </div>
      <ContentField form={form} />
      <Conflict form={form} field="content" />
    </>
  );
}

/** A type of an earlier time is offered where the template has it already. */
function TypeField({ form }: Props) {
  const { type } = form.text;
  const [first] = useState(type);
  const legacy = LEGACY_TEMPLATE_TYPES.filter((name) => name === type || name === first);
  return (
    <LabeledField label={texts.type} error={form.errors.of("type")} hint="">
      {(ids) => (
        <Select.Root value={type} onValueChange={(chosen) => form.type({ type: chosen })}>
          <Select.Trigger {...ids} ref={form.errors.ref("type")} placeholder={texts.chooseType} aria-required />
          <Select.Content position="popper">
            {[...TEMPLATE_TYPES, ...legacy].map((name) => (
              <Select.Item key={name} value={name}>
                {TEMPLATE_LABELS[name]}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      )}
    </LabeledField>
  );
}

function ContentField({ form }: Props) {
  const { content } = form.text;
  const unknown = unknownPlaceholders(content);
  const area = useRef<HTMLTextAreaElement | null>(null);
  const caret = useRef<number | null>(null);

  // After the text has been put in, the caret stands behind it and typing goes on there.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    area.current?.focus();
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [content]);

  function insert(name: string) {
    const end = area.current?.selectionEnd ?? content.length;
    const inserted = insertAt(content, { start: area.current?.selectionStart ?? end, end }, `{{${name}}}`);
    caret.current = inserted.caret;
    form.type({ content: inserted.content });
  }
  return (
    <div>
      <LabeledField
        label={texts.content}
        error={form.errors.of("content")}
        hint={unknown.length > 0 ? texts.unknown(unknown) : texts.length(content.length, MAX_TEMPLATE_CONTENT)}
      >
        {(ids) => (
          <TextArea
            {...ids}
            ref={(element) => {
              area.current = element;
              form.errors.ref("content")(element);
            }}
            rows={6}
            resize="vertical"
            required
            value={content}
            onChange={({ target }) => form.type({ content: target.value })}
          />
        )}
      </LabeledField>
      <Flex role="group" aria-label={texts.insert} align="center" gap="2" wrap="wrap" mt="1">
        {Object.entries(texts.placeholders).map(([name, meaning]) => (
          <Button
            key={name}
            type="button"
            size="1"
            variant="soft"
            color="gray"
            highContrast
            title={meaning}
            aria-label={texts.insertOne(name)}
            onClick={() => insert(name)}
          >
            {`{{${name}}}`}
          </Button>
        ))}
      </Flex>
      <Text as="p" size="1" color="gray" mt="1" className="visually-hidden">
        {Object.entries(texts.placeholders)
          .map(([name, meaning]) => `${name}: ${meaning}`)
          .join("; ")}
      </Text>
    </div>
  );
}

function Conflict({ form, field }: Props & { readonly field: TemplateField }) {
  const conflict = form.conflicts[field];
  if (conflict === undefined) return null;
  return (
    <ChangedMeanwhile
      actorName={null}
      at={null}
      shown={conflict}
      onUseTheirs={() => form.settle(field, "theirs")}
      onKeepMine={() => form.settle(field, "mine")}
    />
  );
}
