// §2 Mistakes on the public page of a branch: the form of the public site, the platform's desk and the branch's list.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { mistakeLimits } from "#domain/mistakes/mistake-kinds.ts";
import { createServices } from "#server/context.ts";
import { readPersonalData } from "#server/privacy/export-personal-data.ts";
import { erasePerson } from "#server/privacy/erase.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
const make = createFactories(sql);
const branch = await make.branch({ name: "Panagal Park", city: "Erode", state: "Tamil Nadu" });
const manager = await asUser(await make.user("manager", { branch }));
const verifier = await asUser(await make.user("verifier"));
const url = `/report-mistake/${branch.id}`;
const mistake = { kind: "hours", words: " Open <b>until</b> 23:00 " };

beforeEach(async () => {
  await sql`delete from throttle`;
  await sql`delete from "Mistakes"`;
});

const html = { accept: "text/html" };
const open = (path: string) => app.inject({ url: path, headers: html });
const send = (form: { [name: string]: string }, path = url) =>
  app.inject({
    method: "POST",
    url: path,
    headers: { ...html, "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(form).toString(),
  });

test("a reported mistake is read by the platform with the contact, and by the branch without it", async () => {
  const [company] = await sql<{ slug: string }[]>`select slug from "Companies" where id = ${branch.company}`;
  const page = `/${company!.slug}/${branch.slug}/parking/commercial/info`;
  assert.ok((await open(page)).body.includes(`href="${url}"`));
  const form = await open(url);
  assert.equal(form.statusCode, 200);
  for (const text of ["Report a mistake", branch.name, `href="${page}"`]) assert.ok(form.body.includes(text), text);
  assert.deepEqual([form.headers["cache-control"], form.headers["x-robots-tag"]], ["no-store", "noindex"]);
  const sent = await send({ ...mistake, email: "meena@example.com", phone: "9840012345" });
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, `${url}?sent=1`]);
  assert.ok((await open(`${url}?sent=1`)).body.includes("Thank you. The branch and we will check it."));
  const { data } = await verifier.get("/items/Mistakes?fields=branch,company,kind,words,email,phone,is_done");
  assert.deepEqual(data, [
    {
      branch: branch.id,
      company: branch.company,
      kind: "hours",
      words: "Open <b>until</b> 23:00",
      email: "meena@example.com",
      phone: "9840012345",
      is_done: false,
    },
  ]);
  const [own] = (await manager.get("/items/Mistakes")).data;
  assert.deepEqual(
    [own.words, "email" in own, "phone" in own, "user_created" in own],
    ["Open <b>until</b> 23:00", false, false, false],
  );
  assert.equal((await manager.get("/items/Mistakes?fields=email")).code, "FORBIDDEN");
  assert.equal((await manager.patch(`/items/Mistakes/${own.id}`, { words: "Nothing" })).code, "FORBIDDEN");
  assert.equal((await manager.patch(`/items/Mistakes/${own.id}`, { is_done: true })).status, 200);
  assert.equal((await verifier.patch(`/items/Mistakes/${own.id}`, { is_done: false })).status, 200);
});

test("another branch and staff neither read nor change it", async () => {
  await send(mistake);
  const [row] = await sql<{ id: number }[]>`select id from "Mistakes"`;
  const stranger = await asUser(await make.user("manager", { branch: await make.branch() }));
  assert.deepEqual((await stranger.get("/items/Mistakes")).data, []);
  assert.equal((await stranger.patch(`/items/Mistakes/${row!.id}`, { is_done: true })).code, "FORBIDDEN");
  const staff = await asUser(await make.user("staff", { branch }));
  for (const client of [staff, await asUser()]) assert.equal((await client.get("/items/Mistakes")).code, "FORBIDDEN");
  assert.equal((await manager.post("/items/Mistakes", mistake)).code, "FORBIDDEN");
});

test("refused: no kind, an unknown one, no words, too many, and a wrong contact; what is typed stays", async () => {
  for (const form of [
    { words: "Open until 23:00" },
    { ...mistake, kind: "colour" },
    { kind: "hours", words: "  " },
    { ...mistake, words: "x".repeat(mistakeLimits.words + 1) },
    { ...mistake, email: "meena" },
  ]) {
    await sql`delete from throttle`;
    const { statusCode, body } = await send(form);
    assert.equal(statusCode, 400, JSON.stringify(form));
    assert.ok(body.includes('role="alert"'), JSON.stringify(form));
  }
  const kept = await send({ ...mistake, phone: "12" });
  assert.ok(kept.body.includes("Open &lt;b&gt;until&lt;/b&gt; 23:00"));
  const [count] = await sql<{ count: number }[]>`select count(*)::int as count from "Mistakes"`;
  assert.equal(count!.count, 0);
});

test("not found: a branch without a public page, and no branch", async () => {
  const draft = await make.branch({ status: "archived" });
  for (const path of [`/report-mistake/${draft.id}`, "/report-mistake/0", "/report-mistake/x"]) {
    assert.equal((await open(path)).statusCode, 404, path);
    assert.equal((await send(mistake, path)).statusCode, 404, path);
  }
});

test("reports are limited for each address", async () => {
  const statuses: number[] = [];
  for (let count = 0; count < mistakeLimits.reportsAnHour + 1; count += 1)
    statuses.push((await send(mistake)).statusCode);
  assert.deepEqual(statuses, [...Array<number>(mistakeLimits.reportsAnHour).fill(303), 429]);
});

test("an erased person's reports are deleted, others remain", async () => {
  const phone = "9770054399";
  await send({ ...mistake, phone });
  await send({ ...mistake, phone: "9770054398" });
  const exported = await readPersonalData({ sql, subject: { phone, email: null, account: null } });
  assert.deepEqual(
    exported.data["Mistakes"]!.map(({ words }) => words),
    ["Open <b>until</b> 23:00"],
  );
  const request = { phone, reason: "Asked for it in writing" };
  const { status, data, text } = await verifier.post("/actions/platform/privacy/erase", request);
  assert.equal(status, 200, text);
  const services = createServices({ sql, config: testConfig, clock: () => new Date() });
  await erasePerson({ services, request: data.id });
  const left = await sql<{ phone: string }[]>`select phone from "Mistakes"`;
  assert.deepEqual(
    left.map((row) => row.phone),
    ["9770054398"],
  );
});
