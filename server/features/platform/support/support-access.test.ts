// §1: support reads a branch for an hour, with consent or a reason, and writes nothing.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isHiddenFromSupport, listFieldsHiddenFromSupport } from "#domain/access/support-access.ts";
import { collections } from "#domain/collections.ts";
import { contracts } from "#domain/contracts.ts";
import { isSupportOpen } from "#domain/platform/support-access.ts";
import { parseContractRoute } from "#domain/schema/contract.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql, clock } = await startApp();
const make = createFactories(sql);
const minuteMs = 60_000;
/** Tokens are valid for 15 minutes of real time, so that what happened before is set back. */
const setClock = (minutesFromNow: number) => {
  clock.now = new Date(Date.now() + minutesFromNow * minuteMs);
};
after(() => {
  clock.now = null;
});

interface Place {
  site: CreatedBranch;
  admin: TestClient;
  supporter: TestClient;
  person: CreatedUser;
}

async function createPlace(): Promise<Place> {
  const site = await make.branch();
  const person = await make.user("verifier");
  return {
    site,
    person,
    supporter: await asUser(person),
    admin: await asUser(await make.user("admin", { branch: site })),
  };
}
const ask = ({ supporter, site }: Place, more: object = {}) =>
  supporter.post("/items/Support_Access", { branch: site.id, reason: "Receipts do not print", ...more });
const enter = (supporter: TestClient, id: number) => supporter.post(`/actions/support-access/${id}/enter`, {});
const leave = (supporter: TestClient) => supporter.post("/actions/support-access/leave", {});
const answer = (client: TestClient, id: number, status: string) =>
  client.patch(`/items/Support_Access/${id}`, { status });

/** A supporter who has entered the branch with a reason. */
async function openPlace(place?: Place): Promise<Place & { id: number }> {
  place ??= await createPlace();
  const { data, code } = await ask(place);
  assert.equal(code, undefined);
  const entered = await enter(place.supporter, data.id);
  assert.equal(entered.status, 200, entered.text);
  return { ...place, id: data.id };
}

let opened: Place & { id: number };
let foreign: CreatedBranch;
before(async () => {
  opened = await openPlace();
  foreign = await make.branch();
  for (const { id: branch } of [opened.site, foreign]) {
    await make.row("Parking_Main_Information", { branch, vehicle_no: make.plate(), phone_no: "9840012345" });
    await make.row("Slot_Blocks", {
      branch,
      service: "is_parking",
      zone_or_block: "A",
      slot_prefix: "A",
      total_slots: 3,
    });
  }
});

test("with a reason the branch is read at once, as its admin reads it", async () => {
  const { supporter, admin, site } = opened;
  for (const name of ["Parking_Main_Information", "Slot_Blocks", "users", "Branch", "Companies"]) {
    const path = name === "users" ? "/users?fields=id" : `/items/${name}?fields=id`;
    const [seen, own] = [await supporter.get(path), await admin.get(path)];
    assert.equal(seen.status, 200, `${name} ${seen.code}`);
    assert.ok(seen.data.length > 0, name);
    assert.deepEqual(seen.data, own.data, name);
  }
  assert.equal((await supporter.get(`/items/Branch/${site.id}`)).data.id, site.id);
  // Its own rights are away meanwhile.
  assert.equal((await supporter.get("/actions/platform/companies")).code, "FORBIDDEN");
});

test("every collection: the rows and fields of the admin without secrets, and no other company's", async () => {
  const { supporter, admin } = opened;
  // Refusals of this test are added to it between the two reads.
  const select = (name: string) => (name === "Security_Events" ? "&filter[kind][_eq]=support_opened" : "");
  let compared = 0;
  for (const collection of collections.filter(({ isSystem, isSingleton }) => !isSystem && !isSingleton)) {
    const path = `/items/${collection.name}?limit=-1${select(collection.name)}`;
    const [seen, own] = [await supporter.get(path), await admin.get(path)];
    if (isHiddenFromSupport(collection.name)) {
      assert.equal(seen.code, "FORBIDDEN", collection.name);
      continue;
    }
    assert.equal(seen.status, own.status, `${collection.name} ${seen.code}`);
    if (own.status !== 200) continue;
    const hidden = listFieldsHiddenFromSupport(collection);
    // Columns of the access itself are those of the branch's log.
    const expected = own.data.map((row: object) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name))),
    );
    if (collection.name !== "Support_Access" && collection.name !== "presets") {
      assert.deepEqual(seen.data, expected, collection.name);
      compared += 1;
    }
    for (const name of hidden)
      assert.equal((await supporter.get(`/items/${collection.name}?fields=${name}`)).code, "FORBIDDEN", name);
  }
  assert.ok(compared > 30, String(compared));
  for (const name of ["Slot_Blocks", "Parking_Main_Information"])
    assert.deepEqual((await supporter.get(`/items/${name}?filter[branch][_eq]=${foreign.id}`)).data, [], name);
});

