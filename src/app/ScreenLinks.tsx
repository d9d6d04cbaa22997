import { ChevronDownIcon } from "@radix-ui/react-icons";
import { lazy, Suspense, useState } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { grouped, type ScreenLink } from "../lib/screens";
import { texts } from "./texts";

const loadMenu = () => import("./ScreenMenu").then((module) => ({ default: module.ScreenMenu }));
const ScreenMenu = lazy(loadMenu);

interface Props {
  readonly screens: readonly ScreenLink[];
}

/** The screens of the top bar; the current one by weight and a line of 2 px. */
export function ScreenLinks({ screens }: Props) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={texts.screens} className="flex h-full min-w-0 items-stretch gap-1 overflow-x-auto">
      {grouped(screens).map((entry) =>
        "group" in entry && "screens" in entry ? (
          <ScreenGroup
            key={entry.group}
            label={entry.group}
            screens={entry.screens}
            className={look(entry.screens.some(({ path }) => path === pathname))}
          />
        ) : (
          <NavLink
            key={entry.path}
            to={entry.path}
            title={entry.key === undefined ? undefined : `${entry.label} (G ${entry.key})`}
            className={({ isActive }) => look(isActive)}
          >
            {entry.label}
          </NavLink>
        ),
      )}
    </nav>
  );
}

interface GroupProps {
  readonly label: string;
  readonly screens: readonly ScreenLink[];
  readonly className: string;
}

/** Several screens under one word. What a menu weighs is loaded by whoever reaches for it, not with the first screen. */
function ScreenGroup({ label, screens, className }: GroupProps) {
  const [isAsked, setIsAsked] = useState(false);
  const word = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={className}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setIsAsked(true)}
      onKeyDown={(event) => event.key === "ArrowDown" && setIsAsked(true)}
    >
      {label}
      <ChevronDownIcon aria-hidden width="16" height="16" className="ml-1" />
    </button>
  );
  if (!isAsked) return word;
  return (
    <Suspense fallback={word}>
      <ScreenMenu label={label} screens={screens} className={className} />
    </Suspense>
  );
}

function look(isCurrent: boolean): string {
  return `flex items-center whitespace-nowrap border-b-2 px-2 text-[14px] ${
    isCurrent ? "border-(--accent-9) font-semibold" : "border-transparent text-(--gray-11) hover:text-(--gray-12)"
  }`;
}
