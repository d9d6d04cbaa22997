import { RadioGroup, Text } from "@radix-ui/themes";
import { useId } from "react";

interface Props<Name extends string> {
  readonly label: string;
  /** Names and their words, in their order. */
  readonly choices: Readonly<Record<Name, string>>;
  readonly value: Name;
  readonly onChange: (value: Name) => void;
}

/** One of a few, all of them in sight. */
export function RadioChoice<Name extends string>({ label, choices, value, onChange }: Props<Name>) {
  const id = useId();
  const names = Object.keys(choices).filter((name): name is Name => name in choices);
  return (
    <div className="flex flex-col gap-2">
      <Text as="p" id={id} size="2" weight="medium">
        {label}
      </Text>
      <RadioGroup.Root
        aria-labelledby={id}
        className="flex-row flex-wrap gap-x-4"
        value={value}
        onValueChange={(chosen) => onChange(names.find((name) => name === chosen) ?? value)}
      >
        {names.map((name) => (
          <RadioGroup.Item key={name} value={name} className="min-h-6 pointer-coarse:min-h-11">
            {choices[name]}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
