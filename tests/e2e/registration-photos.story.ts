// §5: photos of a phone, which are larger than 2 MB, are made smaller in the browser; a logo of any shape fits whole.
import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import * as limits from "#domain/limits.ts";
import { getErrorText } from "#domain/errors.ts";
import { getRegistrationSteps } from "#domain/onboarding/registration.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();

/** Noise compresses badly: more than 6 MB, as from a phone held upright, whose sensor lies on its side. */
const phonePhoto = await sharp({
  create: {
    width: 4_000,
    height: 3_000,
    channels: 3,
    background: "grey",
    noise: { type: "gaussian", mean: 128, sigma: 60 },
  },
})
  .jpeg({ quality: 92 })
  .withMetadata({ orientation: 6 })
  .toBuffer();
const wideLogo = await sharp({ create: { width: 600, height: 150, channels: 3, background: "black" } })
  .png()
  .toBuffer();

async function openStep(fieldStep: "company" | "services") {
  const user = await make.user("admin", { status: "active" });
  const step = getRegistrationSteps("company").find(({ name }) => name === fieldStep)!;
  await sql`insert into "Company_Branch_Registration_Cache" (registration_type, admin, current_step, form_cache)
    values ('company', ${user.id}, ${step.number}, '{}')`;
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 4\d\d/] });
  await logIn({ page, user, landingUrl: "**/company-register" });
  return page;
}

async function readNewestFile(): Promise<{
  width: number | null;
  height: number | null;
  filesize: number;
  title: string;
}> {
  return eventually(async () => {
    const [file] = await sql<{ width: number; height: number; filesize: number; title: string }[]>`
      select width, height, filesize::int, title from files order by uploaded_on desc limit 1`;
    assert.ok(file);
    return file;
  });
}

test("a step that is sent before its document has arrived says so, and not that a document is missing", async () => {
  const page = await openStep("services");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Meena Kumari");
  await page.getByLabel("Designation").fill("Director");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("meena@example.com");
  await page.getByRole("textbox", { name: "Address", exact: true }).fill("12 High Road");
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/files", async (route) => {
    await isReleased;
    await route.continue();
  });
  const camera = page.getByLabel("Take photo", { exact: true });
  await camera.setInputFiles({ name: "pan-card.png", mimeType: "image/png", buffer: wideLogo });
  await page.getByRole("button", { name: "Parking", exact: true }).click();
  await page.getByRole("button", { name: "Save and continue" }).click();
  const notice = page.getByText("*The file is still being uploaded. Continue once it is listed");
  await notice.waitFor();
  assert.equal(await page.getByText("*Add at least one document").count(), 0);
  await assertAccessible(page);
  release();
  await page.getByText("pan-card.png").waitFor();
  await notice.waitFor({ state: "detached" });
});

test("a photo above the limit is stored upright and below it; a file that is no image is refused by words", async () => {
  assert.ok(phonePhoto.length > 3 * limits.imageBytes);
  const page = await openStep("services");
  const camera = page.getByLabel("Take photo", { exact: true });
  assert.equal(await camera.getAttribute("capture"), "environment");
  await camera.setInputFiles({
    name: "broken.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.alloc(3 * limits.imageBytes),
  });
  await page.getByText("*Choose a JPEG, PNG, WebP or PDF file").waitFor();
  await camera.setInputFiles({ name: "pan-card.jpg", mimeType: "image/jpeg", buffer: phonePhoto });
  await page.getByText("pan-card.jpg").waitFor();
  await page.getByText("*Choose a JPEG, PNG, WebP or PDF file").waitFor({ state: "detached" });
  const { width, height, filesize, title } = await readNewestFile();
  assert.equal(title, "PAN card");
  assert.ok(filesize < limits.imageBytes);
  assert.ok(height! > width!, `${width} × ${height}`);
  await assertAccessible(page);
});

test("a wide logo is shown whole on a white background, and moved by the arrow keys once it is larger", async () => {
  const page = await openStep("company");
  await page.getByText("CIN and logo (optional)").click();
  const input = page.locator("input[name=company_logo]");
  await input.setInputFiles({ name: "logo.txt", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await page.getByText(getErrorText("IMAGE_TYPE")).waitFor();
  await input.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: wideLogo });
  const dialog = page.getByRole("dialog", { name: "Logo" });
  const picture = dialog.getByRole("img", { name: "The picture as it will be shown. Move it with the arrow keys." });
  /** Colour of a point of the picture, 0 to 1 from left and top. */
  const readColour = (x: number, y: number) =>
    picture.evaluate(
      (canvas: HTMLCanvasElement, at) =>
        canvas.getContext("2d")!.getImageData(at.x * canvas.width, at.y * canvas.height, 1, 1).data[0],
      { x, y },
    );
  // The picture is drawn after the dialog is shown.
  await eventually(async () =>
    assert.deepEqual(
      [await readColour(0.5, 0.1), await readColour(0.02, 0.5), await readColour(0.98, 0.5)],
      [255, 0, 0],
    ),
  );
  await assertAccessible(page);
  await dialog.getByLabel("Zoom").focus();
  await page.keyboard.press("End");
  await eventually(async () => assert.equal(await readColour(0.5, 0.1), 0));
  await picture.focus();
  for (let press = 0; press < 60; press += 1) await page.keyboard.press("ArrowRight");
  assert.equal(await readColour(0.02, 0.5), 0);
  await dialog.getByRole("button", { name: "Use this picture" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("img", { name: "Logo" }).waitFor();
  const { width, height } = await readNewestFile();
  assert.deepEqual([width, height], [512, 512]);
});
