// §2: vibration and sound on success and refusal at the gate, beside the text, until they are turned off on the device.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startBranchStory } from "#tests/support/story.ts";

const { openNewPage, getBranchPath, staffUser } = await startBranchStory({ slug: "signals-story" });

/** Counts what a test cannot feel or hear; both still happen. */
const observeSignals = `
  globalThis.signals = { vibrations: [], tones: 0 };
  navigator.vibrate = (pattern) => { globalThis.signals.vibrations.push(pattern); return true; };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...args) { globalThis.signals.tones += 1; return start.apply(this, args); };
`;
const readSignals = (page: Page) => page.evaluate<{ vibrations: number[][]; tones: number }>("globalThis.signals");

async function checkIn(page: Page, plate: string): Promise<void> {
  await page.goto(getBranchPath("parking/create"));
  await page.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(plate);
  await page.getByRole("textbox", { name: /^Phone number/ }).fill("9840012345");
  await page.getByRole("button", { name: "Check in", exact: true }).click();
}

test("a check-in and a refusal differ in vibration and sound, and each is turned off on the account page", async () => {
  const page = await openNewPage();
  await page.addInitScript(observeSignals);
  await logIn({ page, user: staffUser });
  await checkIn(page, "TN09AB1234");
  await page.getByText("TN09AB1234", { exact: false }).first().waitFor();
  await page.getByRole("button", { name: "Next vehicle" }).waitFor();
  await eventually(async () => assert.deepEqual(await readSignals(page), { vibrations: [[60]], tones: 1 }));
  await checkIn(page, "TN09AB1234");
  await eventually(async () => assert.deepEqual(await readSignals(page), { vibrations: [[120, 80, 120]], tones: 2 }));

  await page.goto(getBranchPath("account"));
  for (const name of ["Vibration", "Sound"]) {
    await page.getByRole("button", { name: `Turn off: ${name}` }).click();
    await page.getByRole("button", { name: `Turn on: ${name}` }).waitFor();
  }
  await checkIn(page, "TN09AB5678");
  await page.getByRole("button", { name: "Next vehicle" }).waitFor();
  assert.deepEqual(await readSignals(page), { vibrations: [], tones: 0 });
});
