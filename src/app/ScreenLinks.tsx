import { ChevronDownIcon } from "@radix-ui/react-icons";
import { lazy, Suspense, useRef, useState } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { grouped, type ScreenEntry, type ScreenLink } from "../lib/screens";
import { texts } from "./texts";
import { useFitting } from "./useFitting";

const loadMenu = () => import("./ScreenMenu").then((module) => ({ default: module.ScreenMenu }));
const ScreenMenu = lazy(loadMenu);

interface Props {
  readonly screens: readonly ScreenLink[];
}

/** The screens of the top bar; the current one by weight and a line of 2 px. What has no room stands under 'Mais'. */
export function ScreenLinks({ screens }: Props) {
  const { pathname } = useLocation();
  const line = useRef<HTMLElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const entries = grouped(screens);
  const fitting = useFitting(line, ruler, entries.length);
  const rest = entries.slice(fitting).flatMap((entry) => (isGroup(entry) ? entry.screens : [entry]));
  const lookOfGroup = (of: readonly ScreenLink[]) => look(of.some(({ path }) => path === pathname));
  return (
    <nav
      ref={line}
      aria-label={texts.screens}
      className="relative flex h-full min-w-0 flex-1 items-stretch gap-1 overflow-hidden"
    >
      {entries.slice(0, fitting).map((entry) =>
        isGroup(entry) ? (
          <ScreenGroup
            key={entry.group}
            label={entry.group}
            screens={entry.screens}
            className={lookOfGroup(entry.screens)}
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
      {rest.length > 0 && <ScreenGroup label={texts.more} screens={rest} className={lookOfGroup(rest)} />}
      <div ref={ruler} aria-hidden className="pointer-events-none invisible absolute left-0 top-0 flex w-max gap-1">
        {[...entries, MORE].map((entry) => (
          <span
            key={isGroup(entry) ? entry.group : entry.path}
            data-label={isGroup(entry) ? entry.group : entry.label}
            className={`${look(true)} before:content-[attr(data-label)] ${isGroup(entry) ? "pr-7" : ""}`}
          />
        ))}
      </div>
    </nav>
  );
}

const MORE: ScreenEntry = { group: texts.more, screens: [] };

function isGroup(entry: ScreenEntry): entry is Extract<ScreenEntry, { readonly screens: unknown }> {
  return "screens" in entry;
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
