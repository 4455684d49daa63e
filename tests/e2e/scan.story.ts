// Scanning: an invite code with the camera, typed codes, a forged code, and devices without a camera.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { encode } from "uqr";
import { getErrorText } from "#domain/errors.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { testPassword, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make } = await startStory();

const companySlug = "scan-house";
let folder: string;
let branch: CreatedBranch;
let staffUser: CreatedUser;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "chaavi-film-"));
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 5, rate: "20.00", allow_person_entries: true });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
});
after(() => rm(folder, { recursive: true, force: true }));

/** Writes a video that shows the code as a camera would: on grey background, slightly rotated. */
async function createCameraFilm(text: string): Promise<string> {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/><path d="${squares.join("")}"/></svg>`;
  const code = await sharp(Buffer.from(svg)).rotate(7, { background: "#999999" }).png().toBuffer();
  const frame = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#999999" } })
    .composite([{ input: code, gravity: "centre" }])
    .jpeg({ quality: 90, chromaSubsampling: "4:2:0" })
    .toBuffer();
  const film = path.join(folder, "code.mjpeg");
  await writeFile(film, Buffer.concat(Array.from({ length: 5 }, () => frame)));
  return film;
}

async function logIn(page: Page): Promise<void> {
  await page.goto("/partner-with-us");
  await page.getByRole("textbox", { name: "Email" }).fill(staffUser.email);
  await page.locator("input[name=password]").fill(testPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/parking/dashboard");
}

test("an invited visitor is checked in with a scanned code", async () => {
  const caller = await asUser(staffUser);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const visitor = { is_person: true, name: "Meena Kumari", phone_no: "9840012345", invite_end_date: until };
  const { data } = await caller.post("/actions/invites", visitor);
  const { page } = await openPage({ address, context: phoneViewport, cameraFilm: await createCameraFilm(data.qr) });
  await logIn(page);
  await page.goto(`/${companySlug}/${branch.slug}/parking/scan-parking-entry`);
  await page.getByRole("heading", { name: "Meena Kumari" }).waitFor();
  assert.match(page.url(), new RegExp(`parking/detail\\?id=${data.id}$`));
  await page.getByRole("button", { name: "Check in", exact: true }).click();
  await page.getByText("Person checked in").waitFor();
  await page.context().close();
});

test("without a camera, typed plates, receipt numbers, codes and pay links open the entry; a forged code is rejected", async () => {
  const caller = await asUser(staffUser);
  const plate = make.plate();
  const { data } = await caller.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012346" });
  const { page } = await openPage({
    address,
    context: phoneViewport,
    expectedErrors: [/status of 4\d\d .*\/actions\/parking\/scan\)$/],
  });
  await logIn(page);
  const inputField = page.getByRole("textbox", { name: "Vehicle number, phone, receipt or code" });
  const open = page.getByRole("button", { name: "Open" });
  for (const [input, isKnown] of [
    [`${data.qr.slice(0, -1)}${data.qr.endsWith("A") ? "B" : "A"}`, false],
    ["TN01ZZ9999", false],
    [plate.toLowerCase(), true],
    [data.receipt_no, true],
    [data.qr, true],
    [`https://chaavi.example/pay/${data.pay}`, true],
    [`https://chaavi.example/pay/${data.pay.slice(0, -1)}${data.pay.endsWith("A") ? "B" : "A"}`, false],
  ] as const) {
    await page.goto(`/${companySlug}/${branch.slug}/parking/scan-parking-entry`);
    await page.getByText(getErrorText("CAMERA_NOT_SUPPORTED")).waitFor();
    await assertAccessible(page);
    // The field has the focus, so that a hand-held scanner reaches it.
    await page.keyboard.type(input);
    assert.equal(await inputField.inputValue(), input);
    await open.click();
    if (isKnown) await page.getByRole("button", { name: "Collect ₹20.00" }).waitFor();
    else
      await page
        .getByText(/not valid at this branch|No matches found/)
        .first()
        .waitFor();
  }
  await page.context().close();
});

test("without camera permission, the page says so and manual input works", async () => {
  const caller = await asUser(staffUser);
  const plate = make.plate();
  await caller.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012347" });
  const { page } = await openPage({ address, context: phoneViewport, isCameraRefused: true });
  await logIn(page);
  await page.goto(`/${companySlug}/${branch.slug}/parking/scan-parking-entry`);
  await page.getByText(getErrorText("CAMERA_PERMISSION")).waitFor();
  await page.getByText(/Allow camera access for this site/).waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Retry camera" }).click();
  await page.getByText(getErrorText("CAMERA_PERMISSION")).waitFor();
  await page.getByRole("textbox", { name: "Vehicle number, phone, receipt or code" }).fill(plate);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("button", { name: "Collect ₹20.00" }).waitFor();
  await page.context().close();
});

test("an invite outside its validity period cannot be checked in", async () => {
  const caller = await asUser(staffUser);
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const visitor = { is_person: true, name: "Anand Rao", phone_no: "9840012348" };
  const period = { invite_start_date: hours(2), invite_end_date: hours(4) };
  const { data } = await caller.post("/actions/invites", { ...visitor, ...period });
  const { page } = await openPage({ address, context: phoneViewport });
  await logIn(page);
  await page.goto(`/${companySlug}/${branch.slug}/parking/scan-parking-entry`);
  await page.getByRole("textbox", { name: "Vehicle number, phone, receipt or code" }).fill(data.qr);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("The invite is not valid now. See its dates above.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Check in", exact: true }).count(), 0);
  await page.context().close();
});
