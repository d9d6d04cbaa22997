import { sentenceOf } from "../../lib/refusal";
import { AddressToCopy } from "../../ui/AddressToCopy";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { SettingsForm } from "./SettingsForm";
import { texts } from "./texts";
import { useBlingSettings } from "./useBling";

const words = texts.settings;

/** What the owner registers at Bling, and what they want of its sales. */
export function OwnersSettings({ isConnected }: { readonly isConnected: boolean }) {
  const settings = useBlingSettings();
  if (settings.status === "loading") return <ListSkeleton rows={4} label={words.loading} />;
  if (settings.status === "refused") return <RefusedState message={sentenceOf(settings.error, words.loadFailed)} />;
  return (
    <>
      <AddressToCopy label={words.redirectUrl} hint={words.redirectHint} url={settings.value.redirectUrl} />
      <SettingsForm settings={settings.value} isConnected={isConnected} />
    </>
  );
}
