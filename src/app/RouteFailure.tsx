import { Button, Flex, Heading, Text } from "@radix-ui/themes";
import { useRouteError } from "react-router-dom";
import { sentenceOf } from "../lib/refusal";

/** A screen that could not be shown at all: a fault of ours, or a newer version whose files replaced these. */
export function RouteFailure() {
  const error = useRouteError();
  return (
    <Flex asChild direction="column" align="start" gap="3" p="5" maxWidth="640px">
      <section role="alert">
        <Heading as="h1" size="6">
          Unexpected Application Error!
        </Heading>
        <Text as="p" color="gray">
          {sentenceOf(error, "Não foi possível mostrar esta tela. Recarregue a página.")}
        </Text>
        <Button onClick={() => window.location.reload()}>Recarregar a página</Button>
      </section>
    </Flex>
  );
}
