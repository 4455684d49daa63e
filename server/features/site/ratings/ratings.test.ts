// §2 Ratings of finished visits: the form of the public site, what everybody reads, the branch's answer and the platform's desk.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { ratingLimits } from "#domain/ratings/rating-limits.ts";
import { parseBranchPath, parseListingAddress } from "#domain/site/listing-address.ts";
import type { BranchPage } from "#domain/site/site-data.ts";
import { readBranchPage } from "#server/features/site/branch-page.ts";
import { findBranches } from "#server/features/site/listing.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { countStatements } from "#tests/support/count-statements.ts";
import { createLockControl } from "#tests/support/concurrent-requests.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { testTokens } from "#tests/support/tokens.ts";

const { app, asUser, sql, url: databaseUrl } = await startApp();
const make = createFactories(sql);
const locks = createLockControl({ url: databaseUrl });
const place = { city: "Erode", state: "Tamil Nadu" };
const dayMs = 24 * 60 * 60_000;

let branch: CreatedBranch;
let staff: TestClient;
let manager: TestClient;
let verifier: TestClient;

before(async () => {
  branch = await make.branch(place);
  staff = await asUser(await make.user("staff", { branch }));
  manager = await asUser(await make.user("manager", { branch }));
  verifier = await asUser(await make.user("verifier"));
});
beforeEach(async () => {
  await sql`delete from throttle`;
  await sql`delete from "Ratings"`;
});

