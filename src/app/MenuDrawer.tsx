import { Cross1Icon, HamburgerMenuIcon } from "@radix-ui/react-icons";
import { Button, Dialog, Flex, IconButton, SegmentedControl } from "@radix-ui/themes";
import { useState } from "react";
import { Link, NavLink } from "react-router-dom";
import { APPEARANCES, useAppearance } from "../lib/appearance";
import { useAuth } from "../lib/auth";
import { paths, screensFor } from "../lib/screens";
import { useFrame } from "./frame";
import { TenantPreview } from "./TenantPreview";

const APPEARANCE_LABELS = { light: "Claro", dark: "Escuro", system: "Aparelho" } as const;

/** The top bar's links on the phone: a drawer from the right with targets of 44 px. */
export function MenuDrawer() {
  const [isOpen, setIsOpen] = useState(false);
  const { status, email, profile } = useAuth();
  const { leave, openAccount } = useFrame();
  const close = () => setIsOpen(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger>
        <IconButton variant="ghost" color="gray" size="4" aria-label="Abrir menu">
          <HamburgerMenuIcon width="20" height="20" />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Content className="drawer" aria-describedby={undefined}>
        <Flex justify="between" align="center" mb="3">
          <Dialog.Title mb="0" size="4">
            Menu
          </Dialog.Title>
          <Dialog.Close>
            <IconButton variant="ghost" color="gray" size="4" aria-label="Fechar menu">
              <Cross1Icon width="16" height="16" />
            </IconButton>
          </Dialog.Close>
        </Flex>
        <nav aria-label="Telas" className="flex flex-col">
          <DrawerLink path={paths.home} label="Início" onFollow={close} />
          {status === "signedIn" &&
            screensFor(profile).map(({ path, label }) => (
              <DrawerLink key={path} path={path} label={label} onFollow={close} />
            ))}
        </nav>
        <Flex direction="column" gap="4" mt="5">
          <TenantPreview />
          <AppearanceChoice />
          {status === "signedIn" ? (
            <>
              <Button
                size="3"
                variant="ghost"
                color="gray"
                className="m-0 justify-start px-3"
                onClick={() => {
                  close();
                  openAccount();
                }}
              >
                <span className="truncate">{email}</span>
              </Button>
              <Button
                size="3"
                variant="soft"
                color="gray"
                highContrast
                onClick={() => {
                  close();
                  leave();
                }}
              >
                Sair
              </Button>
            </>
          ) : (
            <Button asChild size="3">
              <Link to={paths.auth} onClick={close}>
                Entrar
              </Link>
            </Button>
          )}
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}

interface DrawerLinkProps {
  readonly path: string;
  readonly label: string;
  readonly onFollow: () => void;
}

function DrawerLink({ path, label, onFollow }: DrawerLinkProps) {
  return (
    <NavLink
      to={path}
      end
      onClick={onFollow}
      className={({ isActive }) =>
        `flex min-h-11 items-center border-l-2 px-3 ${isActive ? "border-(--accent-9) font-semibold" : "border-transparent"}`
      }
    >
      {label}
    </NavLink>
  );
}

function AppearanceChoice() {
  const { choice, choose } = useAppearance();
  return (
    <SegmentedControl.Root value={choice} aria-label="Aparência" size="2" className="w-full min-w-0">
      {APPEARANCES.map((appearance) => (
        <SegmentedControl.Item key={appearance} value={appearance} onClick={() => choose(appearance)}>
          {APPEARANCE_LABELS[appearance]}
        </SegmentedControl.Item>
      ))}
    </SegmentedControl.Root>
  );
}
