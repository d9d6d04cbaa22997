import { Button, Text } from "@radix-ui/themes";
import { useEffect, useLayoutEffect } from "react";
import { notifySuccess } from "../../lib/notify";
import { useTenant } from "../../lib/tenant";
import { simulate, takeNotice } from "./simulation";
import { texts } from "./texts";

const HEIGHT_PX = 40;
const TOP_BAR_PX = 56;

/**
 * Says at all times as which company a super admin works, on a line of its own that does not scroll away. On a
 * company's own site there is nothing to leave; the line is there all the same.
 *
 * Source: product.md "People", specification §4 "Tenant simulation".
 */
export function SimulationBar() {
  const { tenant, isTenantSite } = useTenant();
  const isSimulating = tenant !== null;
  useEffect(() => {
    const notice = takeNotice();
    if (notice !== null) notifySuccess(notice);
  }, []);
  useBarHeight(isSimulating);

  if (!isSimulating) return null;
  const words = texts.simulation;
  return (
    <section
      aria-label={words.bar}
      style={{ height: HEIGHT_PX }}
      className="stays-in-sight sticky top-[var(--top-bar,56px)] z-20 flex shrink-0 items-center justify-between gap-3 border-b border-(--amber-a7) bg-(--amber-3) px-4 md:px-6"
    >
      <Text as="p" size="2" weight="medium" truncate className="text-(--amber-12)">
        {words.simulating(tenant.name ?? words.unnamed)}
      </Text>
      {!isTenantSite && (
        <Button
          variant="ghost"
          color="gray"
          highContrast
          size="2"
          className="min-h-6 shrink-0"
          onClick={() => simulate(null)}
        >
          {words.leave}
        </Button>
      )}
    </section>
  );
}

/** What sticks to the top of a screen sticks below the bar, and what gets the focus is not hidden by it (A3). */
function useBarHeight(isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    const { style } = document.documentElement;
    style.setProperty("--bar-height", `${HEIGHT_PX}px`);
    style.scrollPaddingTop = `${TOP_BAR_PX + HEIGHT_PX + 16}px`;
    return () => {
      style.removeProperty("--bar-height");
      style.removeProperty("scroll-padding-top");
    };
  }, [isShown]);
}
