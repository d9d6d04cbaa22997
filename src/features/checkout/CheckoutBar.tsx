import { Button } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { useTenant } from "../../lib/tenant";
import { ConnectionMark } from "../../ui/ConnectionMark";
import { NewsChip } from "../messaging";
import { texts } from "./texts";

interface Props {
  /** Back to the dashboard; null when it is what is shown. */
  readonly onBack: (() => void) | null;
}

/** The way back, whose checkout this is, and whether what it shows is the present. Source: product.md "Payment pages". */
export function CheckoutBar({ onBack }: Props) {
  const { tenant } = useTenant();
  return (
    <header className="stays-in-sight sticky top-[var(--bar-height,0px)] z-30 border-b border-(--gray-a4) bg-(--color-background)">
      <div className="mx-auto flex h-14 w-full max-w-[1440px] items-center gap-3 px-4 md:px-6">
        {onBack === null ? (
          <Button asChild variant="ghost" color="gray" highContrast className="m-0 -ml-2">
            <Link to="/" aria-label={texts.backHome}>
              <Back />
              {texts.home}
            </Link>
          </Button>
        ) : (
          <Button variant="ghost" color="gray" highContrast className="m-0 -ml-2" onClick={onBack}>
            <Back />
            <span className="sm:hidden">{texts.back}</span>
            <span className="max-sm:hidden">{texts.backToDashboard}</span>
          </Button>
        )}
        <span className="min-w-0 flex-1 truncate text-center text-[15px] font-semibold">{tenant?.name}</span>
        {tenant !== null && <NewsChip />}
        <ConnectionMark />
      </div>
    </header>
  );
}

/** Drawn here: the icons of the package weigh on the first load of every screen. */
function Back() {
  return (
    <svg aria-hidden width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5">
      <path d="M10 3 5 8l5 5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
