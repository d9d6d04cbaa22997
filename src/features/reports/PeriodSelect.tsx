import { Flex, Text } from "@radix-ui/themes";
import { useId } from "react";
import { DateField } from "../../ui/DateField";
import { isWrong, type PeriodChoice, type PeriodName } from "./period";
import { texts } from "./texts";

interface Props {
  readonly value: PeriodChoice;
  readonly offered: readonly PeriodName[];
  readonly onChange: (period: PeriodChoice) => void;
}

/** Which days are counted: one of a few, or two dates of one's own with 'até' between them. */
export function PeriodSelect({ value, offered, onChange }: Props) {
  return (
    <Flex direction="column" gap="3">
      <Choices value={value.name} offered={offered} onChoose={(name) => onChange({ ...value, name })} />
      {value.name === "personalizado" && (
        <div className="flex items-start gap-x-2 sm:gap-x-3">
          <DateField
            label={texts.from}
            value={value.from}
            onChange={(from) => onChange({ ...value, from })}
            className="flex-1 sm:w-40 sm:flex-none"
          />
          <Text as="p" size="2" color="gray" aria-hidden className="pt-8">
            {texts.until}
          </Text>
          <DateField
            label={texts.untilField}
            value={value.to}
            error={isWrong(value) ? texts.invalidPeriod : null}
            onChange={(to) => onChange({ ...value, to })}
            className="flex-1 sm:w-40 sm:flex-none"
          />
        </div>
      )}
    </Flex>
  );
}

interface ChoicesProps {
  readonly value: PeriodName;
  readonly offered: readonly PeriodName[];
  readonly onChoose: (name: PeriodName) => void;
}

/** The browser's own radio buttons under labels that wrap on the phone: one stop for Tab, arrows within. */
function Choices({ value, offered, onChoose }: ChoicesProps) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label={texts.period} className="flex flex-wrap gap-2">
      {offered.map((name) => (
        <label
          key={name}
          className="relative inline-flex h-8 cursor-pointer items-center rounded-md bg-(--gray-a3) px-3 text-[14px] has-checked:bg-(--accent-a4) has-checked:font-semibold has-checked:text-(--accent-12) has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus-8) pointer-coarse:h-11"
        >
          <input
            type="radio"
            name={group}
            value={name}
            checked={name === value}
            onChange={() => onChoose(name)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {texts.periods[name]}
        </label>
      ))}
    </div>
  );
}