const html = { accept: "text/html" };
const send = (url: string, form: { [name: string]: string }) =>
  app.inject({
    method: "POST",
    url,
    headers: { ...html, "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(form).toString(),
  });
const open = (url: string) => app.inject({ url, headers: html });
const toLink = (id: number, kind: "P" | "V" = "P"): string =>
  `/rate/${createPayToken({ tokens: testTokens, entry: { kind, id } })}`;

async function checkIn(at: TestClient, fields: object = {}): Promise<number> {
  const visitor = { vehicle_no: make.plate(), phone_no: "9848022339", name: "Ravi Kumar" };
  const { status, data, text } = await at.post("/actions/parking/check-in", { ...visitor, ...fields });
  assert.equal(status, 200, text);
  return data.id;
}

async function finishVisit(at = staff, fields: object = {}): Promise<number> {
  const id = await checkIn(at, fields);
  const { status, text } = await at.post(`/actions/parking/${id}/check-out`);
  assert.equal(status, 200, text);
  return id;
}

async function rate(stars: number, more: { [name: string]: string } = {}, at = staff): Promise<number> {
  const visit = await finishVisit(at);
  const { statusCode, body } = await send(toLink(visit), { stars: String(stars), ...more });
  assert.equal(statusCode, 303, body);
  const [row] = await sql<{ id: number }[]>`select id from "Ratings" where parking_information = ${visit}`;
  return row!.id;
}

const readRows = () =>
  sql<{ stars: number; words: string | null; shown_name: string | null; state: string; branch: number }[]>`
    select stars, words, shown_name, state, branch from "Ratings" order by id`;

async function readPage(ratingsPage = 1, of = branch): Promise<BranchPage> {
  const [row] = await sql<{ slug: string }[]>`select slug from "Companies" where id = ${of.company}`;
  const address = parseBranchPath(`/${row!.slug}/${of.slug}/parking/commercial/info`)!;
  const now = new Date();
  const until = new Date(now.getTime() + 3_600_000);
  const stay = { from: now, until, vehicleType: null };
  const found = await readBranchPage({ sql, ...address, readStay: () => stay, ratingsPage, now });
  assert.ok(found.kind === "page");
  return found.page;
}

/** As a listing shows it, which reads all its branches by one statement. */
async function readListed(of = branch) {
  const now = new Date();
  const path = "/parking/commercial/tamil-nadu/erode";
  const search = parseListingAddress({ path, query: new URLSearchParams(), now })!;
  const { counted, count } = countStatements(sql);
  const { branches } = await findBranches({ sql: counted, search, now });
  assert.equal(count(), 1);
  return branches.find(({ id }) => id === of.id)!.rating;
}

/** What listings read equals what the rows say. */
async function assertCounted(): Promise<void> {
  const [wrong] = await sql<object[]>`
    select b.id, s.count, s.sum, r.count as counted, r.sum as added from "Branch" b left join site_ratings s on s.branch = b.id
      cross join lateral (select count(*)::int as count, coalesce(sum(g.stars), 0)::int as sum from "Ratings" g
        where g.branch = b.id and g.state <> 'hidden') r
    where (coalesce(s.count, 0), coalesce(s.sum, 0)) is distinct from (r.count, r.sum)`;
  assert.equal(wrong, undefined, JSON.stringify(wrong));
}

test("a finished visit is rated from its receipt, and everybody reads it without plate and phone", async () => {
  const visit = await finishVisit();
  const link = toLink(visit);
  const receipt = await (await asUser()).get(`/actions/receipts/${link.replace("/rate/", "")}`);
  assert.equal(receipt.data.mayRate, true, receipt.text);
  const form = await open(link);
  assert.equal(form.statusCode, 200);
  for (const text of ["Rate your visit", branch.name, "Show my first name (Ravi)", "Send rating"])
    assert.ok(form.body.includes(text), text);
  assert.deepEqual(
    ["cache-control", "x-robots-tag", "referrer-policy"].map((name) => form.headers[name]),
    ["no-store", "noindex", "no-referrer"],
  );
  const saved = await send(link, { stars: "4", words: " Easy to <b>find</b> ", name: "1", rating: "" });
  assert.deepEqual([saved.statusCode, saved.headers.location], [303, `${link}?saved=1`]);
  assert.ok((await open(`${link}?saved=1`)).body.includes("Your rating is saved"));
  assert.deepEqual(
    [...(await readRows())],
    [{ stars: 4, words: "Easy to <b>find</b>", shown_name: "Ravi", state: "shown", branch: branch.id }],
  );
  const page = await readPage();
  assert.deepEqual(page.branch.rating, { count: 1, sum: 4 });
  const [rating] = page.ratings.ratings;
  assert.deepEqual([rating!.stars, rating!.name], [4, "Ravi"]);
  const { body } = await open(page.branch.path);
  for (const text of ["4.0 of 5 (1 rating)", "Easy to &lt;b&gt;find&lt;/b&gt;", "Ravi, "])
    assert.ok(body.includes(text), text);
  for (const text of ["9848022339", "TN09", "Kumar"]) assert.ok(!body.includes(text), text);
  assert.deepEqual(await readListed(), { count: 1, sum: 4 });
  await assertCounted();
});

test("without the name it is by a customer; the author changes it for some days", async () => {
  const visit = await finishVisit();
  const link = toLink(visit);
  await send(link, { stars: "2", words: "Dark" });
  const [{ id }] = await sql<[{ id: number }]>`select id from "Ratings"`;
  assert.ok((await open((await readPage()).branch.path)).body.includes("A customer, "));
  const changed = await send(link, { stars: "5", words: "", name: "1", rating: String(id) });
  assert.equal(changed.statusCode, 303, changed.body);
  assert.deepEqual(
    [...(await readRows())],
    [{ stars: 5, words: null, shown_name: "Ravi", state: "shown", branch: branch.id }],
  );
  await assertCounted();
  await sql`update "Ratings" set date_created = ${new Date(Date.now() - ratingLimits.changeDays * dayMs - 1_000)}`;
  assert.ok((await open(link)).body.includes(`A rating can be changed for ${ratingLimits.changeDays} days`));
  const late = await send(link, { stars: "1", rating: String(id) });
  assert.equal(late.statusCode, 409);
  assert.ok(late.body.includes("This visit cannot be rated now."), "RATING_NOT_ALLOWED");
  assert.equal((await readRows())[0]!.stars, 5);
});

test("refused: no visit, an unfinished, void or test one, a pass, another link", async () => {
  const inside = await checkIn(staff);
  const unfinished = await send(toLink(inside), { stars: "5" });
  assert.equal(unfinished.statusCode, 409);
  assert.ok(unfinished.body.includes("You can rate this visit after you have left."));
  const token = toLink(inside).replace("/rate/", "");
  assert.equal((await (await asUser()).get(`/actions/receipts/${token}`)).data.mayRate, false);
  const [voided, tested, finished] = [await finishVisit(), await finishVisit(), await finishVisit()];
  await sql`update "Parking_Information" set voided_at = now() where id = ${voided}`;
  await sql`update "Parking_Information" set is_test = true where id = ${tested}`;
  for (const id of [voided, tested]) assert.equal((await send(toLink(id), { stars: "5" })).statusCode, 409);
  const [{ pass }] = await sql<[{ pass: number }]>`select max(id) as pass from "Parking_Main_Information"`;
  const passToken = createPayToken({ tokens: testTokens, entry: { kind: "M", id: pass } });
  const signature = toLink(finished).split(".")[1];
  for (const link of ["/rate/x", `/rate/P999999.${signature}`, `/rate/P${inside}.${signature}`, `/rate/${passToken}`]) {
    assert.equal((await open(link)).statusCode, 404, link);
    assert.equal((await send(link, { stars: "5" })).statusCode, 404, link);
  }
  assert.equal((await readRows()).length, 0);
});

test("refused: a rating for another branch than the visit's, and one that a user writes", async () => {
  const visit = await finishVisit();
  const other = await make.branch(place);
  const rows = { stars: 5 };
  await assert.rejects(make.row("Ratings", rows, { parking_information: visit, branch: other.id }), {
    code: "RATING_NOT_ALLOWED",
  });
  await assert.rejects(make.row("Ratings", rows), { code: "RATING_NOT_ALLOWED" });
  // Control: its own branch.
  const { id } = await make.row("Ratings", rows, { parking_information: visit, branch: branch.id });
  assert.equal((await manager.patch(`/items/Ratings/${id}`, { stars: 5 })).code, "FORBIDDEN");
  const platform = await asUser(await make.user("platform"));
  assert.equal((await platform.patch(`/items/Ratings/${id}`, { stars: 5 })).code, "FORBIDDEN");
  assert.equal((await platform.post("/items/Ratings", rows)).code, "FORBIDDEN");
  await assertCounted();
});

test("refused: no stars, too many, too long words, and contact details", async () => {
  const link = toLink(await finishVisit());
  for (const form of [
    {},
    { stars: "0" },
    { stars: "6" },
    { stars: "4.5" },
    { stars: "4", words: "x".repeat(ratingLimits.words + 1) },
    { stars: "4", words: "Call 98480 22339" },
  ]) {
    const { statusCode, body } = await send(link, form);
    assert.equal(statusCode, 400, JSON.stringify(form));
    assert.ok(body.includes('role="alert"'), JSON.stringify(form));
  }
  const kept = await send(link, { stars: "4", words: "Write to meena@example.com" });
  assert.ok(kept.body.includes(">Write to meena@example.com</textarea>"));
  assert.equal((await readRows()).length, 0);
});

test("a valet ticket that is checked out is rated, too", async () => {
  const valet = await make.valetBranch(place);
  const driver = await asUser(await make.user("staff", { branch: valet }));
  const ticket = await driver.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
    Customer_Name: "Anitha",
  });
  const link = toLink(ticket.data.id, "V");
  assert.equal((await send(link, { stars: "3" })).statusCode, 409);
  await sql`update "Valet_and_Parking_Information" set status_id = 6, out_time = now(), payment_status = 'paid' where id = ${ticket.data.id}`;
  assert.equal((await send(link, { stars: "3", name: "1" })).statusCode, 303);
  assert.deepEqual(
    [...(await readRows())],
    [{ stars: 3, words: null, shown_name: "Anitha", state: "shown", branch: valet.id }],
  );
});

