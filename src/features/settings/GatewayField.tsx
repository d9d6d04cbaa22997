import { Select, Text } from "@radix-ui/themes";
import { useId } from "react";
import { GATEWAY_KINDS } from "../../../domain/messagesPacing";
import { texts } from "./texts";

interface Props {
  readonly value: string;
  readonly onChange: (gateway: string) => void;
}

/** Which program carries a company's messages: each is spoken to in its own way and at its own pace. */
export function GatewayField({ value, onChange }: Props) {
  const id = useId();
  const { gateway, gateways } = texts.integrations;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Text as="label" htmlFor={id} size="2" weight="medium">
        {gateway}
      </Text>
      <Select.Root value={value} onValueChange={onChange}>
        <Select.Trigger id={id} />
        <Select.Content position="popper">
          {GATEWAY_KINDS.map((kind) => (
            <Select.Item key={kind} value={kind}>
              {gateways[kind]}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
    </div>
  );
}
