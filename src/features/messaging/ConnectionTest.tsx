import { Button, Text } from "@radix-ui/themes";
import { useState } from "react";
import { reportError } from "../../lib/reportError";
import { useBusy } from "../../lib/useBusy";
import { texts } from "./texts";
import { useTestConnection } from "./useMessaging";

type Result = Awaited<ReturnType<ReturnType<typeof useTestConnection>>>;

/** 'Testar conexão' with what is saved; what came of it stands beside the button. */
export function ConnectionTest() {
  const test = useTestConnection();
  const { keys, during } = useBusy<"test">();
  const [result, setResult] = useState<Result | null>(null);
  const isBusy = keys.size > 0;

  function press() {
    if (isBusy) return;
    setResult(null);
    during("test", test({})).then(setResult, (error: unknown) => reportError(error, texts.testFailed));
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="soft" color="gray" highContrast aria-busy={isBusy} onClick={press}>
        {isBusy ? texts.testing : texts.test}
      </Button>
      <Text as="p" size="2" role="status" color={result?.outcome === "connected" ? "jade" : "red"}>
        {result?.message}
      </Text>
    </div>
  );
}
