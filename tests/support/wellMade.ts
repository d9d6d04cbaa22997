import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Nothing for axe to complain about, nothing that scrolls sideways, no dialog wider than the window: a dialog scrolls in a
 * box of its own, which the document's width says nothing about.
 */
export async function isWellMade(page: Page): Promise<void> {
  // What moves in is judged where it arrives; what never stops moving is not waited for.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => null)));
  });
  // No page of ours holds another's frame; without them axe needs no second page to put its findings together, which is
  // half of its time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
  const beyond = await page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
    const widths = dialogs.map((dialog) => Math.round(dialog.getBoundingClientRect().right));
    return Math.max(document.documentElement.scrollWidth, ...widths) - window.innerWidth;
  });
  expect(beyond).toBeLessThanOrEqual(0);
}
