import type { Browser, Page } from "playwright-core";
import { accountOf } from "./shop";

/** A desktop page on which the first of the shop's people is signed in. */
export async function openStaffPage(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "pt-BR" })).newPage();
  const { email, password } = accountOf(0);
  await page.goto(`${url}/auth`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha").fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((at) => !at.pathname.startsWith("/auth"));
  return page;
}
