import { Button, Flex, Text } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { Page } from "../ui/Page";
import { paths } from "../lib/screens";

export function NotFoundRoute() {
  return (
    <Page title="404" documentTitle="Página não encontrada">
      <Flex direction="column" align="start" gap="2">
        <Text as="p" size="4" weight="medium">
          Oops! Page not found
        </Text>
        <Text as="p" color="gray">
          Página não encontrada
        </Text>
        <Button asChild mt="3">
          <Link to={paths.home}>Voltar ao início</Link>
        </Button>
      </Flex>
    </Page>
  );
}
