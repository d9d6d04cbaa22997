import { Box, Button, Flex, Text } from "@radix-ui/themes";
import { lazy, Suspense } from "react";
import { Link, NavLink } from "react-router-dom";
import { useAuth } from "../lib/auth";
import { useTenant } from "../lib/tenant";
import { useIsNarrow } from "../lib/useMediaQuery";
import { AccountMenu } from "./AccountMenu";
import { AppearanceButton } from "./AppearanceButton";
import { ConnectionDot } from "./ConnectionDot";
import { OfflineBar } from "./OfflineBar";
import { navigation, paths } from "./paths";

/** Only the phone loads the drawer. */
const MenuDrawer = lazy(() => import("./MenuDrawer").then((module) => ({ default: module.MenuDrawer })));

/** One line, 56 px: company, screens, connection, person. On the phone the screens move into a drawer. */
export function TopBar() {
  const { status } = useAuth();
  const { tenant } = useTenant();
  const isNarrow = useIsNarrow();
  const isSignedIn = status === "signedIn";

  return (
    <header className="sticky top-0 z-30 border-b border-(--gray-a4) bg-(--color-background)">
      <Flex align="center" gap={{ initial: "2", md: "5" }} px={{ initial: "4", md: "5" }} height="56px">
        <Link to={paths.home} className="flex min-h-11 min-w-0 items-center truncate rounded-sm">
          <Text weight="bold" size="3">
            {tenant?.name ?? "Sistema de Vendas"}
          </Text>
        </Link>
        {isSignedIn && !isNarrow && <ScreenLinks />}
        <Box flexGrow="1" />
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
      <OfflineBar />
    </header>
  );
}

function ScreenLinks() {
  return (
    <nav aria-label="Telas" className="flex h-full items-stretch gap-1">
      {navigation.map(({ path, label }) => (
        <NavLink
          key={path}
          to={path}
          className={({ isActive }) =>
            `flex items-center border-b-2 px-2 text-[14px] ${
              isActive
                ? "border-(--accent-9) font-semibold"
                : "border-transparent text-(--gray-11) hover:text-(--gray-12)"
            }`
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

function SignInLink() {
  return (
    <Button asChild size="2">
      <Link to={paths.auth}>Entrar</Link>
    </Button>
  );
}
