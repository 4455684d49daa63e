// docs/rules/queued-actions.md: what is entered without a network is kept on the device and sent once it returns, by its user only.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { getErrorText } from "#domain/errors.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { createTranslator, fillIn, findUntranslated, readCatalogue } from "#tests/support/languages.ts";
import { fillLogInForm, logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";
import { TcpProxy } from "#tests/support/tcp-proxy.ts";

const { address: serverAddress, asUser, make, sql } = await startStory();
/** Lines of the browser about requests that fail without a network, and about refused actions. */
const expectedErrors = [/ERR_/, /status of (400|401|409)/, /Failed to fetch dynamically imported module/];
/** Less than the longest pause between attempts at a server that refuses them, which is 15 s. */
const realTimeLimitMs = 10_000;

let proxy: TcpProxy;
let address: string;
let branch: CreatedBranch;
let ravi: CreatedUser;

before(async () => {
  proxy = await TcpProxy.createTo(serverAddress);
  address = proxy.getProxiedUrl(serverAddress).replace(/\/$/, "");
  branch = await make.branch({ slots: 50, rate: "20.00" });
  ravi = await make.user("staff", { branch });
});
after(() => proxy.stop());
afterEach(async () => {
  proxy.thaw();
  await restoreNetwork();
});

let isCut = false;

async function cutNetwork(): Promise<void> {
  isCut = true;
  await proxy.stop();
}

async function restoreNetwork(): Promise<void> {
  if (isCut) await proxy.start();
  isCut = false;
}

async function openGate(user: CreatedUser, landingUrl?: string): Promise<Page> {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors });
  await logIn({ page, user, ...(landingUrl ? { landingUrl } : {}) });
  return page;
}

async function getBranchPath(page: string, at = branch): Promise<string> {
  const [company] = await sql<{ slug: string }[]>`select slug from "Companies" where id = ${at.company}`;
  return `/${company!.slug}/${at.slug}/${page}`;
}

const getPlateField = (page: Page) => page.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ });

async function openCheckIn(page: Page): Promise<void> {
  await page.goto(await getBranchPath("parking/create"));
  await page.getByText("Hatchback").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
}

async function fillCheckIn(page: Page, plate: string): Promise<void> {
  await getPlateField(page).fill(plate);
  await page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await page.getByText("Hatchback").click();
}

async function submit(page: Page, name = "Check in"): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

interface FoundEntry {
  id: number;
  status: number;
  images: number;
  author: string;
}

async function findEntries(plate: string): Promise<FoundEntry[]> {
  return sql<FoundEntry[]>`
    select e.id, e.parking_status_id as status, e.user_created as author,
           (select count(*)::int from "Parking_Vehicle_Images" i where i.parking_information = e.id) as images
    from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info
    where m.vehicle_no = ${plate} order by e.id`;
}

/** Waits for a text, and returns how long that took. */
async function measureUntil(page: Page, text: string): Promise<number> {
  const startedAt = Date.now();
  await page.getByText(text, { exact: true }).waitFor();
  return Date.now() - startedAt;
}

test("two check-ins without a server, one with a photo, are sent once it is back", async () => {
  const page = await openGate(ravi);
  await openCheckIn(page);
  const [first, second] = [make.plate(), make.plate()];
  await cutNetwork();
  assert.ok((await measureUntil(page, "Reconnecting…")) < realTimeLimitMs);
  await fillCheckIn(page, first);
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  await page.locator("input[type=file]").setInputFiles({ name: "car.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.getByRole("button", { name: "Retry" }).waitFor();
  await submit(page);
  await page.getByRole("heading", { name: "Waiting to be sent" }).waitFor();
  await page.getByText("1 waiting to be sent").waitFor();
  await assertAccessible(page);
  await submit(page, "Next vehicle");
  await fillCheckIn(page, second);
  await submit(page);
  await page.getByText("2 waiting to be sent").waitFor();
  await restoreNetwork();
  const measured = Promise.all([measureUntil(page, "Live"), page.getByText("2 sent").waitFor()]);
  assert.ok((await measured)[0] < realTimeLimitMs);
  assert.deepEqual(
    [await findEntries(first), await findEntries(second)].map((found) =>
      found.map(({ images, author }) => ({ images, isOwn: author === ravi.id })),
    ),
    [[{ images: 1, isOwn: true }], [{ images: 0, isOwn: true }]],
  );
  await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
  await page.getByText("The connection is back, and this was sent.").waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "View" }).click();
  await assertAccessible(page);
  await page.getByRole("dialog").getByRole("link", { name: "Open" }).first().click();
  await page.waitForURL(/parking\/detail\?id=\d+$/);
});

