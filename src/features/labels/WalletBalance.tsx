import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { reportError } from "../../lib/reportError";
import { texts } from "./texts";
import { useWalletDeeds, type Wallet } from "./useLabels";

/** What the wallet holds, asked when somebody wants to know, and the way to put more in. */
export function WalletBalance({ onAddFunds }: { readonly onAddFunds: () => void }) {
  const { read } = useWalletDeeds();
  const [wallet, setWallet] = useState<Wallet | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function ask() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      setWallet(await read({}));
    } catch (error) {
      reportError(error, texts.balanceFailed);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <div role="group" aria-label={texts.wallet} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[14px]">
      <span role="status" className={wallet === null ? "visually-hidden" : "whitespace-nowrap"}>
        {wallet !== null && <Balance wallet={wallet} />}
      </span>
      <Button
        variant="soft"
        color="gray"
        highContrast
        aria-busy={isBusy}
        title={texts.wallet}
        onClick={() => void ask()}
      >
        {isBusy ? texts.readingBalance : texts.seeBalance}
      </Button>
      <Button variant="soft" color="gray" highContrast onClick={onAddFunds}>
        {texts.addFunds}
      </Button>
    </div>
  );
}

function Balance({ wallet: { balanceCents, reservedCents, debtsCents } }: { readonly wallet: Wallet }) {
  const rest = [
    ...(reservedCents > 0 ? [texts.reserved(reservedCents)] : []),
    ...(debtsCents > 0 ? [texts.debts(debtsCents)] : []),
  ];
  return (
    <>
      <b className="font-semibold">{texts.balance(balanceCents)}</b>
      {rest.length > 0 && <span className="text-(--gray-11)"> ({rest.join(", ")})</span>}
    </>
  );
}
