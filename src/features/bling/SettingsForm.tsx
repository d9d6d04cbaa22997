import { Button, Flex, Heading, Select, Switch, Text } from "@radix-ui/themes";
import { useId, type FormEvent } from "react";
import { EditedField } from "../../ui/EditedField";
import { texts } from "./texts";
import type { BlingSettings } from "./useBling";
import { useSettingsForm, type BlingForm, type ChoiceField } from "./useSettingsForm";

const words = texts.settings;

interface Props {
  readonly settings: BlingSettings;
  readonly isConnected: boolean;
}

/** How a sale is to stand at Bling; what is not chosen goes by Bling's own ways. */
export function SettingsForm({ settings, isConnected }: Props) {
  const form = useSettingsForm(settings);
  const { isBusy, isDirty } = form;
  return (
    <form
      aria-label={words.title}
      className="flex flex-col gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isBusy && isDirty) void form.submit();
      }}
    >
      <Heading as="h2" size="3">
        {words.title}
      </Heading>
      <Choice form={form} field="paymentForm" label={words.paymentForm} />
      <Choice form={form} field="saleSituation" label={words.saleSituation} />
      <Choice form={form} field="canceledSituation" label={words.canceledSituation} />
      {isConnected && (
        <Button
          type="button"
          variant="soft"
          color="gray"
          highContrast
          aria-busy={form.isReading}
          onClick={form.readChoices}
        >
          {form.isReading ? words.loadingChoices : words.loadChoices}
        </Button>
      )}
      <Flag form={form} field="postsStock" label={words.postsStock} />
      <Flag form={form} field="postsReceivables" label={words.postsReceivables} />
      <Flex gap="3" wrap="wrap">
        <Button
          type="submit"
          aria-busy={isBusy}
          aria-disabled={!isDirty || undefined}
          className={isDirty ? "" : "cursor-default opacity-60"}
        >
          {isBusy ? words.saving : words.save}
        </Button>
        {isDirty && (
          <Button type="button" variant="soft" color="gray" highContrast onClick={form.forget}>
            {words.discard}
          </Button>
        )}
      </Flex>
    </form>
  );
}

const AUTOMATIC = "automatic";

function Choice({
  form,
  field,
  label,
}: {
  readonly form: BlingForm;
  readonly field: ChoiceField;
  readonly label: string;
}) {
  const id = useId();
  const chosen = form.text[field];
  return (
    <EditedField form={form} field={field} stored={form.storedName(field)}>
      <span className="flex flex-col gap-1">
        <Text as="label" htmlFor={id} size="2" weight="medium">
          {label}
        </Text>
        <Select.Root
          value={chosen === null ? AUTOMATIC : String(chosen)}
          onValueChange={(value) => form.choose(field, value === AUTOMATIC ? null : Number(value))}
        >
          <Select.Trigger id={id} />
          <Select.Content position="popper">
            <Select.Item value={AUTOMATIC}>{words.automatic}</Select.Item>
            {form.choicesOf(field).map((choice) => (
              <Select.Item key={choice.id} value={String(choice.id)}>
                {choice.name}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      </span>
    </EditedField>
  );
}

interface FlagProps {
  readonly form: BlingForm;
  readonly field: "postsStock" | "postsReceivables";
  readonly label: string;
}

function Flag({ form, field, label }: FlagProps) {
  return (
    <Text as="label" size="2">
      <Flex gap="2" align="center" minHeight="32px">
        <Switch checked={form.text[field]} onCheckedChange={(isOn) => form.flag(field, isOn)} />
        {label}
      </Flex>
    </Text>
  );
}
