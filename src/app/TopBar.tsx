import { MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { Box, Button, Flex, IconButton, Text } from "@radix-ui/themes";
import { lazy, Suspense } from "react";
import { Link } from "react-router-dom";
import { NewsChip } from "../features/messaging/NewsChip";
import { useAuth } from "../lib/auth";
import { commandKey } from "../lib/keys";
import { paths, screensFor } from "../lib/screens";
import { useTenant } from "../lib/tenant";
import { useMediaQuery } from "../lib/useMediaQuery";
import { AccountMenu } from "./AccountMenu";
import { AppearanceButton } from "./AppearanceButton";
import { ConnectionDot } from "./ConnectionDot";
import { useFrame } from "./frame";
import { ScreenLinks } from "./ScreenLinks";
import { TenantPreview } from "./TenantPreview";
import { texts } from "./texts";

/** Only the phone loads the drawer. */
const MenuDrawer = lazy(() => import("./MenuDrawer").then((module) => ({ default: module.MenuDrawer })));

/** One line, 56 px: company, screens, search, connection, person. On the phone the screens move into a drawer. */
export function TopBar() {
  const { status, profile } = useAuth();
  const { tenant } = useTenant();
  const isNarrow = useMediaQuery("(max-width: 767px)");
  const isSignedIn = status === "signedIn";

  return (
    <header className="stays-in-sight sticky top-0 z-30 border-b border-(--gray-a4) bg-(--color-background)">
      <Flex align="center" height="56px" className="gap-2 px-4 md:gap-6 md:px-6">
        <Link to={paths.home} className="flex min-h-11 min-w-0 items-center rounded-sm md:max-w-56 md:shrink-0">
          <Text truncate weight="bold" size="3">
            {tenant?.name ?? "Sistema de Vendas"}
          </Text>
        </Link>
        {isSignedIn && !isNarrow ? <ScreenLinks screens={screensFor(profile)} /> : <Box flexGrow="1" />}
        {!isNarrow && <TenantPreview />}
        {isSignedIn && <CommandButton isNarrow={isNarrow} />}
        {isSignedIn && tenant !== null && <NewsChip />}
        <ConnectionDot />
        {isNarrow ? (
          <Suspense fallback={null}>
            <MenuDrawer />
          </Suspense>
        ) : (
          <Flex align="center" gap="3">
            <AppearanceButton />
            {isSignedIn && <AccountMenu />}
            {status === "signedOut" && <SignInLink />}
          </Flex>
        )}
      </Flex>
    </header>
  );
}

function CommandButton({ isNarrow }: { readonly isNarrow: boolean }) {
  const { openCommands } = useFrame();
  const command = commandKey();
  return isNarrow ? (
    <IconButton variant="ghost" color="gray" size="4" aria-label={texts.commandsShort} onClick={openCommands}>
      <MagnifyingGlassIcon width="20" height="20" />
    </IconButton>
  ) : (
    <Button
      variant="soft"
      color="gray"
      size="2"
      title={texts.commandsTip(command)}
      aria-keyshortcuts={command === "⌘" ? "Meta+K" : "Control+K"}
      onClick={openCommands}
    >
      <MagnifyingGlassIcon aria-hidden width="16" height="16" />
      <span className="max-2xl:sr-only">{texts.commandsShort}</span>
      <span aria-hidden className="text-(--gray-11)">
        {command === "⌘" ? "⌘K" : "Ctrl K"}
      </span>
    </Button>
  );
}

function SignInLink() {
  return (
    <Button asChild size="2">
      <Link to={paths.auth}>Entrar</Link>
    </Button>
  );
}
