import { Flex, Heading, Text } from "@radix-ui/themes";
import { useQueries, type RequestForQueries } from "convex/react";
import { useMemo, type ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import { useAuth } from "../lib/auth";
import { useStored } from "../lib/localStore";
import { sentenceOf } from "../lib/refusal";
import { mainSiteTenant, PREVIEW_TENANT_KEY, TenantContext, type Tenant, type TenantScope } from "../lib/tenant";
import { slugOfHost } from "../lib/tenantHost";

interface Props {
  /** As in `location.hostname`. */
  readonly hostname: string;
  readonly children: ReactNode;
}

/**
 * Finds the company this page works on and gives it to everything below. Shows nothing of the app before it is known.
 *
 * Source: specification §1 and §2 "Tenant gate screens".
 */
export function TenantGate({ hostname, children }: Props) {
  const slug = slugOfHost(hostname);
  return slug === null ? (
    <MainSite>{children}</MainSite>
  ) : (
    <TenantSite slug={slug} hostname={hostname}>
      {children}
    </TenantSite>
  );
}

function MainSite({ children }: { readonly children: ReactNode }) {
  const { profile } = useAuth();
  const [previewTenantId] = useStored(PREVIEW_TENANT_KEY);
  const wanted = mainSiteTenant(profile, previewTenantId);
  // Only somebody else's company has no name yet; it may also be gone since it was chosen.
  const preview = usePreviewTenant(wanted !== null && wanted.name === null ? wanted.id : null);
  const scope = useMemo<TenantScope>(() => {
    const own = mainSiteTenant(profile, previewTenantId);
    return { tenant: own?.name === null ? (preview ?? null) : own, isTenantSite: false };
  }, [profile, previewTenantId, preview]);

  if (preview === undefined) return <GateMessage title="Carregando..." lines={["Identificando sua empresa"]} isBusy />;
  return <TenantContext value={scope}>{children}</TenantContext>;
}

const NOTHING: RequestForQueries = {};

/** The company that was chosen: undefined while it is asked for, null when there is none to ask for or it is gone. */
function usePreviewTenant(id: string | null): Tenant | null | undefined {
  const queries = useMemo<RequestForQueries>(
    () => (id === null ? NOTHING : { preview: { query: api.tenants.byId, args: { tenantId: id } } }),
    [id],
  );
  const answer: unknown = useQueries(queries).preview;
  if (id === null) return null;
  if (answer === undefined) return undefined;
  // A failure here is as good as none: the person chooses again.
  return isTenant(answer) ? answer : null;
}

function TenantSite({ slug, hostname, children }: Props & { readonly slug: string }) {
  const queries = useMemo(() => ({ tenant: { query: api.tenants.bySlug, args: { slug } } }), [slug]);
  const answer: unknown = useQueries(queries).tenant;
  const tenant = isTenant(answer) ? answer : null;
  const scope = useMemo<TenantScope>(() => ({ tenant, isTenantSite: true }), [tenant]);

  if (answer === undefined) return <GateMessage title="Carregando..." lines={["Identificando sua empresa"]} isBusy />;
  if (answer instanceof Error) {
    const cause = sentenceOf(answer, "Erro interno na detecção da empresa");
    return <NotFound line={`Erro ao carregar dados da empresa: ${cause}`} hostname={hostname} />;
  }
  if (answer === null) return <NotFound line={`Empresa "${slug}" não encontrada ou inativa`} hostname={hostname} />;
  if (tenant === null) {
    return <GateMessage title="Estado inesperado" lines={["Por favor, recarregue a página"]} />;
  }
  return <TenantContext value={scope}>{children}</TenantContext>;
}

function isTenant(answer: unknown): answer is Tenant {
  return typeof answer === "object" && answer !== null && "id" in answer && "name" in answer;
}

function NotFound({ line, hostname }: { readonly line: string; readonly hostname: string }) {
  const mainHost = hostname.split(".").slice(1).join(".");
  return (
    <GateMessage
      title="Empresa não encontrada"
      lines={[line, "Esta empresa não existe ou está inativa", `Exemplo de endereço: suaempresa.${mainHost}`]}
    />
  );
}

interface MessageProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly isBusy?: boolean;
}

function GateMessage({ title, lines, isBusy = false }: MessageProps) {
  return (
    <Flex asChild direction="column" align="center" justify="center" gap="2" p="5" minHeight="100dvh">
      <main aria-busy={isBusy}>
        <Heading as="h1" size="6" align="center">
          {title}
        </Heading>
        {lines.map((line) => (
          <Text key={line} as="p" color="gray" align="center">
            {line}
          </Text>
        ))}
      </main>
    </Flex>
  );
}
