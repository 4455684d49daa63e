// §1: a verifier reviews by keyboard: documents beside their field with zoom and rotation, accept, remark, next submission.
import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { reviewedFields } from "#domain/onboarding/onboarding-review.ts";
import { assertAccessible, desktopViewport, openPage } from "#tests/support/browser.ts";
import { decide } from "#tests/support/decide.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const count = reviewedFields.branch.length;
const company = await make.company({ name: "Annapoorna Hotels" });
const [first, second] = [
  await make.branch({ company: company.id, name: "Cathedral Road", status: "draft" }),
  await make.branch({ company: company.id, name: "Mount Road", status: "draft" }),
];
await sql`update "Branch" set date_created = now() - interval '2 days' where id = ${first.id}`;
const request = await make.row("Area_Request_List", { area_name: "Kotturpuram", area_request_branch_id: first.id });
await sql`update "Branch" set area_request = ${request.id}, area = null where id = ${first.id}`;
const { token } = await asUser(await make.user("admin", { branch: await make.branch({ company: company.id }) }));

async function addDocument(title: string): Promise<void> {
  const image = await sharp({ create: { width: 200, height: 100, channels: 3, background: "#335577" } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append("title", title);
  body.append("file", new Blob([new Uint8Array(image)], { type: "image/png" }), "pan.png");
  const response = await fetch(`${address}/files`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await response.json()) as { data: { id: string } };
  await make.row("Onboarding_Documents", { company: company.id, branch: first.id, kind: "pan_card", file: data.id });
}

test("documents differ by number, open beside their field, and are zoomed and turned by keys, wheel and buttons", async () => {
  await addDocument("Front");
  await addDocument("Back");
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: await make.user("verifier"), landingUrl: "**/platform" });
  await page.goto(`/platform/review?company=${company.id}&branch=${first.id}`);
  await page.getByText("Kotturpuram (new area, requested)", { exact: true }).waitFor();
  await page.getByRole("button", { name: "PAN card 1 of 2: pan.png", exact: true }).waitFor();
  await page.getByRole("button", { name: "PAN card 2 of 2: pan.png", exact: true }).click();
  const picture = page.getByRole("img", { name: "PAN card 2 of 2: pan.png", exact: true });
  await picture.waitFor();
  // Not in a dialog: the fields stay usable.
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.getByRole("button", { name: "Zoom in", exact: true }).click();
  await page.getByText("150%", { exact: true }).waitFor();
  await page.getByRole("group", { name: /^PAN card 2 of 2: pan\.png: / }).focus();
  await page.keyboard.press("+");
  await page.getByText("200%", { exact: true }).waitFor();
  await picture.hover();
  await page.mouse.wheel(0, -100);
  await page.getByText("300%", { exact: true }).waitFor();
  await page.keyboard.press("0");
  await page.getByText("100%", { exact: true }).waitFor();
  await page.keyboard.press("r");
  assert.equal(await picture.evaluate((element) => element.style.transform), "rotate(90deg)");
  await page.getByRole("button", { name: "Rotate", exact: true }).click();
  assert.equal(await picture.evaluate((element) => element.style.transform), "rotate(180deg)");
  await assertAccessible(page);
  assertNoErrors();
});

test("fields are accepted or remarked and the next submission is opened without the mouse", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: await make.user("verifier"), landingUrl: "**/platform" });
  await page.getByText(/waiting for 2 days/).waitFor();
  await page.getByText("No submissions answered in the last 90 days", { exact: true }).waitFor();
  await page.goto(`/platform/review?company=${company.id}&branch=${first.id}`);
  await page.getByText(`0 of ${count} fields accepted`, { exact: true }).waitFor();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Next, previous field", { exact: true }).waitFor();
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.locator("body").click({ position: { x: 2, y: 2 } });

  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await page.getByRole("button", { name: "Accept Branch name", exact: true, pressed: true }).waitFor();
  await page.getByText(`1 of ${count} fields accepted`, { exact: true }).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  const remark = page.getByRole("textbox", { name: "Remark on Customer type" });
  await remark.waitFor();
  // Letters that are typed are not shortcuts.
  await page.keyboard.type("janp");
  assert.equal(await remark.inputValue(), "janp");
  await page.getByText(`1 of ${count} fields accepted`, { exact: true }).waitFor();

  await page.getByRole("button", { name: "Accept Branch name", exact: true }).focus();
  await page.keyboard.press("n");
  await page.getByRole("heading", { name: "Mount Road", exact: true }).waitFor();
  await page.getByText(`0 of ${count} fields accepted`, { exact: true }).waitFor();
  await page.keyboard.press("p");
  await page.getByRole("heading", { name: "Cathedral Road", exact: true }).waitFor();
  assert.equal(second.name, "Mount Road");
  assertNoErrors();
});

test("what was accepted is stored with the decision, and open again after a correction", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: await make.user("verifier"), landingUrl: "**/platform" });
  await page.goto(`/platform/review?company=${company.id}&branch=${second.id}`);
  for (const field of ["Branch name", "Address"])
    await page.getByRole("button", { name: `Accept ${field}`, exact: true }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("The address is another one");
  await decide(page, "Reject");
  await page.getByRole("button", { name: "Reopen", exact: true }).waitFor();
  await page.reload();
  await page.getByText(`2 of ${count} fields accepted`, { exact: true }).waitFor();
  await sql`
    insert into "Onboarding_Reviews" (company, branch, follows, decision, remarks, changes, date_created)
    select company, branch, id, 'draft', '[]', '{"address":["old","new"]}', now() from "Onboarding_Reviews" where branch = ${second.id}`;
  // The correction arrives while the page is open: the tab is shown again.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByText(`1 of ${count} fields accepted`, { exact: true }).waitFor();
  await page.reload();
  await page.getByText(`1 of ${count} fields accepted`, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Accept Branch name", exact: true, pressed: true }).waitFor();
  assertNoErrors();
});

test("a search finds submissions of all states, and says so if there are none", async () => {
  await make.branch({ company: company.id, name: "Anna Salai", status: "rejected" });
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: await make.user("verifier"), landingUrl: "**/platform" });
  const search = page.getByRole("textbox", { name: "Search all companies and branches by name" });
  await search.fill("Anna Salai");
  await page.getByRole("link", { name: "Anna Salai, Annapoorna Hotels", exact: true }).waitFor();
  await search.fill("Zebra");
  await page.getByText("No matching companies or branches in any status", { exact: true }).waitFor();
  assertNoErrors();
});
