import { Button, Flex } from "@radix-ui/themes";
import { useRef, useState } from "react";
import { sentenceOf } from "../../lib/refusal";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { Facts } from "./Facts";
import { SystemForm } from "./SystemForm";
import { systemText } from "./systemForm";
import { texts } from "./texts";
import { useSystemSettings, type SystemSettings } from "./useSettings";

/** Every setting a company has: to read, or, after 'Editar', to change. */
export function SystemTab() {
  const settings = useSystemSettings();
  const [isEditing, setIsEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const mustReturn = useRef(false);

  if (settings.status === "loading") return <ListSkeleton rows={6} label={texts.loading} />;
  if (settings.status === "refused") return <RefusedState message={sentenceOf(settings.error, texts.loadFailed)} />;
  if (isEditing)
    return (
      <SystemForm
        settings={settings.value}
        onDone={() => {
          mustReturn.current = true;
          setIsEditing(false);
        }}
      />
    );
  return (
    <div className="max-w-[640px]">
      <SystemFacts settings={settings.value} />
      <Flex mt="4">
        <Button
          // Back to what opened the form (UX conventions F4).
          ref={(button) => {
            edit.current = button;
            if (button !== null && mustReturn.current) button.focus();
            mustReturn.current = false;
          }}
          onClick={() => setIsEditing(true)}
        >
          {texts.edit}
        </Button>
      </Flex>
    </div>
  );
}

function SystemFacts({ settings }: { readonly settings: SystemSettings }) {
  const words = texts.system;
  const text = systemText(settings);
  return (
    <Facts
      title={words.title}
      facts={[
        [words.publicBaseUrl, text.publicBaseUrl === "" ? texts.overview.installationAddress : text.publicBaseUrl],
        [words.originCep, text.originCep],
        [words.environment, texts.environments[settings.environment]],
        [words.weight, text.defaultWeightGrams],
        [words.length, text.defaultLengthCm],
        [words.height, text.defaultHeightCm],
        [words.width, text.defaultWidthCm],
        [words.diameter, text.defaultDiameterCm],
        [words.slipShipping, text.slipShipping === "" ? words.slipNothing : text.slipShipping],
        [words.slipPayment, text.slipPayment === "" ? words.slipNothing : text.slipPayment],
      ]}
    />
  );
}
