import { useState } from "react";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { pickSeen, useEdit } from "../../lib/useEdit";
import { texts } from "./texts";
import { useSettingsDeeds, type BlingChoices, type BlingSettings } from "./useBling";

export type ChoiceField = "paymentForm" | "saleSituation" | "canceledSituation";
type FlagField = "postsStock" | "postsReceivables";
type Choice = NonNullable<BlingSettings[ChoiceField]>;

/** The choices by their ids; null is Bling's own way. */
type Values = Readonly<Record<ChoiceField, number | null> & Record<FlagField, boolean>>;

const SHOWS = {
  paymentForm: ["paymentForm"],
  saleSituation: ["saleSituation"],
  canceledSituation: ["canceledSituation"],
  postsStock: ["postsStock"],
  postsReceivables: ["postsReceivables"],
} as const;

export type BlingForm = ReturnType<typeof useSettingsForm>;

/** What the company wants of its sales at Bling, over what is stored now (P3). */
export function useSettingsForm(settings: BlingSettings) {
  const { save, readChoices } = useSettingsDeeds();
  const stored = valuesOf(settings);
  const form = useEdit<Values, Values>({ stored, fresh: stored, toText: (values) => values, shows: SHOWS });
  const [choices, setChoices] = useState<BlingChoices | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isReading, setIsReading] = useState(false);

  /** What there is to choose from, as far as is known; what is stored is always among it. */
  function choicesOf(field: ChoiceField): readonly Choice[] {
    const asked = (field === "paymentForm" ? choices?.paymentForms : choices?.situations) ?? [];
    const kept = settings[field];
    return kept === null || asked.some(({ id }) => id === kept.id) ? asked : [kept, ...asked];
  }
  const named = (field: ChoiceField) => choicesOf(field).find(({ id }) => id === form.text[field]) ?? null;

  async function submit() {
    const given = {
      paymentForm: named("paymentForm"),
      saleSituation: named("saleSituation"),
      canceledSituation: named("canceledSituation"),
      postsStock: form.text.postsStock,
      postsReceivables: form.text.postsReceivables,
    };
    const changed = Object.fromEntries(form.changed.map((field) => [field, given[field]]));
    setIsBusy(true);
    try {
      await save({ ...changed, seen: pickSeen(form.seen, form.changed) });
      notifySuccess(texts.settings.saved);
    } catch (error) {
      form.noteRefusal(error);
      reportError(error, texts.settings.saveFailed);
    } finally {
      setIsBusy(false);
    }
  }
  async function ask() {
    setIsReading(true);
    try {
      setChoices(await readChoices({}));
      notifySuccess(texts.settings.choicesFound);
    } catch (error) {
      reportError(error, texts.settings.choicesFailed);
    } finally {
      setIsReading(false);
    }
  }
  return {
    ...form,
    isBusy,
    isReading,
    choicesOf,
    storedName: (field: ChoiceField) => settings[field]?.name ?? null,
    choose: (field: ChoiceField, id: number | null) => form.type({ [field]: id }),
    flag: (field: FlagField, isOn: boolean) => form.type({ [field]: isOn }),
    readChoices: () => {
      if (!isReading) void ask();
    },
    submit,
  };
}

function valuesOf({
  paymentForm,
  saleSituation,
  canceledSituation,
  postsStock,
  postsReceivables,
}: BlingSettings): Values {
  return {
    paymentForm: paymentForm?.id ?? null,
    saleSituation: saleSituation?.id ?? null,
    canceledSituation: canceledSituation?.id ?? null,
    postsStock,
    postsReceivables,
  };
}
