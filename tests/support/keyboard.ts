// Walks a page with Tab alone, as somebody without a mouse does.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const inPage = readFileSync("tests/support/keyboard.page.js", "utf8");

interface Reached {
  /** Controls Tab never came to. */
  missed: string[];
  /** Controls on which nothing showed where one is. */
  unseen: string[];
}

/** After so many presses the page is asked whether the walk has come round. */
const asked = 10;

export async function walkByTab(page: Page): Promise<Reached> {
  await page.evaluate(inPage);
  const count = await page.evaluate<number>("markControls()");
  for (let presses = 1; presses <= count * 2 + 20; presses++) {
    await page.keyboard.press("Tab");
    if (presses % asked === 0 && (await page.evaluate<boolean>("walk.hasComeRound()"))) break;
  }
  return page.evaluate<Reached>("walk.result()");
}
