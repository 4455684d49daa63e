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

export async function walkByTab(page: Page): Promise<Reached> {
  await page.evaluate(inPage);
  const count = await page.evaluate<number>("markControls()");
  for (let presses = 0; presses < count * 2 + 20; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate<boolean>("walk.step()")) break;
  }
  return page.evaluate<Reached>("walk.result()");
}
