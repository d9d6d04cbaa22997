import { Badge, Button } from "@radix-ui/themes";
import { formatInstant } from "../../lib/ago";
import { whoOf } from "./OptOutList";
import { texts } from "./texts";
import { useChangeOptOut } from "./useChangeOptOut";
import { useOptOutOf } from "./useMessaging";

interface Props {
  readonly phone: string;
}

/** Whether a customer gets messages to many, and the other way. While that is not known nothing is claimed. */
export function CustomerOptOut({ phone }: Props) {
  const optOut = useOptOutOf(phone);
  const { isBusy, change } = useChangeOptOut();
  if (optOut.status !== "ready") return texts.noOrder;
  const isOptedOut = optOut.value !== null;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {isOptedOut ? (
        <Badge color="amber" highContrast>
          {texts.receivesNot}
        </Badge>
      ) : (
        texts.receives
      )}
      <Button
        size="1"
        variant="soft"
        color="gray"
        highContrast
        className="min-h-6 pointer-coarse:min-h-11"
        aria-busy={isBusy(phone)}
        onClick={() => change(phone, !isOptedOut)}
      >
        {isOptedOut ? texts.letIn : texts.stopSending}
      </Button>
      {optOut.value !== null && (
        <span className="basis-full text-[13px] text-(--gray-11)">
          {texts.optedOutBy(whoOf(optOut.value), formatInstant(optOut.value.at))}
        </span>
      )}
    </span>
  );
}
