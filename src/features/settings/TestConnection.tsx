import { Button, Text } from "@radix-ui/themes";
import { useState } from "react";
import { reportError } from "../../lib/reportError";
import { texts } from "./texts";
import { useTestPayments, type ConnectionTest } from "./useSettings";

/** 'Testar conexão' with the payment provider, with what is saved; what came of it stands beside the button. */
export function TestConnection() {
  const words = texts.integrations;
  const test = useTestPayments();
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<ConnectionTest | null>(null);

  function press() {
    if (isBusy) return;
    setIsBusy(true);
    setResult(null);
    test({})
      .then(setResult, (error: unknown) => reportError(error, words.testFailed))
      .finally(() => setIsBusy(false));
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="button" variant="soft" color="gray" highContrast aria-busy={isBusy} onClick={press}>
        {isBusy ? words.testing : words.test}
      </Button>
      <Text as="p" size="2" role="status" color={result?.outcome === "connected" ? "jade" : "red"}>
        {result?.message}
      </Text>
    </div>
  );
}
