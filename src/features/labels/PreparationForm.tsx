import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { notifyError, notifyNotice } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { ParcelFacts } from "./ParcelFacts";
import { RecipientFields } from "./RecipientFields";
import { senderProblems } from "./recipientForm";
import { SenderFacts } from "./SenderFacts";
import { ServiceChoice } from "./ServiceChoice";
import { texts } from "./texts";
import { usePreparationChanges, type Preparation } from "./useLabels";
import { tell, type LabelActions } from "./useLabelActions";
import { useRecipientForm } from "./useRecipientForm";

const words = texts.preparation;
/** Before anything is chosen: what every carrier wants. */
const LEAST_DEMANDING = "Correios";

interface Props {
  readonly preparation: Preparation;
  readonly actions: LabelActions;
}

/** What a label is made of, looked at and completed before anything is bought: a label cannot be changed afterwards. */
export function PreparationForm({ preparation, actions }: Props) {
  const { row, options, chosenOptionId } = preparation;
  const { create } = usePreparationChanges();
  const [picked, setPicked] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const option = options.find(({ optionId }) => optionId === (picked ?? chosenOptionId));
  const company = option?.company ?? LEAST_DEMANDING;
  const form = useRecipientForm(preparation, company);
  const problems = senderProblems(preparation, company);

  async function submit() {
    if (isBusy) return;
    if (actions.isOffline) return notifyNotice(texts.offline);
    if (!form.isComplete()) return void notifyError(words.incomplete, texts.failed.create);
    if (problems.length > 0) return void notifyError(problems.join(" "), texts.failed.create);
    if (option === undefined) return void notifyError(words.chooseFirst, texts.failed.create);
    setIsBusy(true);
    try {
      if (await form.ensureSaved()) tell("create", await create({ orderId: row.orderId, optionId: option.optionId }));
    } catch (error) {
      notifyError(sentenceOf(error, texts.failedDetail), texts.failed.create);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <RecipientFields form={form} />
      <ServiceChoice
        preparation={preparation}
        chosenId={option?.optionId ?? null}
        onChoose={setPicked}
        ensureSaved={form.ensureSaved}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SenderFacts sender={preparation.sender} problems={problems} />
        <ParcelFacts parcel={preparation.parcel} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button aria-busy={isBusy} onClick={() => void submit()}>
          {isBusy ? words.creating : words.create}
        </Button>
        <span className="text-[14px] text-(--gray-11)">{words.hint}</span>
      </div>
    </div>
  );
}
