import { Button, Checkbox, TextField } from "@radix-ui/themes";
import { useState, type FormEvent } from "react";
import { MAX_VIEW_NAME } from "../../../domain/orderViews";
import { LabeledField } from "../../ui/LabeledField";
import { isSameName } from "./savedViews";
import { texts } from "./texts";
import type { ListedView } from "./useSavedViews";

interface Props {
  readonly views: readonly ListedView[];
  readonly isCopy: boolean;
  /** @returns why it was not kept, or null */
  readonly onSave: (name: string, isForTeam: boolean) => Promise<string | null>;
}

/** Gives the filter on screen a name, for oneself or for the whole team. */
export function NewView({ views, isCopy, onSave }: Props) {
  const [name, setName] = useState("");
  const [isForTeam, setIsForTeam] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  async function submit() {
    const wanted = name.trim();
    if (wanted === "") return setError(texts.viewNameRequired);
    if (views.some((view) => isSameName(view.name, wanted))) return setError(texts.viewExists(wanted));
    if (isSaving) return;
    setIsSaving(true);
    setError(await onSave(wanted, isForTeam));
    setIsSaving(false);
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-3"
    >
      <div className="flex items-start gap-2">
        <LabeledField label={texts.viewName} error={error} className="flex-1">
          {(ids) => (
            <TextField.Root
              {...ids}
              maxLength={MAX_VIEW_NAME}
              value={name}
              onChange={({ target }) => {
                setName(target.value);
                setError(null);
              }}
            />
          )}
        </LabeledField>
        <Button type="submit" variant="soft" highContrast mt="5" aria-busy={isSaving}>
          {isCopy ? texts.saveViewAs : texts.saveView}
        </Button>
      </div>
      <label className="flex min-h-6 items-center gap-2 text-[14px] pointer-coarse:min-h-11">
        <Checkbox checked={isForTeam} onCheckedChange={(checked) => setIsForTeam(checked === true)} />
        {texts.viewForTeam}
      </label>
    </form>
  );
}
