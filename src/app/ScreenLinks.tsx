import { lazy, Suspense } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { grouped, type ScreenLink } from "../lib/screens";
import { texts } from "./texts";

/** Loaded only where a group of screens has an entry. */
const ScreenMenu = lazy(() => import("./ScreenMenu").then((module) => ({ default: module.ScreenMenu })));

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
          <Suspense key={entry.group} fallback={<span className={look(false)}>{entry.group}</span>}>
            <ScreenMenu
              label={entry.group}
              screens={entry.screens}
              className={look(entry.screens.some(({ path }) => path === pathname))}
            />
          </Suspense>
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

function look(isCurrent: boolean): string {
  return `flex items-center whitespace-nowrap border-b-2 px-2 text-[14px] ${
    isCurrent ? "border-(--accent-9) font-semibold" : "border-transparent text-(--gray-11) hover:text-(--gray-12)"
  }`;
}