test("a page whose code is not loaded yet says that the network is away, and opens by itself once it is back", async () => {
  const page = await openGate(ravi);
  await openCheckIn(page);
  await cutNetwork();
  await page.getByRole("link", { name: "Scan", exact: true }).click();
  await page.getByRole("heading", { name: "Could not load" }).waitFor();
  await page.getByText(getErrorText("OFFLINE")).waitFor();
  await page.getByRole("link", { name: "Board", exact: true }).waitFor();
  await assertAccessible(page);
  await restoreNetwork();
  await page.getByRole("heading", { name: "Scan" }).waitFor();
});

test("a network that falls silent is noticed within 5 s, and a check-in is kept", async () => {
  const page = await openGate(ravi);
  await page.clock.install();
  await openCheckIn(page);
  const plate = make.plate();
  await fillCheckIn(page, plate);
  proxy.freeze();
  // By the clock of the page, which does not depend on what else the machine does.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
  await page.getByText("Reconnecting…", { exact: true }).waitFor();
  await page.clock.resume();
  await submit(page);
  await page.getByText("1 waiting to be sent").waitFor();
  proxy.thaw();
  assert.ok((await measureUntil(page, "Live")) < realTimeLimitMs);
  await page.getByText("1 sent").waitFor();
  assert.equal((await findEntries(plate)).length, 1);
});

test("an answer lost after the commit gives one entry, also after a reload and a restart of the browser", async () => {
  const page = await openGate(ravi);
  await openCheckIn(page);
  const plate = make.plate();
  await fillCheckIn(page, plate);
  const loseAnswers = (target: Page): Promise<unknown> =>
    target.route("**/actions/parking/check-in", async (route) => {
      await route.fetch();
      await route.abort();
    });
  await loseAnswers(page);
  await submit(page);
  await page.getByText("1 waiting to be sent").waitFor();
  assert.equal((await findEntries(plate)).length, 1);
  await page.reload();
  await page.getByText("1 waiting to be sent").waitFor();
  const storageState = await page.context().storageState({ indexedDB: true });
  await page.close();
  const { page: restarted } = await openPage({
    address,
    context: { ...phoneViewport, storageState },
    expectedErrors,
  });
  await restarted.goto(await getBranchPath("parking/dashboard"));
  await restarted.getByText("1 sent").waitFor();
  assert.equal((await findEntries(plate)).length, 1);
});

test("of two devices with the same vehicle one is refused, with the reason and the form as it was", async () => {
  const meena = await make.user("staff", { branch });
  const [here, there] = [await openGate(ravi), await openGate(meena)];
  const plate = make.plate();
  for (const page of [here, there]) await openCheckIn(page);
  await cutNetwork();
  for (const page of [here, there]) {
    await fillCheckIn(page, plate);
    await submit(page);
    await page.getByText("1 waiting to be sent").waitFor();
  }
  await restoreNetwork();
  const [sent, refused] = await Promise.all(
    ["1 sent", "1 not accepted"].map((text) =>
      Promise.any(
        [here, there].map((page) =>
          page
            .getByText(text)
            .waitFor()
            .then(() => page),
        ),
      ),
    ),
  );
  assert.notEqual(sent, refused);
  assert.equal((await findEntries(plate)).length, 1);
  const reason = getErrorText("VEHICLE_IN_PROGRESS").replace(/^\*/, "");
  await refused!.getByRole("alert").getByText(reason).waitFor();
  await refused!.getByRole("button", { name: "View" }).click();
  await refused!.getByRole("dialog").getByText(reason).waitFor();
  await refused!.getByRole("button", { name: "Edit and send" }).click();
  await refused!.getByText(/^Not accepted:/).waitFor();
  assert.equal(await getPlateField(refused!).inputValue(), plate);
  assert.equal(await refused!.getByRole("textbox", { name: "Phone number" }).inputValue(), "9840012345");
  const corrected = make.plate();
  await getPlateField(refused!).fill(corrected);
  await submit(refused!);
  await refused!.getByRole("heading", { name: "Checked in" }).waitFor();
  await refused!.getByText("1 not accepted").waitFor({ state: "detached" });
  assert.equal((await findEntries(corrected)).length, 1);
});