test("no secret is in any answer", async () => {
  const { supporter, site, person } = opened;
  await sql`insert into payment_settings (branch, gateway, merchant_id, client_id, webhook_user)
    values (${site.id}, 'phonepe', 'MARKEDMERCHANT', 'MARKEDCLIENT', 'MARKEDHOOK')`;
  await sql`insert into "Outbox" (channel, recipient, template, reference, values, branch, company)
    values ('sms', '9840012345', 'test', 'support-test', '{"otp":"MARKEDCODE"}', ${site.id}, ${site.company})`;
  const document = await make.row(
    "files",
    { filename_download: "MARKEDPAN.pdf" },
    { purpose: "onboarding_document", branch: site.id },
  );
  await make.row("Onboarding_Documents", {
    company: site.company,
    branch: site.id,
    kind: "pan_card",
    file: String(document.id),
  });
  const foreignFile = await make.row("files", { filename_download: "MARKEDUPLOAD.pdf" }, { purpose: "branch_file" });
  await sql`update files set user_created = ${person.id}, uploaded_by = ${person.id} where id = ${String(foreignFile.id)}`;
  const paths = collections.map(({ name, isSystem }) => `/${isSystem ? "" : "items/"}${name}?limit=-1&fields=*,*.*`);
  let answered = 0;
  for (const path of ["/users/me", "/files?fields=*", ...paths]) {
    const { status, text } = await supporter.get(path);
    answered += status === 200 ? 1 : 0;
    assert.ok(!/MARKED/.test(text), `${path}: ${text.slice(0, 200)}`);
  }
  assert.ok(answered > 30, String(answered));
  assert.equal((await supporter.get(`/assets/${String(document.id)}`)).code, "FORBIDDEN");
  const graphql = await supporter.post("/graphql", { query: "{ payment_settings { client_id } }" });
  assert.ok(graphql.errors.length > 0 && !graphql.text.includes("MARKED"));
});

test("no action writes or answers unless it is listed as read", async () => {
  const readable: string[] = [];
  for (const { route, ...contract } of contracts) {
    const { method, path } = parseContractRoute(route);
    const isPublic = "access" in contract && contract.access === "public";
    if (isPublic) continue;
    const url = path.replace(/:\w+/g, "1");
    const response = method === "GET" ? await opened.supporter.get(url) : await opened.supporter.post(url, {});
    if (method === "POST") assert.equal(response.code, "FORBIDDEN", route);
    else if (response.code !== "FORBIDDEN") readable.push(path);
  }
  assert.ok(readable.length > 0 && readable.length < 14, readable.join());
});

test("no collection is written, with any interface", async () => {
  const { supporter, site, id } = opened;
  for (const { name, isSystem, isSingleton } of collections) {
    const path = `/${isSystem ? "" : "items/"}${name}`;
    if (!isSingleton) assert.equal((await supporter.post(path, {})).code, "FORBIDDEN", `POST ${name}`);
    assert.equal((await supporter.patch(isSingleton ? path : `${path}/1`, {})).code, "FORBIDDEN", `PATCH ${name}`);
    if (!isSingleton) assert.equal((await supporter.delete(`${path}/1`)).code, "FORBIDDEN", `DELETE ${name}`);
  }
  assert.equal((await supporter.patch("/users/me", { first_name: "Changed" })).code, "FORBIDDEN");
  assert.equal((await answer(supporter, id, "ended")).code, "FORBIDDEN");
  const mutation = `mutation { update_Branch_item(id: ${site.id}, data: { amenities: [] }) { id } }`;
  assert.ok((await supporter.post("/graphql", { query: mutation })).errors.length > 0);
});

