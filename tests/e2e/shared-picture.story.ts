// §2: a picture shared to the installed application reaches the check-in, through the log-in, and is stored with the entry.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createImage } from "#tests/support/files-fixture.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { fillLogInForm } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();
const slug = "shared-pictures";
let branch: CreatedBranch;
let guard: CreatedUser;

before(async () => {
  const company = await make.company({ slug });
  branch = await make.branch({ company: company.id, slots: 10 });
  guard = await make.user("staff", { branch });
});

const form = `<form action="${address}/share" method="post" enctype="multipart/form-data"><label>Picture <input type="file" name="picture"></label><button>Share</button></form>`;

/** Posts the form that the browser posts for the share target of the manifest; from a page of another website if one is given. */
async function share({ page, buffer, from = `${address}/sharing` }: { page: Page; buffer: Buffer; from?: string }) {
  await page.route(from, (route) => route.fulfill({ contentType: "text/html", body: form }));
  await page.goto(from);
  await page.getByLabel("Picture").setInputFiles({ name: "plate.jpg", mimeType: "image/jpeg", buffer });
  await page.getByRole("button", { name: "Share" }).click();
}

const photo = () => createImage(2400, 1600).jpeg().toBuffer();
let opened: Page;
const readStored = (page: Page) => page.evaluate<string | null>(`sessionStorage.getItem("chaavi-shared-picture")`);

test("a guard who is not logged in shares a picture, logs in and checks the vehicle in with it", async () => {
  ({ page: opened } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 40[0139]/] }));
  await share({ page: opened, buffer: await photo() });
  await opened.waitForURL(/\/partner-with-us\?redirect_to=/);
  assert.ok(await readStored(opened));
  await fillLogInForm({ page: opened, user: guard });
  await opened.waitForURL(`**/${slug}/${branch.slug}/parking/create`);
  await opened.getByRole("img", { name: "Shared picture", exact: true }).waitFor();
  await opened.getByRole("img", { name: "Vehicle at the gate, 1", exact: true }).waitFor();
  await eventually(async () => assert.equal(await readStored(opened), null));
  assert.equal(await opened.getByRole("textbox", { name: "Vehicle number" }).isEditable(), true);
  await assertAccessible(opened);
  assert.deepEqual(await findLayoutProblems(opened), []);
  await opened.getByRole("textbox", { name: "Vehicle number" }).fill("TN09SH0001");
  await opened.getByRole("textbox", { name: /^Phone number/ }).fill("9840012345");
  await opened.getByRole("button", { name: "Check in", exact: true }).click();
  await opened.getByRole("heading", { name: "Checked in" }).waitFor();
  const pictures = await sql`
    select f.type, f.width, f.height from "Parking_Information" p
    join "Parking_Main_Information" m on m.id = p.parking_main_info and m.vehicle_no = 'TN09SH0001'
    join "Parking_Vehicle_Images" i on i.parking_information = p.id join files f on f.id = i.vehicle_image`;
  assert.deepEqual(
    pictures.map((row) => ({ ...row })),
    [{ type: "image/jpeg", width: 1600, height: 1067 }],
  );
  // The picture is of that vehicle alone.
  await opened.getByRole("button", { name: "Next vehicle", exact: true }).click();
  await opened.getByRole("heading", { name: "Check in" }).waitFor();
  assert.equal(await opened.getByRole("img", { name: "Shared picture", exact: true }).count(), 0);
});

test("a removed picture is not sent, and one of long ago is not attached", async () => {
  await share({ page: opened, buffer: await photo() });
  await opened.waitForURL(`**/parking/create`);
  await opened.getByRole("button", { name: "Remove photo 1", exact: true }).click();
  await opened.getByRole("img", { name: "Shared picture", exact: true }).waitFor({ state: "hidden" });
  await opened.evaluate(
    `sessionStorage.setItem("chaavi-shared-picture", JSON.stringify({ picture: "data:image/jpeg;base64,AAAA", at: Date.now() - 16 * 60000 }))`,
  );
  await opened.reload();
  await opened.getByRole("heading", { name: "Check in" }).waitFor();
  await eventually(async () => assert.equal(await readStored(opened), null));
  assert.equal(await opened.getByRole("img", { name: "Shared picture", exact: true }).count(), 0);
});

test("a file that is no picture: a page that says so and leads to the check-in", async () => {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 415/] });
  await share({ page, buffer: Buffer.from("no picture") });
  await page.getByRole("alert").getByText("This file cannot be read as a picture.").waitFor();
  await assertAccessible(page);
  assert.deepEqual(await findLayoutProblems(page), []);
  await page.getByRole("link", { name: "Check in", exact: true }).click();
  await page.waitForURL(/\/partner-with-us\?redirect_to=/);
});

test("a form of another website leaves no picture in the tab", async () => {
  const other = address.replace("127.0.0.1", "localhost");
  const { page } = await openPage({
    address,
    allowedHosts: [new URL(other).host],
    context: phoneViewport,
    expectedErrors: [/status of 403/],
  });
  // Another host name of this machine is another site.
  await share({ page, buffer: await photo(), from: `${other}/attack` });
  await page.getByRole("alert").getByText("Another website sent this picture.").waitFor();
  assert.equal(await readStored(page), null);
});
