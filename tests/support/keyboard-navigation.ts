// Walks through a page with Tab only, like a keyboard user.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const pageScript = readFileSync("tests/support/keyboard.page.js", "utf8");

interface KeyboardReach {
  /** Controls that Tab did not reach. */
  missed: string[];
  /** Controls without a visible focus indicator. */
  unseen: string[];
}

/** After this many presses the page is asked whether the walk is complete. */
const checkIntervalPresses = 10;

export async function walkWithTab(page: Page): Promise<KeyboardReach> {
  await page.evaluate(pageScript);
  const count = await page.evaluate<number>("markControls()");
  for (let presses = 1; presses <= count * 2 + 20; presses++) {
    await page.keyboard.press("Tab");
    if (presses % checkIntervalPresses === 0 && (await page.evaluate<boolean>("walk.hasComeRound()"))) break;
  }
  return page.evaluate<KeyboardReach>("walk.result()");
}
