import { Button, Flex, Popover, Select, Text } from "@radix-ui/themes";
import type { ReactElement } from "react";
import { EVENT_TYPES, type EventType } from "../../../domain/events";
import { DateField } from "../../ui/DateField";
import type { LiveSelectorProps } from "./LiveSelector";
import { texts } from "./texts";

interface Props extends LiveSelectorProps {
  readonly trigger: ReactElement;
}

/** Date and type of the live; on its first showing it opens at once, because it was loaded by being pressed. */
export function LivePopover({ live, isToday, today, choose, trigger }: Props) {
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger>{trigger}</Popover.Trigger>
      <Popover.Content align="end" width="280px" aria-label={texts.live}>
        <Flex direction="column" gap="4">
          <DateField
            label={texts.eventDate}
            value={live.eventDate}
            isRequired
            onChange={(eventDate) => {
              if (eventDate !== null) choose({ ...live, eventDate });
            }}
          />
          <EventTypeField value={live.eventType} onChange={(eventType) => choose({ ...live, eventType })} />
          {!isToday && (
            <Button variant="soft" onClick={() => choose({ ...live, eventDate: today })}>
              {texts.useToday}
            </Button>
          )}
        </Flex>
      </Popover.Content>
    </Popover.Root>
  );
}

interface EventTypeFieldProps {
  readonly value: EventType;
  readonly onChange: (type: EventType) => void;
}

function EventTypeField({ value, onChange }: EventTypeFieldProps) {
  return (
    <Flex direction="column" gap="1">
      <Text size="2" weight="medium" aria-hidden>
        {texts.eventType}
      </Text>
      <Select.Root value={value} onValueChange={(text) => onChange(EVENT_TYPES.find((type) => type === text) ?? value)}>
        <Select.Trigger aria-label={texts.eventType} />
        <Select.Content position="popper">
          {EVENT_TYPES.map((type) => (
            <Select.Item key={type} value={type}>
              {type}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
    </Flex>
  );
}
