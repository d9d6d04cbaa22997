import { ArrowUpIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { texts } from "./texts";

interface Props {
  readonly count: number;
  readonly onLetIn: () => void;
}

/** What came in while somebody works in the list waits here (UX conventions R2). */
export function NewOrders({ count, onLetIn }: Props) {
  return (
    <Button radius="full" className="shadow-md" onClick={onLetIn}>
      <ArrowUpIcon width="16" height="16" />
      {texts.newOrders(count)}
    </Button>
  );
}
