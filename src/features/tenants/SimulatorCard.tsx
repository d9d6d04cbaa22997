import { Card, Heading, Select, Text } from "@radix-ui/themes";
import { sentenceOf } from "../../lib/refusal";
import { useTenant } from "../../lib/tenant";
import { RefusedState } from "../../ui/RefusedState";
import { simulate } from "./simulation";
import { texts } from "./texts";
import { useActiveTenants } from "./useTenants";

const NONE = "none";

/** Choosing a company makes this browser work as it. Source: specification §6 "tenant simulator". */
export function SimulatorCard() {
  const words = texts.simulation;
  const { isTenantSite } = useTenant();
  return (
    <Card asChild size="2">
      <section aria-label={words.title}>
        <Heading as="h2" size="4" mb="1">
          {words.title}
        </Heading>
        <Text as="p" size="2" color="gray" mb="3">
          {isTenantSite ? words.ownSite : words.hint}
        </Text>
        {!isTenantSite && <Choice />}
      </section>
    </Card>
  );
}

function Choice() {
  const words = texts.simulation;
  const { tenant } = useTenant();
  const tenants = useActiveTenants();
  if (tenants.status === "loading")
    return (
      <Text as="p" size="2" color="gray" role="status">
        {words.loading}
      </Text>
    );
  if (tenants.status === "refused") return <RefusedState message={sentenceOf(tenants.error, words.loadFailed)} />;
  if (tenants.value.length === 0)
    return (
      <Text as="p" size="2">
        {words.empty}
      </Text>
    );
  const choose = (value: string) => {
    const chosen = tenants.value.find(({ id }) => id === value);
    simulate(chosen === undefined ? null : { id: chosen.id, name: chosen.name });
  };
  return (
    <Select.Root value={tenant?.id ?? ""} onValueChange={choose}>
      <Select.Trigger aria-label={words.label} placeholder={words.choose} className="w-full sm:w-72" />
      <Select.Content position="popper">
        {tenant !== null && <Select.Item value={NONE}>{words.none}</Select.Item>}
        {tenants.value.map(({ id, name }) => (
          <Select.Item key={id} value={id}>
            {name}
          </Select.Item>
        ))}
      </Select.Content>
    </Select.Root>
  );
}