/** Two first ratings of one visit that both have found none, and are written together. */
async function raceFirstRatings(): Promise<number[]> {
  const link = toLink(await finishVisit());
  const release = await locks.hold(`lock table "Ratings" in share mode`);
  const sent = ["4", "5"].map((stars) => send(link, { stars }));
  await eventually(async () => assert.equal(await locks.countWaiting(), 2));
  await release();
  const answers = await Promise.all(sent);
  return answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
}

test("one rating for each visit, also of two that are sent at once", async () => {
  assert.deepEqual(await raceFirstRatings(), [303, 409]);
  assert.equal((await readRows()).length, 1);
  const visit = await finishVisit();
  const link = toLink(visit);
  assert.equal((await send(link, { stars: "4" })).statusCode, 303);
  const second = await send(link, { stars: "1" });
  assert.equal(second.statusCode, 409);
  assert.ok(second.body.includes("This visit is already rated."), "RATING_EXISTS");
  await assertCounted();
  // Control: without the unique index both are stored.
  await sql`delete from "Ratings"`;
  await sql`drop index "Ratings_u1"`;
  assert.deepEqual(await raceFirstRatings(), [303, 303]);
  assert.equal((await readRows()).length, 2);
  await assertCounted();
  await sql`delete from "Ratings"`;
  await sql`create unique index "Ratings_u1" on "Ratings" ("parking_information")`;
});

