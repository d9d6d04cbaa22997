import { useAuth } from "../../lib/auth";
import { sentenceOf } from "../../lib/refusal";
import { mayOpenSettings, paths } from "../../lib/screens";
import { useTenant } from "../../lib/tenant";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { Page } from "../../ui/Page";
import { RefusedState } from "../../ui/RefusedState";
import { ConnectionPanel } from "../connections";
import { SettingsForm } from "./SettingsForm";
import { ShippingLinks } from "./ShippingLinks";
import { texts } from "./texts";
import { useReturnOfPermission } from "./useReturnOfPermission";
import {
  useConnection,
  useConnectionDeeds,
  useShippingSettings,
  type Connection,
  type ShippingSettings,
} from "./useShipping";
import { useSettingsForm } from "./useSettingsForm";

/** /config-frete: what a company sends from and with, and its connection to Melhor Envio. */
export function Component() {
  const { tenant } = useTenant();
  const { profile } = useAuth();
  if (profile === null) return null;
  return (
    <Page title={texts.settingsTitle} action={<ShippingLinks current={paths.shippingSettings} />}>
      {tenant === null ? (
        <EmptyState line={texts.noTenant} />
      ) : mayOpenSettings(profile) ? (
        <OwnersView key={tenant.id} />
      ) : (
        <StaffView />
      )}
    </Page>
  );
}

function OwnersView() {
  const settings = useShippingSettings();
  if (settings.status === "loading") return <ListSkeleton rows={8} label={texts.loading} />;
  if (settings.status === "refused") return <RefusedState message={sentenceOf(settings.error, texts.loadFailed)} />;
  return <Filled settings={settings.value} />;
}

function Filled({ settings }: { readonly settings: ShippingSettings }) {
  const form = useSettingsForm(settings);
  const isFinishing = useReturnOfPermission();
  return (
    <div className="flex flex-col gap-6 lg:flex-row-reverse lg:items-start lg:justify-end lg:gap-12">
      <div className="lg:sticky lg:top-[calc(72px+var(--bar-height,0px))] lg:w-[360px]">
        {isFinishing && (
          <p role="status" className="mb-3 text-[14px]">
            {texts.connection.finishing}
          </p>
        )}
        <MelhorEnvio connection={settings.connection} mayChange isUnsaved={form.isDirty} />
      </div>
      <SettingsForm form={form} settings={settings} />
    </div>
  );
}

interface ConnectionProps {
  readonly connection: Connection;
  readonly mayChange: boolean;
  readonly isUnsaved?: boolean;
}

function MelhorEnvio(props: ConnectionProps) {
  const { purpose, consequence } = texts.connection;
  const deeds = useConnectionDeeds();
  return (
    <ConnectionPanel service={texts.service} deeds={deeds} purpose={purpose} consequence={consequence} {...props} />
  );
}

/** Whether quotes and labels work is staff's business as well; changing it is the owner's. */
function StaffView() {
  const connection = useConnection();
  return (
    <div className="max-w-[560px]">
      {connection.status === "loading" && <ListSkeleton rows={3} label={texts.connection.loading} />}
      {connection.status === "refused" && (
        <RefusedState message={sentenceOf(connection.error, texts.connection.loadFailed)} />
      )}
      {connection.status === "ready" && <MelhorEnvio connection={connection.value} mayChange={false} />}
      <p className="mt-6 text-[14px] text-(--gray-11)">{texts.ownersOnly}</p>
    </div>
  );
}
