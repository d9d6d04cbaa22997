import { Button } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";
import type { TemplateDraft } from "../../../domain/templates";
import { notifyError, notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { useTenant } from "../../lib/tenant";
import { useBusy } from "../../lib/useBusy";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { Page } from "../../ui/Page";
import { RefusedState } from "../../ui/RefusedState";
import { RemoveTemplate } from "./RemoveTemplate";
import type { TemplateEdit } from "./templateEdit";
import { TemplateList } from "./TemplateList";
import { texts } from "./texts";
import { useTemplateChanges, useTemplates, type TemplateId, type TemplateRow } from "./useTemplates";

const TemplateDialog = lazy(() => import("./TemplateDialog").then((module) => ({ default: module.TemplateDialog })));

type Open =
  | { readonly kind: "create" }
  /** `edit` is what was typed before, when saving it failed. */
  | { readonly kind: "edit"; readonly template: TemplateRow; readonly edit: TemplateEdit | null }
  | { readonly kind: "remove"; readonly template: TemplateRow };

/** Templates: the list, and the dialogs that make, change and delete one. */
export function Component() {
  const { tenant } = useTenant();
  const [open, setOpen] = useState<Open | null>(null);
  const templates = useTemplates();
  const { saving, save } = useSaving((template, edit) => setOpen({ kind: "edit", template, edit }));
  const rows = templates.status === "ready" ? templates.value : [];
  const close = () => setOpen(null);

  if (tenant === null)
    return (
      <Page title={texts.title}>
        <EmptyState line={texts.noTenant} />
      </Page>
    );
  return (
    <Page
      title={texts.title}
      action={
        <Button data-after-removal onClick={() => setOpen({ kind: "create" })}>
          {texts.create}
        </Button>
      }
    >
      {templates.status === "loading" && <ListSkeleton rows={6} label={texts.loading} />}
      {templates.status === "refused" && <RefusedState message={sentenceOf(templates.error, texts.loadFailed)} />}
      {templates.status === "ready" && rows.length === 0 && (
        <EmptyState
          line={texts.empty}
          action={<Button onClick={() => setOpen({ kind: "create" })}>{texts.createFirst}</Button>}
        />
      )}
      {rows.length > 0 && (
        <TemplateList
          templates={rows}
          saving={saving}
          onEdit={(template) => setOpen({ kind: "edit", template, edit: null })}
          onRemove={(template) => setOpen({ kind: "remove", template })}
        />
      )}
      <Suspense fallback={null}>
        {open?.kind === "create" && <TemplateDialog stored={null} edit={null} onSave={save} onClose={close} />}
        {open?.kind === "edit" && (
          <TemplateDialog
            key={open.template.templateId}
            stored={rows.find(({ templateId }) => templateId === open.template.templateId) ?? open.template}
            edit={open.edit}
            onSave={save}
            onClose={close}
          />
        )}
      </Suspense>
      {open?.kind === "remove" && (
        <RemoveTemplate
          template={open.template}
          neighbour={neighbourOf(rows, open.template.templateId)}
          onClose={close}
        />
      )}
    </Page>
  );
}

/** The row after it, else the one before it (UX conventions F4). */
function neighbourOf(rows: readonly TemplateRow[], removed: TemplateId): TemplateRow | null {
  const at = rows.findIndex(({ templateId }) => templateId === removed);
  return rows[at + 1] ?? rows[at - 1] ?? null;
}

/**
 * Saving a change does not hold anybody up: the list shows it at once. Where it fails, a message says why and leads back
 * to what was typed (UX conventions O1, O3); nothing opens by itself (F1).
 */
function useSaving(reopen: (template: TemplateRow, edit: TemplateEdit) => void) {
  const { update } = useTemplateChanges();
  const busy = useBusy<TemplateId>();

  function save(template: TemplateRow, edit: TemplateEdit, draft: TemplateDraft) {
    const { templateId } = template;
    void busy.during(templateId, update({ templateId, ...draft, seen: edit.seen })).then(
      () => notifySuccess(texts.updated),
      (error: unknown) => {
        const wayOut = { label: texts.continueEditing, take: () => reopen(template, edit) };
        notifyError(sentenceOf(error, texts.saveFailed), undefined, wayOut);
      },
    );
  }
  return { saving: busy.keys, save };
}
