import { Badge } from "@radix-ui/themes";
import { lazy } from "react";
import { OfferManager } from "./OfferManager";
import { texts } from "./texts";
import { useGiftChanges, useGifts, type GiftRow } from "./useGifts";

const GiftDialog = lazy(() => import("./GiftDialog").then((module) => ({ default: module.GiftDialog })));

/** Every gift of the company: create, edit, delete. */
export function GiftsTab() {
  const words = texts.gifts;
  const { remove } = useGiftChanges();
  return (
    <OfferManager<GiftRow>
      words={words}
      rows={useGifts()}
      keyOf={({ giftId }) => giftId}
      nameOf={({ name }) => name}
      columns={[
        { label: words.nameColumn, show: ({ name }) => name },
        {
          label: words.description,
          isFlexible: true,
          show: ({ description }) => <span title={description ?? undefined}>{description ?? "–"}</span>,
        },
        {
          label: words.minimumColumn,
          align: "right",
          show: ({ minimumPurchaseCents }) => words.from(minimumPurchaseCents),
        },
        {
          label: words.state,
          show: ({ isActive }) => (
            <Badge color={isActive ? "jade" : "gray"} highContrast={isActive}>
              {isActive ? texts.active : texts.inactive}
            </Badge>
          ),
        },
      ]}
      dialog={(gift, onClose) => <GiftDialog gift={gift} onClose={onClose} />}
      removeQuestion={({ name }) => words.removeQuestion(name)}
      remove={({ giftId }) => remove({ giftId })}
    />
  );
}
