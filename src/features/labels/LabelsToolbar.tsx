import { Cross2Icon } from "@radix-ui/react-icons";
import { Button, IconButton, Select } from "@radix-ui/themes";
import { isShipmentState, SHIPMENT_STATES, shipmentStateLabel } from "../../../domain/shipments";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { ListSearch } from "../../ui/ListSearch";
import { PageSizeSelect } from "../../ui/PageSizeSelect";
import { texts } from "./texts";
import type { LabelActions } from "./useLabelActions";
import type { LabelSelection } from "./useLabelSelection";
import type { PlaceControls } from "./useLabelsPlace";
import { WalletBalance } from "./WalletBalance";

interface Props {
  readonly controls: PlaceControls;
  readonly actions: LabelActions;
  readonly selection: LabelSelection;
}

/** What is shown, and what there is to buy labels with. */
export function LabelsToolbar({ controls, actions, selection }: Props) {
  const { search, pageSize } = controls.place;
  const isNarrow = useIsNarrow();
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <div className="flex min-w-0 flex-wrap items-center gap-3 max-sm:w-full">
        <ListSearch label={texts.search} placeholder={texts.searchHint} value={search} onSearch={controls.search} />
        <StateFilter controls={controls} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <WalletBalance onAddFunds={actions.addFunds} />
        {isNarrow && (
          <Button
            variant="soft"
            color="gray"
            highContrast
            onClick={selection.isPicking ? selection.endPicking : selection.pick}
          >
            {selection.isPicking ? texts.endPicking : texts.pick}
          </Button>
        )}
        <PageSizeSelect value={pageSize} onChange={(size) => controls.go({ pageSize: size })} />
      </div>
    </div>
  );
}

const ALL = "all";

/** One state or all of them; the one that is chosen stands there as a chip that can be taken away (UX conventions Q4). */
function StateFilter({ controls }: Pick<Props, "controls">) {
  const { state, search } = controls.place;
  // What is searched for is found in every state.
  if (search !== "") return null;
  const chip = state === null ? null : texts.chip(shipmentStateLabel(state));
  return (
    <>
      <Select.Root
        value={state ?? ALL}
        onValueChange={(value) => controls.go({ state: isShipmentState(value) ? value : null })}
      >
        <Select.Trigger aria-label={texts.state} variant="soft" color="gray" />
        <Select.Content position="popper">
          {[ALL, ...SHIPMENT_STATES].map((value) => (
            <Select.Item key={value} value={value}>
              {value === ALL ? texts.allStates : shipmentStateLabel(value)}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
      {chip !== null && (
        <>
          <span className="inline-flex h-8 items-center gap-2 rounded-md bg-(--accent-a3) pr-1 pl-3 text-[14px] whitespace-nowrap text-(--accent-12) pointer-coarse:h-11">
            {chip}
            <IconButton
              size="1"
              variant="ghost"
              highContrast
              className="m-0 size-6 pointer-coarse:size-11"
              aria-label={texts.removeFilter(chip)}
              onClick={() => controls.go({ state: null })}
            >
              <Cross2Icon width="14" height="14" />
            </IconButton>
          </span>
          <Button variant="ghost" color="gray" highContrast className="m-0 px-2" onClick={controls.clear}>
            {texts.clearFilters}
          </Button>
        </>
      )}
    </>
  );
}