test("it is shown to the branch's people, and in its security log", async () => {
  const { site, id, admin, person } = opened;
  const guard = await asUser(await make.user("staff", { branch: site }));
  const { data } = await guard.get(`/items/Support_Access/${id}`);
  assert.equal(data.reason, "Receipts do not print");
  assert.equal(data.status, "open");
  assert.ok(data.supporter_name);
  assert.equal(new Date(data.expires_at).getTime() - new Date(data.opened_at).getTime(), 60 * minuteMs);
  assert.equal("session_family" in data, false);
  const { data: events } = await admin.get(
    "/items/Security_Events?filter[kind][_eq]=support_opened&fields=person,branch",
  );
  assert.deepEqual(events, [{ person: person.id, branch: site.id }]);
  const stranger = await asUser(await make.user("admin", { branch: foreign }));
  assert.equal((await stranger.get(`/items/Support_Access/${id}`)).code, "FORBIDDEN");
});

test("leaving ends it and gives the own rights back", async () => {
  const { supporter, id, admin } = await openPlace();
  assert.equal((await supporter.get("/actions/support-access/current")).data.id, id);
  assert.equal((await leave(supporter)).status, 204);
  assert.equal((await supporter.get("/actions/platform/companies")).status, 200);
  assert.equal((await supporter.get("/actions/support-access/current")).data, null);
  assert.equal((await admin.get(`/items/Support_Access/${id}`)).data.status, "ended");
  assert.equal((await leave(supporter)).code, "NO_MATCH_FOUND");
  // It is not entered again.
  assert.equal((await enter(supporter, id)).code, "STATUS_ALREADY_UPDATED");
});

test("an admin of the branch ends it at once; the session stays without rights until it leaves", async () => {
  const { supporter, id, admin, site } = await openPlace();
  assert.equal((await supporter.get("/items/Slot_Blocks")).status, 200);
  assert.equal((await answer(admin, id, "ended")).status, 200);
  assert.equal((await supporter.get("/items/Slot_Blocks")).code, "SUPPORT_ENDED");
  assert.equal((await supporter.get("/actions/platform/companies")).code, "SUPPORT_ENDED");
  assert.equal((await supporter.post("/items/Slot_Blocks", { branch: site.id })).code, "SUPPORT_ENDED");
  assert.equal((await supporter.get("/actions/support-access/current")).data.is_open, false);
  assert.equal((await leave(supporter)).status, 204);
  assert.equal((await supporter.get("/actions/platform/companies")).status, 200);
});

test("after one hour it has ended, whatever its row says", async () => {
  const place = await createPlace();
  setClock(-58);
  const { supporter, id, admin } = await openPlace(place);
  setClock(1);
  assert.equal((await supporter.get("/items/Slot_Blocks")).code, undefined);
  setClock(3);
  assert.equal((await supporter.get("/items/Slot_Blocks")).code, "SUPPORT_ENDED");
  assert.equal((await supporter.post("/live/ticket", {})).code, "SUPPORT_ENDED");
  assert.equal((await answer(admin, id, "ended")).code, "STATUS_ALREADY_UPDATED");
  assert.equal((await leave(supporter)).status, 204);
  clock.now = null;
  // Nobody prolongs it: neither side writes its times.
  for (const client of [supporter, admin])
    assert.equal(
      (await client.patch(`/items/Support_Access/${id}`, { expires_at: "2099-01-01T00:00:00Z" })).status >= 400,
      true,
    );
});

test("with consent it begins when an admin of the branch approves", async () => {
  const place = await createPlace();
  const { data: asked } = await ask(place, { asks_consent: true });
  assert.equal(asked.status, "requested");
  assert.equal((await enter(place.supporter, asked.id)).code, "STATUS_ALREADY_UPDATED");
  assert.equal((await ask(place, { asks_consent: true })).code, "SUPPORT_ALREADY_ASKED");
  // Not by whoever asks, nor by an administrator of the platform, nor by the branch's manager.
  const administrator = await asUser(await make.user("platform"));
  const manager = await asUser(await make.user("manager", { branch: place.site }));
  for (const client of [place.supporter, administrator, manager])
    assert.equal((await answer(client, asked.id, "open")).code, "FORBIDDEN");
  const approved = await answer(place.admin, asked.id, "open");
  assert.equal(approved.status, 200, approved.text);
  assert.ok(approved.data.expires_at && approved.data.decided_by);
  const colleague = await asUser(await make.user("verifier"));
  assert.equal((await enter(colleague, asked.id)).code, "FORBIDDEN");
  assert.equal((await enter(place.supporter, asked.id)).status, 200);
});

