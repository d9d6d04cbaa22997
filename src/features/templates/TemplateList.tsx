import { Button, Flex, Heading, Text } from "@radix-ui/themes";
import { useState } from "react";
import { formatInstant } from "../../lib/ago";
import { RecordActions } from "../../ui/RecordActions";
import { texts } from "./texts";
import { TypeBadge } from "./TypeBadge";
import type { TemplateId, TemplateRow } from "./useTemplates";

interface Props {
  readonly templates: readonly TemplateRow[];
  /** Those whose change is on its way. */
  readonly saving: ReadonlySet<TemplateId>;
  readonly onEdit: (template: TemplateRow) => void;
  readonly onRemove: (template: TemplateRow) => void;
}

/** Newest first: each with its text as it will be sent. */
export function TemplateList({ templates, saving, onEdit, onRemove }: Props) {
  return (
    <ul aria-label={texts.list} className="grid items-start gap-x-8 gap-y-5 pb-6 lg:grid-cols-2">
      {templates.map((template) => (
        <li
          key={template.templateId}
          data-template={template.templateId}
          aria-busy={saving.has(template.templateId)}
          className={`min-w-0 border-t border-(--gray-a4) pt-3 ${saving.has(template.templateId) ? "opacity-80" : ""}`}
        >
          <Flex align="start" justify="between" gap="3" mb="2">
            <div className="min-w-0">
              <Flex align="center" gap="2" wrap="wrap">
                <Heading as="h2" size="3" className="min-w-0 break-words">
                  {nameOf(template)}
                </Heading>
                <TypeBadge type={template.type} />
              </Flex>
              <Text as="p" size="1" color="gray" mt="1" title={formatInstant(template.createdAt)}>
                {texts.createdOn(template.createdAt)}
                {saving.has(template.templateId) && ` · ${texts.saving}`}
              </Text>
            </div>
            <RecordActions
              editLabel={texts.edit(nameOf(template))}
              removeLabel={texts.remove(nameOf(template))}
              onEdit={() => onEdit(template)}
              onRemove={() => onRemove(template)}
            />
          </Flex>
          <Content text={template.content} />
        </li>
      ))}
    </ul>
  );
}

/** The title, or what kind of template it is. Source: specification §2 "Message templates". */
export function nameOf({ title, type }: Pick<TemplateRow, "title" | "type">): string {
  return title ?? texts.untitled(type);
}

/** A message of usual length is shown whole. */
const LONG_LINES = 12;
const LONG_CHARACTERS = 700;

/** Line breaks and spaces are part of a message. */
function Content({ text }: { readonly text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > LONG_CHARACTERS || text.split("\n").length > LONG_LINES;
  return (
    <>
      <pre
        className={`overflow-hidden rounded-md bg-(--gray-a2) p-3 font-[inherit] text-[14px] leading-[1.5] break-words whitespace-pre-wrap ${
          isLong && !isOpen ? "line-clamp-[12]" : ""
        }`}
      >
        {text}
      </pre>
      {isLong && (
        <Button
          variant="ghost"
          color="gray"
          highContrast
          mt="2"
          mx="1"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? texts.showLess : texts.showAll}
        </Button>
      )}
    </>
  );
}