test("a reported rating is shown until it is hidden, and then neither shown nor counted", async () => {
  const [bad, good] = [await rate(1, { words: "Never again" }), await rate(4, { words: "Fine" })];
  const { path } = (await readPage()).branch;
  const report = `/ratings/${bad}/report`;
  assert.ok((await open(path)).body.includes(`href="${report}"`));
  assert.ok((await open(report)).body.includes("Never again"));
  const missing = await send(report, {});
  assert.deepEqual([missing.statusCode, missing.body.includes("Choose a reason")], [400, true]);
  assert.equal((await send(report, { reason: "insult" })).statusCode, 303);
  // Another reader's report changes nothing.
  assert.equal((await send(report, { reason: "spam" })).statusCode, 303);
  assert.deepEqual(await readListed(), { count: 2, sum: 5 });
  const { data } = await verifier.get(`/items/Ratings?filter[state][_eq]=reported`);
  assert.deepEqual(
    data.map((row: { id: number; report_reason: string; reported_by: string }) => [
      row.id,
      row.report_reason,
      row.reported_by,
    ]),
    [[bad, "insult", "reader"]],
  );
  const hide = { state: "hidden", decision_reason: "Insults a person" };
  assert.equal((await manager.patch(`/items/Ratings/${bad}`, hide)).code, "FORBIDDEN");
  assert.equal((await verifier.patch(`/items/Ratings/${bad}`, { state: "hidden" })).code, "FAILED_VALIDATION");
  assert.equal((await verifier.patch(`/items/Ratings/${bad}`, hide)).status, 200);
  assert.equal((await verifier.patch(`/items/Ratings/${bad}`, hide)).code, "REVIEW_ALREADY_DONE");
  const page = await readPage();
  assert.deepEqual(page.branch.rating, { count: 1, sum: 4 });
  assert.deepEqual(
    page.ratings.ratings.map(({ id }) => id),
    [good],
  );
  assert.deepEqual(await readListed(), { count: 1, sum: 4 });
  const { body } = await open(path);
  assert.ok(!body.includes("Never again") && body.includes("4.0 of 5 (1 rating)"));
  assert.equal((await open(report)).statusCode, 404);
  await assertCounted();
  const { data: read } = await manager.get(`/items/Ratings/${bad}?fields=decision_reason,state`);
  assert.deepEqual(read, { decision_reason: "Insults a person", state: "hidden" });
  const kept = { state: "kept", decision_reason: "No insult after all" };
  assert.equal((await verifier.patch(`/items/Ratings/${bad}`, kept)).status, 200);
  assert.deepEqual(await readListed(), { count: 2, sum: 5 });
  await assertCounted();
});

test("reports are limited for each address", async () => {
  const id = await rate(3);
  const statuses: number[] = [];
  for (let count = 0; count < ratingLimits.reportsAnHour + 1; count += 1)
    statuses.push((await send(`/ratings/${id}/report`, { reason: "spam" })).statusCode);
  assert.deepEqual(statuses, [...Array<number>(ratingLimits.reportsAnHour).fill(303), 429]);
});

test("changes of one visit's rating are limited, and those of another visit are not", async () => {
  const [link, other] = [toLink(await finishVisit()), toLink(await finishVisit())];
  assert.equal((await send(link, { stars: "1" })).statusCode, 303);
  const [{ id }] = await sql<[{ id: number }]>`select id from "Ratings"`;
  for (let count = 1; count < ratingLimits.changes; count += 1)
    assert.equal((await send(link, { stars: "2", rating: String(id) })).statusCode, 303);
  assert.equal((await send(link, { stars: "5", rating: String(id) })).statusCode, 429);
  assert.equal((await readRows())[0]!.stars, 2);
  assert.equal((await send(other, { stars: "4" })).statusCode, 303);
});

