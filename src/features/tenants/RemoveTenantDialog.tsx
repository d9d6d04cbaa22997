import { Flex, Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import { formatBRL } from "../../../domain/money";
import { notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { LabeledField } from "../../ui/LabeledField";
import { RefusedState } from "../../ui/RefusedState";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { reportTenantError } from "./reportTenantError";
import { forgetSimulationOf } from "./simulation";
import { texts } from "./texts";
import { useConsequences, useTenantChanges, type TenantRow } from "./useTenants";

interface Props {
  readonly tenant: TenantRow;
  readonly onClose: () => void;
}

/** Asks before a company is deleted, says what goes with it, and wants its label typed. */
export function RemoveTenantDialog({ tenant: { id, name, slug }, onClose }: Props) {
  const { remove } = useTenantChanges();
  const [typed, setTyped] = useState("");
  const errors = useFieldErrors(["slug"]);

  async function confirm(): Promise<boolean> {
    if (typed.trim() !== slug) {
      errors.reject({ slug: texts.confirmSlug(slug) });
      return false;
    }
    try {
      await remove({ id, slug });
      forgetSimulationOf(id);
      notifySuccess(texts.removed(name));
      return true;
    } catch (error) {
      reportTenantError(error, texts.removeFailed);
      return false;
    }
  }
  return (
    <ConfirmDialog
      title={texts.remove(name)}
      question={texts.removeQuestion(name)}
      confirmLabel={texts.remove(name)}
      isDestructive
      focusAfter={() => document.querySelector<HTMLElement>("[data-new-tenant]")}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Flex direction="column" gap="3" mt="3">
        <Consequences tenantId={id} />
        <LabeledField label={texts.confirmSlug(slug)} error={errors.of("slug")} hint="">
          {(ids) => (
            <TextField.Root
              {...ids}
              ref={errors.ref("slug")}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                errors.clear("slug");
              }}
            />
          )}
        </LabeledField>
      </Flex>
    </ConfirmDialog>
  );
}

function Consequences({ tenantId }: { readonly tenantId: TenantRow["id"] }) {
  const consequences = useConsequences(tenantId);
  if (consequences.status === "loading")
    return (
      <Text as="p" size="2" color="gray" role="status">
        {texts.counting}
      </Text>
    );
  if (consequences.status === "refused")
    return <RefusedState message={sentenceOf(consequences.error, texts.countFailed)} />;
  if (consequences.value === null)
    return (
      <Text as="p" size="2">
        {texts.gone}
      </Text>
    );
  const { orders, totalCents, people, coupons, gifts, slug } = consequences.value;
  return (
    <div className="text-[14px]">
      <p>{texts.consequences}</p>
      <ul className="my-2 list-disc pl-5">
        <li>{texts.orders(orders, formatBRL(totalCents))}</li>
        <li>{texts.accounts(people)}</li>
        <li>{texts.coupons(coupons)}</li>
        <li>{texts.gifts(gifts)}</li>
        <li>{texts.rest}</li>
      </ul>
      <p>{texts.slugFree(slug)}</p>
    </div>
  );
}
