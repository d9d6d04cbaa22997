import { Badge, Heading, Link, Text } from "@radix-ui/themes";
import { formatDate, saoPauloDate } from "../../../domain/calendar";
import { kgText } from "../../../domain/measures";
import { formatBRL } from "../../../domain/money";
import { INTEGRATIONS, type Integration } from "../../../domain/secrets";
import { sentenceOf } from "../../lib/refusal";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { Facts } from "./Facts";
import { ServiceScreen } from "./ServiceScreen";
import { cepText } from "./systemForm";
import { texts } from "./texts";
import { useOverview, type Overview } from "./useSettings";

/** 'Configurações': what holds today, to read. */
export function OverviewTab() {
  const overview = useOverview();
  if (overview.status === "loading") return <ListSkeleton rows={8} label={texts.loading} />;
  if (overview.status === "refused") return <RefusedState message={sentenceOf(overview.error, texts.loadFailed)} />;
  const { event, shipping, project, integrations, variables } = overview.value;
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
        <EventFacts event={event} />
        <ShippingFacts shipping={shipping} />
        <ProjectFacts project={project} />
      </div>
      <IntegrationStates integrations={integrations} />
      <Variables variables={variables} />
    </div>
  );
}

function EventFacts({ event }: Pick<Overview, "event">) {
  const words = texts.overview;
  return (
    <Facts
      title={words.event(formatDate(event.today))}
      facts={[
        [words.orders, event.orders],
        [words.paid, event.paid],
        [words.total, formatBRL(event.totalCents)],
      ]}
    />
  );
}

function ShippingFacts({ shipping }: Pick<Overview, "shipping">) {
  const words = texts.overview;
  return (
    <Facts
      title={words.shipping}
      facts={[
        [words.originCep, cepText(shipping.originCep)],
        [words.environment, texts.environments[shipping.environment]],
        [words.weight, `${kgText(shipping.weightGrams)} kg`],
        [words.size, `${shipping.lengthCm} × ${shipping.heightCm} × ${shipping.widthCm} cm`],
        [words.diameter, `${shipping.diameterCm} cm`],
      ]}
    />
  );
}

function ProjectFacts({ project }: Pick<Overview, "project">) {
  const words = texts.overview;
  return (
    <Facts
      title={words.project}
      facts={[
        [words.tenant, project.tenantName],
        [words.slug, project.slug],
        [words.publicBaseUrl, project.publicBaseUrl === "" ? words.installationAddress : project.publicBaseUrl],
        [words.since, formatDate(saoPauloDate(project.createdAt))],
      ]}
    />
  );
}

function IntegrationStates({ integrations }: Pick<Overview, "integrations">) {
  const words = texts.overview;
  return (
    <section aria-label={words.integrations}>
      <Heading as="h2" size="3" mb="2">
        {words.integrations}
      </Heading>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {integrations.map((integration) => (
          <li
            key={integration.kind}
            className="flex flex-col items-start gap-2 rounded-md border border-(--gray-a5) p-3 text-[14px]"
          >
            <span className="font-semibold">{nameOf(integration.kind)}</span>
            <IntegrationBadge {...integration} />
            <ScreenOf kind={integration.kind} />
            <Link
              href={integration.docsUrl}
              target="_blank"
              rel="noreferrer"
              size="2"
              highContrast
              underline="always"
              aria-label={words.docsOf(nameOf(integration.kind))}
            >
              {words.docs}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A service that the server knows and this screen does not yet is called what the server calls it. */
function nameOf(kind: string): string {
  const known = INTEGRATIONS.find((integration: Integration) => integration === kind);
  return known === undefined ? kind : texts.integrations.names[known];
}

function ScreenOf({ kind }: { readonly kind: string }) {
  const known = INTEGRATIONS.find((integration) => integration === kind);
  return known === undefined ? null : <ServiceScreen kind={known} />;
}

interface State {
  readonly isConfigured: boolean;
  readonly isActive: boolean;
}

function IntegrationBadge({ isConfigured, isActive }: State) {
  const words = texts.overview;
  if (isActive)
    return (
      <Badge color="jade" highContrast>
        {words.connected}
      </Badge>
    );
  return isConfigured ? (
    <Badge color="amber" highContrast>
      {words.configured}
    </Badge>
  ) : (
    <Badge color="gray">{words.missing}</Badge>
  );
}

/** Names and whether they are set; the server never sends a value. */
function Variables({ variables }: Pick<Overview, "variables">) {
  const words = texts.overview;
  return (
    <section aria-label={words.variables}>
      <Heading as="h2" size="3">
        {words.variables}
      </Heading>
      <Text as="p" size="2" color="gray" mb="2">
        {words.variablesHint}
      </Text>
      <ul className="grid gap-x-6 text-[14px] md:grid-cols-2 xl:grid-cols-3">
        {variables.map(({ name, isSet }) => (
          <li
            key={name}
            className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 border-b border-(--gray-a4) py-1"
          >
            <code className="min-w-0 text-[13px] break-all">{name}</code>
            <Badge color={isSet ? "jade" : "gray"} highContrast={isSet}>
              {isSet ? words.isSet : words.isUnset}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
