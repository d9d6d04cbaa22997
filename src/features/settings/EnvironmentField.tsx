import { Select, Text } from "@radix-ui/themes";
import { useId } from "react";
import { ENVIRONMENTS, type Environment } from "../../../domain/shippingSettings";
import { texts } from "./texts";

interface Props {
  readonly label: string;
  readonly value: Environment;
  readonly onChange: (environment: Environment) => void;
}

/** Whether a service is spoken to on trial or in earnest. */
export function EnvironmentField({ label, value, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Text as="label" htmlFor={id} size="2" weight="medium">
        {label}
      </Text>
      <Select.Root value={value} onValueChange={(chosen) => onChange(chosen === "production" ? chosen : "sandbox")}>
        <Select.Trigger id={id} />
        <Select.Content position="popper">
          {ENVIRONMENTS.map((environment) => (
            <Select.Item key={environment} value={environment}>
              {texts.environments[environment]}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
    </div>
  );
}
