// Checks that a page fits its screen: no horizontal overflow, no truncated button labels, no targets too small for a
// thumb.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const inPage = readFileSync("tests/support/fits.page.js", "utf8");

/** The smallest target, in px. */
const smallest = 44;

export async function findLayoutProblems(page: Page): Promise<string[]> {
  const { width } = page.viewportSize()!;
  await page.evaluate(inPage);
  return page.evaluate<string[]>(`findLayoutProblems(${JSON.stringify({ width, smallest })})`);
}
