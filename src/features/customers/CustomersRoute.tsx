import { ArrowLeftIcon } from "@radix-ui/react-icons";
import { Button, Tabs } from "@radix-ui/themes";
import { lazy, Suspense } from "react";
import { useTenant } from "../../lib/tenant";
import { EmptyState } from "../../ui/EmptyState";
import { Page } from "../../ui/Page";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { ControlCentre } from "./ControlCentre";
import { AllCustomers, CustomersFound } from "./CustomersList";
import type { OpenDialog } from "./customersAddress";
import { CustomersToolbar } from "./CustomersToolbar";
import { RegisterForm } from "./RegisterForm";
import { texts } from "./texts";
import { useCustomersPlace, type PlaceControls } from "./useCustomersPlace";

const CustomerDialog = lazy(() => import("./CustomerDialog").then((module) => ({ default: module.CustomerDialog })));
const EditCustomer = lazy(() => import("./EditCustomer").then((module) => ({ default: module.EditCustomer })));
const ImportCustomers = lazy(() => import("./ImportCustomers").then((module) => ({ default: module.ImportCustomers })));
const MergeDialog = lazy(() => import("./MergeDialog").then((module) => ({ default: module.MergeDialog })));

/** Clientes: the control centre, and behind it the list and the form that registers. Which one is in the address. */
export function Component() {
  const controls = useCustomersPlace();
  const { tenant } = useTenant();
  const { view } = controls.place;

  if (tenant === null)
    return (
      <Page title={texts.centre} documentTitle={texts.title}>
        <EmptyState line={texts.noTenant} />
      </Page>
    );
  if (view === "centre")
    return (
      <Page key="centre" title={texts.centre} documentTitle={texts.title}>
        <ControlCentre controls={controls} />
      </Page>
    );
  return (
    <Page key="management" title={texts.title} action={<BackToCentre controls={controls} />}>
      <Tabs.Root value={view} onValueChange={(tab) => controls.show(tab === "register" ? "register" : "list")}>
        <Tabs.List aria-label={texts.tabsLabel}>
          <Tabs.Trigger value="list">{texts.tabs.list}</Tabs.Trigger>
          <Tabs.Trigger value="register">{texts.tabs.register}</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="list" className="pt-4 pb-6">
          <List controls={controls} />
        </Tabs.Content>
        <Tabs.Content value="register" className="pb-6">
          <RegisterForm controls={controls} />
        </Tabs.Content>
      </Tabs.Root>
      <OpenDialogs controls={controls} />
    </Page>
  );
}

function BackToCentre({ controls }: { readonly controls: PlaceControls }) {
  return (
    <Button variant="soft" color="gray" highContrast onClick={() => controls.show("centre")}>
      <ArrowLeftIcon aria-hidden width="16" height="16" />
      {texts.back}
    </Button>
  );
}

function List({ controls }: { readonly controls: PlaceControls }) {
  const { search, pageSize } = controls.place;
  return (
    <>
      <CustomersToolbar controls={controls} />
      <PanelBoundary fallback={texts.loadFailed}>
        {search === "" ? <AllCustomers key={pageSize} controls={controls} /> : <CustomersFound controls={controls} />}
      </PanelBoundary>
    </>
  );
}

function OpenDialogs({ controls }: { readonly controls: PlaceControls }) {
  const { open } = controls.place;
  if (open === null) return null;
  return (
    <Suspense fallback={null}>
      {open.kind === "import" ? (
        <ImportCustomers onClose={controls.close} />
      ) : (
        <DialogOfOne {...open} controls={controls} />
      )}
    </Suspense>
  );
}

interface DialogOfOneProps extends Exclude<OpenDialog, { readonly kind: "import" }> {
  readonly controls: PlaceControls;
}

function DialogOfOne({ kind, customerId, controls }: DialogOfOneProps) {
  switch (kind) {
    case "view":
      return <CustomerDialog key={customerId} customerId={customerId} controls={controls} />;
    case "edit":
      return <EditCustomer key={customerId} customerId={customerId} onClose={controls.close} />;
    case "merge":
      return <MergeDialog key={customerId} customerId={customerId} controls={controls} />;
    default:
      return kind satisfies never;
  }
}
