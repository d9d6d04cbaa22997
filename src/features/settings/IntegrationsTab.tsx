import { INTEGRATIONS } from "../../../domain/secrets";
import { sentenceOf } from "../../lib/refusal";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { IntegrationForm } from "./IntegrationForm";
import { texts } from "./texts";
import { useIntegrations } from "./useSettings";

/** One form per service; each is saved on its own. */
export function IntegrationsTab() {
  const words = texts.integrations;
  const settings = useIntegrations();
  if (settings.status === "loading") return <ListSkeleton rows={8} label={words.loading} />;
  if (settings.status === "refused") return <RefusedState message={sentenceOf(settings.error, words.loadFailed)} />;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {INTEGRATIONS.map((kind) => (
        <IntegrationForm key={kind} kind={kind} settings={settings.value} />
      ))}
    </div>
  );
}
