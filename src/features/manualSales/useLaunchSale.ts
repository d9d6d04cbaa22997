import type { FunctionReturnType } from "convex/server";
import { useCallback, useReducer, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { refusalMessage } from "../../../domain/errors";
import { createId } from "../../lib/createId";
import { sentenceOf } from "../../lib/refusal";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { changeOwnLaunches, type LaunchDraft, type OwnLaunch } from "./ownLaunches";
import { texts } from "./texts";
import { useFindProduct } from "./useCatalogue";
import type { WorkingLive } from "./useWorkingLive";

export type LaunchReceipt = FunctionReturnType<typeof api.manualSales.launch>;

export interface Launcher {
  /** Launches of this screen that are on their way or were refused, newest first. */
  readonly own: readonly OwnLaunch[];
  /** The latest result in words, for assistive technology. */
  readonly announcement: string;
  /** Returns at once: sending never holds up the next entry. */
  readonly launch: (draft: LaunchDraft) => void;
  readonly retry: (launch: OwnLaunch) => void;
  readonly dismiss: (launch: OwnLaunch) => void;
}

/** Sends launches of the working live and keeps those that the server has not accepted. */
export function useLaunchSale(live: WorkingLive): Launcher {
  const send = useTenantMutation(api.manualSales.launch);
  const findProduct = useFindProduct();
  const [own, change] = useReducer(changeOwnLaunches, []);
  const [announcement, setAnnouncement] = useState("");

  const deliver = useCallback(
    async (launch: OwnLaunch) => {
      const { launchId, attempt, phone, quantity, eventDate, eventType, code } = launch;
      try {
        const productId = launch.productId ?? (await findProduct(code))?._id ?? null;
        if (productId === null) {
          const refusal = refusalMessage("product_not_found");
          change({ kind: "refused", launchId, attempt, refusal });
          return setAnnouncement(texts.launchRefused(code, quantity, refusal));
        }
        const receipt = await send({ productId, phone, quantity, eventDate, eventType, launchId });
        change({ kind: "accepted", launchId });
        setAnnouncement(resultSentence(receipt));
      } catch (error) {
        const refusal = sentenceOf(error, texts.launchFailed);
        change({ kind: "refused", launchId, attempt, refusal });
        setAnnouncement(texts.launchRefused(code, quantity, refusal));
      }
    },
    [send, findProduct],
  );

  const { eventDate, eventType } = live;
  const launch = useCallback(
    (draft: LaunchDraft) => {
      const now = Date.now();
      const entry = {
        ...draft,
        launchId: createId(),
        eventDate,
        eventType,
        at: now,
        sentAt: now,
        attempt: 1,
        refusal: null,
      };
      change({ kind: "sent", launch: entry });
      void deliver(entry);
    },
    [deliver, eventDate, eventType],
  );
  const retry = useCallback(
    (refused: OwnLaunch) => {
      change({ kind: "retried", launchId: refused.launchId, sentAt: Date.now() });
      void deliver({ ...refused, attempt: refused.attempt + 1 });
    },
    [deliver],
  );
  const dismiss = useCallback(({ launchId }: OwnLaunch) => change({ kind: "dismissed", launchId }), []);

  return { own, announcement, launch, retry, dismiss };
}

/** The specified sentence of an accepted launch. Source: specification §8, product.md "Words". */
function resultSentence(receipt: LaunchReceipt): string {
  const { created, productCode, quantity, phone, unitPriceCents } = receipt;
  return created
    ? texts.orderCreated(productCode, quantity, phone, unitPriceCents * quantity)
    : texts.addedToOrder(productCode, quantity);
}
