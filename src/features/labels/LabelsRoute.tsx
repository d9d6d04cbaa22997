import { lazy, Suspense } from "react";
import { paths } from "../../lib/screens";
import { useTenant } from "../../lib/tenant";
import { useEscapeClears } from "../../lib/useEscapeClears";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { EmptyState } from "../../ui/EmptyState";
import { Page } from "../../ui/Page";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { ShippingLinks } from "../shipping";
import { BatchStrip } from "./BatchStrip";
import { BulkBar } from "./BulkBar";
import { LabelLayers } from "./LabelLayers";
import { AllLabels, LabelsFound } from "./LabelsList";
import { LabelsToolbar } from "./LabelsToolbar";
import { texts } from "./texts";
import { useBatch } from "./useBatch";
import { useLabelActions } from "./useLabelActions";
import { useLabelSelection } from "./useLabelSelection";
import { useLabelsPlace } from "./useLabelsPlace";

const LabelDialog = lazy(() => import("./LabelDialog").then((module) => ({ default: module.LabelDialog })));

/** /etiquetas: every paid order's way to its customer, from the label to the door. */
export function Component() {
  const { tenant } = useTenant();
  return (
    <Page title={texts.title} action={<ShippingLinks current={paths.labels} />}>
      {tenant === null ? <EmptyState line={texts.noTenant} /> : <Labels key={tenant.id} />}
    </Page>
  );
}

function Labels() {
  const controls = useLabelsPlace();
  const { state, search, pageSize, open } = controls.place;
  const actions = useLabelActions(controls.open);
  const selection = useLabelSelection(JSON.stringify([state, search]));
  const batch = useBatch(selection);
  const isNarrow = useIsNarrow();
  useEscapeClears({ count: selection.rows.length, isPicking: selection.isPicking, clear: selection.endPicking });
  const shared = { controls, actions, selection };
  return (
    <>
      <LabelsToolbar controls={controls} actions={actions} selection={selection} />
      {(!isNarrow || selection.isPicking) && (
        <BulkBar selection={selection} batch={batch} isOffline={actions.isOffline} />
      )}
      <BatchStrip batch={batch} />
      <PanelBoundary key={`${state}:${search}`} fallback={texts.loadFailed}>
        {search === "" ? <AllLabels key={pageSize} {...shared} /> : <LabelsFound {...shared} />}
      </PanelBoundary>
      <LabelLayers actions={actions} />
      {open !== null && (
        <Suspense fallback={null}>
          <LabelDialog key={open.orderNumber} {...open} actions={actions} onClose={controls.close} />
        </Suspense>
      )}
    </>
  );
}
