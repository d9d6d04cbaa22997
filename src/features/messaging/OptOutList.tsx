import { Button } from "@radix-ui/themes";
import { formatPhone } from "../../../domain/phone";
import { formatInstant } from "../../lib/ago";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { LoadMore } from "../../ui/LoadMore";
import { RecordList } from "../../ui/RecordList";
import { texts } from "./texts";
import { useChangeOptOut } from "./useChangeOptOut";
import { useOptOuts, type OptOut } from "./useMessaging";

/** Who has asked for no messages to many, or has been asked for by the staff. */
export function OptOutList() {
  const optOuts = useOptOuts();
  const { isBusy, change } = useChangeOptOut();
  if (optOuts.status === "loading") return <ListSkeleton rows={4} label={texts.optOutsLoading} />;
  if (optOuts.rows.length === 0) return <EmptyState line={texts.optOutsEmpty} />;
  return (
    <>
      <RecordList<OptOut>
        caption={texts.optOutsList}
        rows={optOuts.rows}
        keyOf={({ phone }) => phone}
        columns={[
          { label: texts.name, show: ({ name }) => name ?? texts.noName },
          { label: texts.phone, show: ({ phone }) => formatPhone(phone) },
          { label: texts.since, show: ({ at }) => formatInstant(at) },
          { label: texts.who, show: whoOf },
        ]}
        actionsLabel={texts.letIn}
        actions={({ phone, name }) => (
          <Button
            size="1"
            variant="soft"
            color="gray"
            highContrast
            className="min-h-6 pointer-coarse:min-h-11"
            aria-label={texts.letInOf(name ?? formatPhone(phone))}
            aria-busy={isBusy(phone)}
            onClick={() => change(phone, false)}
          >
            {texts.letIn}
          </Button>
        )}
      />
      <LoadMore pages={optOuts} />
    </>
  );
}

/** Who has said so. */
export function whoOf({ source, byName }: Pick<OptOut, "source" | "byName">): string {
  return source === "customer" ? texts.byCustomer : texts.byStaff(byName);
}
