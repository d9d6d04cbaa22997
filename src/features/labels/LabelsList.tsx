import { Button } from "@radix-ui/themes";
import { useEffect, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { shipmentStateLabel } from "../../../domain/shipments";
import { paths } from "../../lib/screens";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { EmptyState } from "../../ui/EmptyState";
import { AllRows, FoundRows, pageOf, type PageableRows } from "../../ui/PagedRows";
import { Pager } from "../../ui/Pager";
import { LabelCards } from "./LabelCards";
import { LabelsTable } from "./LabelsTable";
import { texts } from "./texts";
import { MAX_FOUND, useLabelPages, useLabelsFound, type LabelRow } from "./useLabels";
import type { LabelActions } from "./useLabelActions";
import type { LabelSelection } from "./useLabelSelection";
import type { PlaceControls } from "./useLabelsPlace";

export interface LabelListProps {
  readonly rows: readonly LabelRow[];
  readonly controls: PlaceControls;
  readonly actions: LabelActions;
  readonly selection: LabelSelection;
}

type Props = Omit<LabelListProps, "rows">;

/** The shipments of the chosen state, newest first. */
export function AllLabels(props: Props) {
  const { controls } = props;
  const { state, page, pageSize } = controls.place;
  const [firstCount] = useState(page * pageSize);
  return (
    <AllRows
      pages={useLabelPages(state, pageSize, firstCount)}
      wanted={page * pageSize}
      loading={texts.loading}
      empty={<NothingThere controls={controls} />}
    >
      {(rows) => <LabelPage {...props} {...rows} />}
    </AllRows>
  );
}

function NothingThere({ controls }: Pick<Props, "controls">) {
  const { state } = controls.place;
  if (state === null)
    return (
      <EmptyState
        line={texts.empty}
        action={
          <Button asChild>
            <Link to={paths.orders}>{texts.seeOrders}</Link>
          </Button>
        }
      />
    );
  return (
    <EmptyState
      line={texts.emptyState(shipmentStateLabel(state))}
      action={
        <Button variant="soft" color="gray" highContrast onClick={controls.clear}>
          {texts.clearFilters}
        </Button>
      }
    />
  );
}

/** The shipments of a phone or an order's number. */
export function LabelsFound(props: Props) {
  const { controls } = props;
  return (
    <FoundRows
      found={useLabelsFound(controls.place.search)}
      max={MAX_FOUND}
      loading={texts.loading}
      failed={texts.loadFailed}
      empty={
        <EmptyState
          line={texts.noneFound}
          action={
            <Button variant="soft" color="gray" highContrast onClick={() => controls.search("")}>
              {texts.clearSearch}
            </Button>
          }
        />
      }
    >
      {(rows) => <LabelPage {...props} {...rows} />}
    </FoundRows>
  );
}

function LabelPage({ controls, actions, selection, rows, hasMore, isBusy }: Props & PageableRows<LabelRow>) {
  const { place } = controls;
  const { page, rows: shown, isLast } = useMemo(() => pageOf(rows, place), [rows, place]);
  const { showRows } = selection;
  useEffect(() => showRows(rows, shown), [showRows, rows, shown]);
  const List = useIsNarrow() ? LabelCards : LabelsTable;
  return (
    <section aria-label={texts.list} aria-busy={isBusy}>
      <List rows={shown} controls={controls} actions={actions} selection={selection} />
      <Pager page={page} hasNext={!isLast || hasMore} isBusy={isBusy} onGo={(next) => controls.go({ page: next })} />
    </section>
  );
}