test("the link ends with that of the receipt", async () => {
  const visit = await finishVisit();
  const link = toLink(visit);
  assert.equal((await open(link)).statusCode, 200);
  await sql`update "Parking_Information" set link_renewed_at = now() where id = ${visit}`;
  assert.equal((await open(link)).statusCode, 404);
  assert.equal((await send(link, { stars: "5" })).statusCode, 404);
  assert.equal((await readRows()).length, 0);
});

test("the branch answers, changes its answer and reports; another branch does neither", async () => {
  const id = await rate(2, { words: "Slow exit" });
  const path = `/items/Ratings/${id}`;
  for (const answer of ["We open a second exit.", "The second exit is open."])
    assert.equal((await manager.patch(path, { answer })).status, 200);
  const [rating] = (await readPage()).ratings.ratings;
  assert.equal(rating!.answer, "The second exit is open.");
  assert.ok((await open((await readPage()).branch.path)).body.includes(`Answer of ${branch.name}`));
  const other = await make.branch(place);
  const stranger = await asUser(await make.user("manager", { branch: other }));
  assert.deepEqual((await stranger.get("/items/Ratings")).data, []);
  assert.equal((await stranger.patch(path, { answer: "Ours is better" })).code, "FORBIDDEN");
  for (const client of [staff, await asUser()]) assert.equal((await client.get("/items/Ratings")).code, "FORBIDDEN");
  assert.equal((await manager.get(`${path}?fields=parking_information`)).code, "FORBIDDEN");
  const reported = await manager.patch(path, { state: "reported", report_reason: "untrue" });
  assert.equal(reported.data.reported_by, "branch", reported.text);
});

test("the newest are listed first, in pages", async () => {
  const ids: number[] = [];
  for (let count = 0; count < ratingLimits.perPage + 1; count += 1) ids.push(await rate(5));
  const newest = ids.toReversed();
  const read = async (page: number) => {
    const { ratings, page: shown, pages } = (await readPage(page)).ratings;
    return [ratings.map(({ id }) => id), shown, pages];
  };
  assert.deepEqual(await read(1), [newest.slice(0, ratingLimits.perPage), 1, 2]);
  assert.deepEqual(await read(2), [newest.slice(ratingLimits.perPage), 2, 2]);
  assert.deepEqual(await read(9), await read(2));
  const { path } = (await readPage()).branch;
  const first = (await open(path)).body;
  assert.ok(first.includes(`${path}?ratings=2#ratings`) && first.includes('"ratingCount":6'));
  assert.ok((await open(`${path}?ratings=2`)).body.includes("Newer ratings"));
});

test("number and sum are those of the rows after every kind of change, and of branches of their own", async () => {
  const other = await make.branch(place);
  const otherStaff = await asUser(await make.user("staff", { branch: other }));
  const ids = [await rate(1), await rate(2), await rate(5, {}, otherStaff), await rate(3)];
  await assertCounted();
  assert.deepEqual(
    [await readListed(), await readListed(other)],
    [
      { count: 3, sum: 6 },
      { count: 1, sum: 5 },
    ],
  );
  await sql`update "Ratings" set stars = 4 where id = any(${ids})`;
  await assertCounted();
  await sql`update "Ratings" set state = 'hidden' where id = ${ids[0]!}`;
  await assertCounted();
  await sql`delete from "Ratings" where id = ${ids[1]!}`;
  await assertCounted();
  assert.deepEqual(
    [await readListed(), await readListed(other)],
    [
      { count: 1, sum: 4 },
      { count: 1, sum: 4 },
    ],
  );
  // An unpublished branch keeps its ratings for the time when it is published again.
  await sql`update "Branch" set status = 'archived' where id = ${other.id}`;
  await sql`update "Branch" set status = 'published' where id = ${other.id}`;
  assert.deepEqual(await readListed(other), { count: 1, sum: 4 });
  await sql`delete from "Ratings" where branch = ${other.id}`;
  assert.equal(await readListed(other), null);
  // As many visits at once as connections allow: none is lost.
  const visits: number[] = [];
  for (let count = 0; count < 6; count += 1) visits.push(await finishVisit());
  const answers = await Promise.all(visits.map((id) => send(toLink(id), { stars: "3" })));
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    visits.map(() => 303),
  );
  assert.deepEqual(await readListed(), { count: 7, sum: 22 });
  await assertCounted();
});