test("log-out warns, and another user on the same device neither sees nor sends what waits", async () => {
  const page = await openGate(ravi);
  await openCheckIn(page);
  const plate = make.plate();
  await fillCheckIn(page, plate);
  await cutNetwork();
  await submit(page);
  await page.getByText("1 waiting to be sent").waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Log out" }).last().click();
  await page.getByText(`Not sent yet: ${plate} (check-in).`).waitFor();
  await page.getByRole("button", { name: "Log out anyway" }).click();
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  await restoreNetwork();
  const other = await make.user("staff", { branch });
  await logIn({ page, user: other });
  await openCheckIn(page);
  const own = make.plate();
  await fillCheckIn(page, own);
  await submit(page);
  await page.getByRole("heading", { name: "Checked in" }).waitFor();
  assert.equal(await page.getByText("waiting to be sent").count(), 0);
  assert.equal((await findEntries(plate)).length, 0);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Log out" }).last().click();
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  await fillLogInForm({ page, user: ravi });
  await page.getByText("1 sent").waitFor();
  const [entry] = await findEntries(plate);
  assert.equal(entry?.author, ravi.id);
});

test("a cash payment is sent later with check-out; one whose amount changed is given back", async () => {
  const page = await openGate(ravi);
  const gate = await asUser(ravi);
  const ids: number[] = [];
  for (const plate of [make.plate(), make.plate()]) {
    const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
    await sql`update "Parking_Information" set in_time = now() - interval '20 minutes' where id = ${data.id}`;
    ids.push(data.id);
  }
  const [paid, changed] = ids;
  async function collect(id: number): Promise<void> {
    await page.goto(await getBranchPath(`parking/detail?id=${id}`));
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Collect ₹20.00" }).click();
    await cutNetwork();
    await page.getByRole("dialog").getByRole("button", { name: "Collect ₹20.00" }).click();
    await page.getByText("1 waiting to be sent").waitFor();
  }
  await collect(paid!);
  await page
    .getByRole("status")
    .getByText(/Payment of ₹20.00 and check-out is kept/)
    .waitFor();
  assert.equal(await page.getByRole("button", { name: "Collect ₹20.00" }).count(), 0);
  await restoreNetwork();
  await page.getByText("1 sent").waitFor();
  await page.getByText("Paid", { exact: true }).first().waitFor();
  const [{ status } = { status: 0 }] = await sql<{ status: number }[]>`
    select parking_status_id as status from "Parking_Information" where id = ${paid!}`;
  assert.equal(status, 2);

  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await collect(changed!);
  await sql`update "Parking_Information" set in_time = now() - interval '80 minutes' where id = ${changed!}`;
  await restoreNetwork();
  await page.getByText("1 not accepted").waitFor();
  // The entry was changed without a live event.
  await page.reload();
  await page.getByRole("button", { name: "View" }).click();
  await page.getByText(getErrorText("AMOUNT_MISMATCH").replace(/^\*/, "")).waitFor();
  await page.getByRole("button", { name: "Edit and send" }).click();
  await page
    .getByRole("dialog")
    .getByText(/^Not accepted:/)
    .waitFor();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Collect ₹/ })
    .click();
  await page.getByText("1 not accepted").waitFor({ state: "detached" });
});