test("declined, withdrawn and old requests are not entered", async () => {
  const place = await createPlace();
  for (const [client, status] of [
    [place.admin, "declined"],
    [place.supporter, "withdrawn"],
  ] as const) {
    const { data } = await ask(place, { asks_consent: true });
    assert.equal((await answer(client, data.id, status)).status, 200);
    assert.equal((await enter(place.supporter, data.id)).code, "STATUS_ALREADY_UPDATED");
    assert.equal((await answer(place.admin, data.id, "open")).code, "STATUS_ALREADY_UPDATED");
  }
  setClock(-24 * 60 - 1);
  const { data } = await ask(place, { asks_consent: true });
  clock.now = null;
  assert.equal((await answer(place.admin, data.id, "open")).code, "STATUS_ALREADY_UPDATED");
});

test("logging out ends it", async () => {
  const place = await createPlace();
  const { email, password } = place.person;
  const { data: session } = await place.supporter.post("/auth/login", { email, password, mode: "json" });
  const loggedIn = { authorization: `Bearer ${session.access_token}` };
  const { data } = await ask(place);
  assert.equal((await place.admin.post(`/actions/support-access/${data.id}/enter`, {}, loggedIn)).status, 200);
  const out = await place.supporter.post("/auth/logout", { refresh_token: session.refresh_token, mode: "json" });
  assert.equal(out.status, 204);
  const { data: row } = await place.admin.get(`/items/Support_Access/${data.id}`);
  assert.deepEqual([row.status, row.ended_by], ["ended", row.supporter_name]);
});

test("the admins are mailed when support asks, and when it opens the branch with a reason; not of the answer", async () => {
  const place = await createPlace();
  const readMails = () => sql<{ template: string; reason: string; link: string }[]>`
    select o.template, o."values" ->> 'reason' as reason, o."values" ->> 'branch_link' as link from "Outbox" o
    join users u on u.email = o.recipient where u.default_company = ${place.site.company} order by o.id`;
  const { data } = await ask(place, { asks_consent: true });
  assert.equal((await answer(place.admin, data.id, "open")).status, 200);
  assert.equal((await answer(place.admin, data.id, "ended")).status, 200);
  await ask(place, { reason: "The gate does not open" });
  const mails = await readMails();
  assert.deepEqual(
    mails.map(({ template, reason }) => [template, reason]),
    [
      ["support-asked", "Receipts do not print"],
      ["support-opened", "The gate does not open"],
    ],
  );
  assert.match(mails[0]!.link, /\/home$/);
});

test("a reason is required, and a branch that exists", async () => {
  const place = await createPlace();
  assert.equal((await ask(place, { reason: "" })).status, 400);
  assert.equal((await ask(place, { branch: 99_999_999 })).code, "NO_MATCH_FOUND");
  assert.equal((await enter(place.supporter, 99_999_999)).code, "NO_MATCH_FOUND");
});

test("of approving and declining at once exactly one counts", async () => {
  for (let round = 0; round < 3; round += 1) {
    const place = await createPlace();
    const { data } = await ask(place, { asks_consent: true });
    const other = await asUser(await make.user("admin", { branch: place.site }));
    const results = await Promise.all([answer(place.admin, data.id, "open"), answer(other, data.id, "declined")]);
    assert.deepEqual(results.map(({ code }) => code ?? "").toSorted(), ["", "STATUS_ALREADY_UPDATED"]);
    const { data: row } = await place.admin.get(`/items/Support_Access/${data.id}`);
    assert.equal(row.status, results[0].code === undefined ? "open" : "declined");
  }
  // Control: without the compare-and-set both statements take effect, and the second one wins.
  const place = await createPlace();
  const { data } = await ask(place, { asks_consent: true });
  const read = () => sql<{ status: string }[]>`select status from "Support_Access" where id = ${data.id}`;
  const reads = [await read(), await read()];
  assert.ok(reads.every(([row]) => row!.status === "requested"));
  const write = async (status: string) =>
    (await sql`update "Support_Access" set status = ${status} where id = ${data.id}`).count;
  const counts = [await write("open"), await write("declined")];
  assert.deepEqual(counts, [1, 1]);
});

test("a session that ended, and a user who is no longer of the platform, read nothing", async () => {
  const { supporter, person } = await openPlace();
  await sql`update users set status = 'suspended' where id = ${person.id}`;
  assert.notEqual((await supporter.get("/items/Slot_Blocks")).status, 200);
  assert.equal(isSupportOpen({ status: "open", expiresAt: null, now: new Date() }), false);
  assert.equal((await app.inject({ url: "/items/Slot_Blocks" })).statusCode, 403);
});
