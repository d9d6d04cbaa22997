import { normalizeCode } from "../../../domain/codes";
import { formatPhone, parsePhone } from "../../../domain/phone";
import type { LaunchForm } from "./launchForm";
import type { LineReading } from "./launchLine";
import { texts } from "./texts";

interface Props {
  readonly line: Exclude<LineReading, { kind: "plain" }>;
}

/** How a launch typed as one line was understood, before it is sent (UX conventions L5). */
export function LineHint({ line }: Props) {
  return (
    <span role="status" className="block truncate font-medium text-(--gray-12)">
      {line.kind === "ambiguous" ? texts.ambiguousLine : sentence(line.form)}
    </span>
  );
}

function sentence({ phone, code, quantity }: LaunchForm): string {
  const parsed = parsePhone(phone);
  const shown = phone.trim() === "" ? texts.noPhoneYet : parsed.ok ? formatPhone(parsed.value) : phone;
  return texts.lineRead(shown, code.trim() === "" ? texts.noCodeYet : normalizeCode(code), quantity);
}
