import type { Page } from "playwright-core";

/** Publishes or rejects the submission on screen, and confirms it. */
export async function decide(page: Page, decision: "Publish" | "Reject"): Promise<void> {
  await page.getByRole("button", { name: decision, exact: true }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: decision, exact: true }).click();
  await sheet.waitFor({ state: "detached" });
}
