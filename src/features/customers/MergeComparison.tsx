import { Button, Flex, Text } from "@radix-ui/themes";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { checkCustomerMerge } from "../../../domain/customerMerge";
import { refusalMessage } from "../../../domain/errors";
import { formatPhone } from "../../../domain/phone";
import { notifyError, notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { paths } from "../../lib/screens";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { DataCell, DataHeaderCell, DataRow, DataTable } from "../../ui/DataTable";
import { RefusedState } from "../../ui/RefusedState";
import { mergeFacts, type MergeFact } from "./mergeFacts";
import { texts } from "./texts";
import { useCustomerChanges, type Customer } from "./useCustomers";

interface Props {
  readonly customer: Customer;
  readonly other: Customer;
  readonly onChooseOther: () => void;
  readonly onClose: () => void;
}

/** Both records side by side, what becomes of each fact, and the choice of which one stays. */
export function MergeComparison({ customer, other, onChooseOther, onClose }: Props) {
  const [isSwapped, setIsSwapped] = useState(false);
  const [stays, goes] = isSwapped ? [other, customer] : [customer, other];
  const checked = checkCustomerMerge(goes, stays);
  const { isBusy, merge } = useMerge(onClose);
  const Comparison = useIsNarrow() ? ComparedCards : ComparedTable;
  return (
    <>
      <Comparison facts={mergeFacts(stays, goes)} />
      <Flex gap="3" mt="3" wrap="wrap">
        <Button variant="soft" color="gray" highContrast onClick={() => setIsSwapped(!isSwapped)}>
          {texts.mergeSwap}
        </Button>
        <Button variant="soft" color="gray" highContrast onClick={onChooseOther}>
          {texts.mergeOther}
        </Button>
      </Flex>
      {checked.ok ? (
        <Text as="p" size="2" mt="4" role="status">
          {consequence(stays, goes)}
        </Text>
      ) : (
        <RefusedState message={refusalMessage(checked.refusal.code, checked.refusal.params)} />
      )}
      <Flex gap="3" mt="4" justify="end" wrap="wrap">
        <Button autoFocus variant="soft" color="gray" highContrast onClick={onClose}>
          {texts.cancel}
        </Button>
        {checked.ok && (
          <Button color="red" aria-busy={isBusy} onClick={() => void merge(stays, goes)}>
            {texts.mergeSubmit}
          </Button>
        )}
      </Flex>
    </>
  );
}

function useMerge(onDone: () => void) {
  const { merge } = useCustomerChanges();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);

  function showWhy(error: unknown) {
    const refusal = refusalOf(error);
    const orderNumber = refusal?.params.orderNumber;
    if (refusal?.code !== "open_order_exists" || typeof orderNumber !== "number")
      return reportError(error, texts.mergeFailed);
    // The two open orders are to be joined first: the way there is part of the message.
    notifyError(refusal.message, "Erro", {
      label: texts.seeOpenOrder(orderNumber),
      take: () => void navigate(`${paths.orders}?pedido=${orderNumber}`),
    });
  }
  async function mergeThem(stays: Customer, goes: Customer) {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const { movedOrders } = await merge({ fromCustomerId: goes._id, intoCustomerId: stays._id });
      notifySuccess(texts.merged(movedOrders));
      onDone();
    } catch (error) {
      showWhy(error);
      setIsBusy(false);
    }
  }
  return { isBusy, merge: mergeThem };
}

function consequence(stays: Customer, goes: Customer): string {
  return texts.mergeConsequence(goes.totals.orders, formatPhone(stays.phone));
}

interface ComparedProps {
  readonly facts: readonly MergeFact[];
}

function ComparedTable({ facts }: ComparedProps) {
  return (
    <DataTable
      caption={texts.mergeCompare}
      isSticky={false}
      columns={[
        { label: texts.mergeField },
        { label: texts.mergeStays },
        { label: texts.mergeGoes },
        { label: texts.mergeResult },
      ]}
    >
      {facts.map((fact) => (
        <DataRow key={fact.label}>
          <DataHeaderCell className="text-[13px] !font-normal text-(--gray-11)">{fact.label}</DataHeaderCell>
          <Compared>{fact.stays}</Compared>
          <DataCell className="!whitespace-normal">
            <Going fact={fact} />
          </DataCell>
          <Compared isBold>{fact.result}</Compared>
        </DataRow>
      ))}
    </DataTable>
  );
}

function Compared({ children, isBold = false }: { readonly children: string | null; readonly isBold?: boolean }) {
  return <DataCell className={`!whitespace-normal ${isBold ? "font-medium" : ""}`}>{children ?? <Unknown />}</DataCell>;
}

/** What is lost is struck out, and said. */
function Going({ fact: { goes, isLost } }: { readonly fact: MergeFact }) {
  if (goes === null) return <Unknown />;
  if (!isLost) return <>{goes}</>;
  return (
    <>
      <s className="text-(--gray-11)">{goes}</s>
      <span className="visually-hidden">{` (${texts.mergeLost})`}</span>
    </>
  );
}

function Unknown() {
  return (
    <span className="text-(--gray-11)">
      <span aria-hidden>–</span>
      <span className="visually-hidden">{texts.none}</span>
    </span>
  );
}

function ComparedCards({ facts }: ComparedProps) {
  return (
    <ul aria-label={texts.mergeCompare} className="flex flex-col border-t border-(--gray-a4)">
      {facts.map((fact) => (
        <li key={fact.label} className="border-b border-(--gray-a4) py-2 text-[14px]">
          <p className="text-[13px] text-(--gray-11)">{fact.label}</p>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <dt className="text-(--gray-11)">{texts.mergeStays}</dt>
            <dd className="break-words">{fact.stays ?? <Unknown />}</dd>
            <dt className="text-(--gray-11)">{texts.mergeGoes}</dt>
            <dd className="break-words">
              <Going fact={fact} />
            </dd>
            <dt className="text-(--gray-11)">{texts.mergeResult}</dt>
            <dd className="font-medium break-words">{fact.result ?? <Unknown />}</dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}
