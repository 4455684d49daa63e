// §8: an image that cannot be uploaded or opened; what else was typed stays.
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorCatalogue, getErrorText } from "#domain/errors.ts";
import { openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";
import sharp from "sharp";

const { address, make } = await startStory();

test("says that an image could not be uploaded, keeps the form, and later that it cannot be opened", async () => {
  const user = await make.user("platform");
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 500/, /ERR_FAILED/] });
  await logIn({ page, user, landingUrl: "**/platform" });
  await page.goto("/platform/vehicle-types");
  await page.getByRole("button", { name: "Add vehicle type" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Name" }).fill("Tractor");

  const { status, text } = errorCatalogue.INTERNAL_SERVER_ERROR;
  const errors = [{ message: text, extensions: { code: "INTERNAL_SERVER_ERROR" } }];
  await page.route("**/files", (route) => route.fulfill({ status, json: { errors } }));
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#2a6" } })
    .png()
    .toBuffer();
  const image = { name: "tractor.png", mimeType: "image/png", buffer };
  await sheet.locator("input[type=file]").setInputFiles(image);
  await sheet.getByText(getErrorText("IMAGE_UPLOAD_FAILED")).waitFor();
  assert.equal(await sheet.getByRole("textbox", { name: "Name" }).inputValue(), "Tractor");

  await page.unroute("**/files");
  await sheet.locator("input[type=file]").setInputFiles(image);
  await sheet.getByRole("img", { name: "Image" }).waitFor();
  await sheet.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Tractor" }).waitFor();

  await page.route("**/assets/**", (route) => route.abort());
  await page.reload();
  await page
    .getByRole("button", { name: `${getErrorText("IMAGE_OPEN_FAILED")} Tractor` })
    .or(page.getByText(getErrorText("IMAGE_OPEN_FAILED")))
    .first()
    .waitFor();
});