test("a UPI payment that was shown before the network failed is confirmed without it, and sent once", async () => {
  await sql`update "Branch" set payment_channels = '["upi"]', upi_vpa = 'lot@okbank', upi_payee_name = 'T Nagar Parking'
    where id = ${branch.id}`;
  const page = await openGate(ravi);
  const { data } = await (
    await asUser(ravi)
  ).post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
  });
  await sql`update "Parking_Information" set in_time = now() - interval '20 minutes' where id = ${data.id}`;
  const requested = page.waitForResponse(`**/actions/payments/parking/${data.id}`);
  await page.goto(await getBranchPath(`parking/detail?id=${data.id}`));
  await page.getByText("Live", { exact: true }).waitFor();
  await (await requested).finished();
  await cutNetwork();
  await page.getByText("Reconnecting…", { exact: true }).waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "UPI code of the branch", exact: true }).click();
  await page.getByRole("img", { name: "Pay ₹20.00 to T Nagar Parking by UPI" }).waitFor();
  await page.getByRole("textbox", { name: "Last 4 characters of the UPI reference" }).fill("4K7Z");
  await page.getByRole("button", { name: "Confirm ₹20.00 by UPI" }).click();
  await page.getByText("1 waiting to be sent").waitFor();
  // Cash is not taken for the same visit meanwhile.
  await page
    .getByRole("status")
    .getByText(/Payment of ₹20.00 by UPI and check-out is kept/)
    .waitFor();
  assert.equal(await page.getByRole("button", { name: "Collect ₹20.00" }).count(), 0);
  await restoreNetwork();
  await page.getByText("1 sent").waitFor();
  await page.getByText("₹20.00 received by UPI (4K7Z)").waitFor();
  const [sums] = await sql`select count(*)::int as count from payments where parking_information = ${data.id}`;
  assert.equal(sums!["count"], 1);
});

test("a valet ticket waits for the network", async () => {
  const valetBranch = await make.valetBranch({ slots: 5, rate: "20.00", charge: "50.00" });
  const driver = await make.user("staff", { branch: valetBranch });
  const page = await openGate(driver, "**/valet-parking/dashboard");
  await page.goto(await getBranchPath("valet-parking/create", valetBranch));
  const plate = make.plate();
  await getPlateField(page).fill(plate);
  await page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await page.getByText("Hatchback").click();
  await cutNetwork();
  await submit(page, "Create ticket");
  await page.getByRole("heading", { name: "Waiting to be sent" }).waitFor();
  await restoreNetwork();
  await page.getByText("1 sent").waitFor();
  await eventually(async () => {
    const tickets = await sql`select id from "Valet_and_Parking_Information" where "Vehicle_Number" = ${plate}`;
    assert.equal(tickets.length, 1);
  });
});

test("in Tamil, what is typed offline or without a server stays, its messages are Tamil, and it is sent once", async () => {
  const t = createTranslator("ta");
  const count = (message: string, value: number) => fillIn(t(message), { count: String(value) });
  const selvi = await make.user("staff", { branch, language: "ta" });
  const page = await openGate(selvi);
  const plateField = page.getByRole("textbox", { name: t("Vehicle number"), exact: true });
  const phoneField = page.getByRole("textbox", { name: new RegExp(`^${t("Phone number")}`) });
  const live = page.getByText(t("Live"), { exact: true });
  const reconnecting = page.getByText(t("Reconnecting…"), { exact: true });
  const assertTamil = async () => {
    const untranslated = await findUntranslated({ page, catalogue: readCatalogue("ta"), history: t("History") });
    assert.deepEqual(untranslated, []);
  };
  const context = page.context();
  const losses = [
    { lose: () => context.setOffline(true), restore: () => context.setOffline(false) },
    { lose: cutNetwork, restore: restoreNetwork },
  ];
  for (const [index, { lose, restore }] of losses.entries()) {
    await page.goto(await getBranchPath("parking/create"));
    await live.waitFor();
    const plate = make.plate();
    await plateField.fill(plate);
    await lose();
    await reconnecting.waitFor();
    await phoneField.fill("9840012345");
    await page.getByText(t("Hatchback"), { exact: true }).click();
    assert.deepEqual([await plateField.inputValue(), await phoneField.inputValue()], [plate, "9840012345"]);
    await assertTamil();
    await submit(page, t("Check in"));
    await page.getByRole("heading", { name: t("Waiting to be sent") }).waitFor();
    await page.getByText(count("{count} waiting to be sent", 1)).waitFor();
    await assertTamil();
    await restore();
    await page.getByText(count("{count} sent", index + 1)).waitFor();
    await live.waitFor();
    assert.equal((await findEntries(plate)).length, 1);
  }
  // A page that was not opened before.
  await cutNetwork();
  await page.getByRole("link", { name: t("Scan"), exact: true }).click();
  await page.getByRole("heading", { name: t("Could not load") }).waitFor();
  await assertTamil();
  await restoreNetwork();
  await page.getByRole("heading", { name: t("Scan code"), exact: true }).waitFor();
});
