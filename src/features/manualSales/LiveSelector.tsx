import { ChevronDownIcon } from "@radix-ui/react-icons";
import { Button, Flex, Popover, Select, Text } from "@radix-ui/themes";
import { formatShortDate } from "../../../domain/calendar";
import { EVENT_TYPES, type EventType } from "../../../domain/events";
import { DateField } from "../../ui/DateField";
import { texts } from "./texts";
import type { WorkingLive } from "./liveChoice";

interface Props {
  readonly live: WorkingLive;
  readonly isToday: boolean;
  readonly today: string;
  readonly choose: (live: WorkingLive) => void;
}

/** Which live everything on this screen goes to: 'Live de 20/11 · LIVE ▾', with a word of warning on another day's. */
export function LiveSelector({ live, isToday, today, choose }: Props) {
  return (
    <Popover.Root>
      <Popover.Trigger>
        <Button variant="soft" color={isToday ? "gray" : "amber"} highContrast>
          Live de {formatShortDate(live.eventDate)} · {live.eventType}
          {!isToday && ` · ${texts.notToday}`}
          <ChevronDownIcon width="16" height="16" />
        </Button>
      </Popover.Trigger>
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
