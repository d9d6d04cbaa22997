import { CheckIcon } from "@radix-ui/react-icons";
import { Badge } from "@radix-ui/themes";
import { texts } from "./texts";

interface Props {
  readonly isPrinted: boolean;
}

export function PrintedBadge({ isPrinted }: Props) {
  return isPrinted ? (
    <Badge color="gray" highContrast className="align-middle">
      <CheckIcon aria-hidden width="14" height="14" />
      {texts.printed}
    </Badge>
  ) : (
    <span className="text-[12px] text-(--gray-11)">{texts.notPrinted}</span>
  );
}
