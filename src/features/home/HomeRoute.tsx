import { Button, Card, Flex, Heading, Text } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { useAuth, type Profile } from "../../lib/auth";
import { screensFor, type ScreenLink } from "../../lib/screens";
import { Page } from "../../ui/Page";
import { SystemStatus } from "./SystemStatus";
import { texts } from "./texts";

/** What one can do here, one card per screen. */
export function Component() {
  const { status, profile } = useAuth();
  return (
    <Page title={texts.title}>
      <Flex direction="column" align="start" gap="4" mb="5">
        <Text as="p" color="gray" size="3">
          {texts.subtitle}
        </Text>
        {status === "signedOut" && (
          <Button asChild size="3">
            <Link to="/auth">{texts.signIn}</Link>
          </Button>
        )}
      </Flex>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {screensWithCard(profile).map(({ path, label }) => (
          <li key={path}>
            <Card size="3" className="h-full">
              <Flex direction="column" align="start" gap="3" height="100%">
                <Heading as="h2" size="4">
                  {label}
                </Heading>
                <Text as="p" color="gray" className="flex-1">
                  {texts.descriptions[path]}
                </Text>
                <Button asChild variant="soft" highContrast>
                  <Link to={path} aria-label={`${texts.open} ${label}`}>
                    {texts.open}
                  </Link>
                </Button>
              </Flex>
            </Card>
          </li>
        ))}
      </ul>
      <SystemStatus />
    </Page>
  );
}

function screensWithCard(profile: Profile | null): readonly ScreenLink[] {
  return screensFor(profile).filter(({ path }) => texts.descriptions[path] !== undefined);
}
