import { Button, Flex, Heading, Text } from "@radix-ui/themes";
import { Component, type ReactNode } from "react";
import { useRouteError } from "react-router-dom";
import { sentenceOf } from "../lib/refusal";

/** A screen that could not be shown at all: a fault of ours, or a newer version whose files replaced these. */
export function RouteFailure() {
  return <Failure error={useRouteError()} />;
}

/** The same around everything, for what fails before there is a screen. */
export class AppBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === null ? this.props.children : <Failure error={this.state.error} />;
  }
}

function Failure({ error }: { readonly error: unknown }) {
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
