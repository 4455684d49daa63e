// §3: verified fields change only with a request applied by a verifier; other routes reject the change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mailTemplates, renderText } from "#domain/messages/messages.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const verifier = await asUser(await make.user("verifier"));

async function createVendor() {
  const branch = await make.branch();
  const manager = await asUser(await make.user("manager", { branch }));
  const admin = await asUser(await make.user("admin", { branch }));
  return { branch, manager, admin };
}

test("applies a requested name after verification, with mail and history", async () => {
  const { branch, manager, admin } = await createVendor();
  const request = await manager.post("/items/Change_Requests", {
    branch: branch.id,
    changes: { name: "  Anna Salai  ", pincode: "600002" },
    note: "The road was renamed",
  });
  assert.equal(request.status, 200, request.text);
  assert.deepEqual(request.data.changes, { name: "Anna Salai", pincode: "600002" });
  assert.deepEqual(request.data.was, { name: branch.name, pincode: null });
  const pending = await manager.get(`/items/Branch/${branch.id}?fields=name,change_request.status`);
  assert.deepEqual(pending.data, { name: branch.name, change_request: { status: "draft" } });
  const secondRequest = await admin.post("/items/Change_Requests", { branch: branch.id, changes: { city: "Chennai" } });
  assert.equal(secondRequest.code, "CHANGE_ALREADY_ASKED");

  const applied = await verifier.patch(`/items/Change_Requests/${request.data.id}`, { status: "published" });
  assert.equal(applied.status, 200, applied.text);
  const current = await manager.get(`/items/Branch/${branch.id}?fields=name,pincode,slug,change_request`);
  assert.deepEqual(current.data, {
    name: "Anna Salai",
    pincode: "600002",
    slug: branch.slug,
    change_request: null,
  });
  const repeated = await verifier.patch(`/items/Change_Requests/${request.data.id}`, { status: "published" });
  assert.equal(repeated.code, "REVIEW_ALREADY_DONE");
  const mails = await sql`select values ->> 'change_lines' as changes from "Outbox" where template = 'change-answered'`;
  assert.deepEqual(
    mails.map(({ changes }) => changes),
    [`Branch name: ${branch.name} → Anna Salai\nPin code: not given → 600002`],
  );
  const { text } = mailTemplates["change-answered"];
  assert.match(renderText({ text, values: { change_lines: mails[0]!["changes"] } }), /→ Anna Salai\nPin code:/);
  const history = await admin.get("/actions/configuration/history?of=branch");
  const renamed = (history.data as { changes: { name?: string[] } }[]).find(({ changes }) => changes.name);
  assert.deepEqual(renamed?.changes.name, [branch.name, "Anna Salai"]);
});

test("rejects a request with a remark and without changes; only the requester can cancel it", async () => {
  const { branch, manager, admin } = await createVendor();
  const stranger = (await createVendor()).admin;
  const createRequest = () =>
    admin.post("/items/Change_Requests", { changes: { registered_name: "Saravana Stores Ltd" } });
  const first = await createRequest();
  assert.equal(first.status, 200, first.text);
  const path = `/items/Change_Requests/${first.data.id}`;
  assert.equal((await verifier.patch(path, { status: "rejected" })).code, "REMARK_REQUIRED");
  assert.equal((await verifier.patch(path, { status: "archived" })).code, "FORBIDDEN");
  assert.equal((await admin.patch(path, { status: "published" })).code, "FORBIDDEN");
  assert.equal((await stranger.patch(path, { status: "archived" })).code, "FORBIDDEN");
  assert.equal((await manager.get(path)).code, "FORBIDDEN");
  assert.equal((await verifier.patch(path, { status: "rejected", answer: "Send the deed" })).status, 200);
  const second = await createRequest();
  assert.equal((await admin.patch(`/items/Change_Requests/${second.data.id}`, { status: "archived" })).status, 200);
  const [company] = await sql`select registered_name, change_request from "Companies" where id = ${branch.company}`;
  assert.deepEqual(company, { registered_name: null, change_request: null });
});

test("rejects requests with invalid, unchangeable or unchanged values", async () => {
  const { branch, manager, admin } = await createVendor();
  const cases: [sent: object, code: string][] = [
    [{ changes: { gstin: "33AAACM1234A1Z0" } }, "FAILED_VALIDATION"],
    [{ changes: { status: "published" } }, "FAILED_VALIDATION"],
    [{ changes: { platform_charges: 0 } }, "FAILED_VALIDATION"],
    [{ changes: { name: "" } }, "FAILED_VALIDATION"],
    [{ changes: "all" }, "FAILED_VALIDATION"],
    [{ changes: {} }, "NO_CHANGES"],
    [{ changes: { name: branch.name } }, "NO_CHANGES"],
  ];
  for (const [body, code] of cases) {
    const response = await manager.post("/items/Change_Requests", { branch: branch.id, ...body });
    assert.equal(response.code, code, JSON.stringify(body) + response.text);
  }
  const other = (await createVendor()).branch;
  const foreign = await admin.post("/items/Change_Requests", { branch: other.id, changes: { city: "Salem" } });
  assert.equal(foreign.code, "NO_MATCH_FOUND");
  assert.equal((await manager.post("/items/Change_Requests", { changes: { name: "Ours" } })).code, "FORBIDDEN");
  for (const field of ["name", "gstin", "address"])
    assert.equal((await admin.patch(`/items/Branch/${branch.id}`, { [field]: "x" })).code, "FORBIDDEN");
  assert.equal((await admin.patch(`/items/Companies/${branch.company}`, { name: "Ours" })).code, "FORBIDDEN");
});

test("a company neither becomes a government company nor ceases to be one by a request", async () => {
  for (const [entity_type, company_type] of [
    ["government", "franchise"],
    ["commercial", "government"],
  ]) {
    const admin = await asUser(await make.user("admin", { branch: await make.branch({ entity_type }) }));
    const { code, errors, text } = await admin.post("/items/Change_Requests", { changes: { company_type } });
    assert.deepEqual([code, errors[0]?.extensions["field"]], ["FAILED_VALIDATION", "company_type"], text);
  }
  const { admin } = await createVendor();
  assert.equal((await admin.post("/items/Change_Requests", { changes: { company_type: "franchise" } })).status, 200);
});

test("keeps a request pending if its name is in use by then", async () => {
  const { branch, manager } = await createVendor();
  const request = await manager.post("/items/Change_Requests", { branch: branch.id, changes: { name: "Pallavaram" } });
  await make.branch({ company: branch.company, name: "PALLAVARAM" });
  const response = await verifier.patch(`/items/Change_Requests/${request.data.id}`, { status: "published" });
  assert.equal(response.code, "BRANCH_NAME_EXIST");
  const [row] = await sql`select status from "Change_Requests" where id = ${request.data.id}`;
  assert.equal(row!["status"], "draft");
});

test("requests an area that is not on the list, which the verifier adds or chooses", async () => {
  const { branch, manager, admin } = await createVendor();
  await sql`update "Branch" set city = 'Chennai', state = 'Tamil Nadu' where id = ${branch.id}`;
  const adyar = await make.row("Areas", { area_name: "Adyar", city: "Chennai", state: "Tamil Nadu" });
  const send = (body: object) => manager.post("/items/Change_Requests", { branch: branch.id, changes: {}, ...body });
  assert.equal((await send({ area_name: "ad yar" })).code, "AREA_EXIST");
  assert.equal((await send({ area_name: "Abc" })).code, "FAILED_VALIDATION");
  assert.equal((await send({ area_name: "Kasturibai Nagar", changes: { area: adyar.id } })).code, "FAILED_VALIDATION");
  const ofCompany = await admin.post("/items/Change_Requests", { changes: {}, area_name: "Kasturibai Nagar" });
  assert.equal(ofCompany.code, "FAILED_VALIDATION");
  const elsewhere = await send({ area_name: "Adyar", changes: { city: "Madurai" } });
  assert.equal(elsewhere.status, 200, elsewhere.text);
  await manager.patch(`/items/Change_Requests/${elsewhere.data.id}`, { status: "archived" });

  const request = await send({ area_name: "Kasturibai Nagar" });
  assert.equal(request.status, 200, request.text);
  assert.deepEqual([request.data.changes, request.data.was], [{}, { area: null }]);
  const path = `/items/Change_Requests/${request.data.id}`;
  assert.equal((await manager.patch(path, { area: adyar.id })).code, "FORBIDDEN");
  assert.equal((await verifier.patch(path, { status: "published" })).code, "AREA_REQUIRED");
  assert.equal((await verifier.patch(path, { status: "published", area: adyar.id })).status, 200);
  const { data } = await manager.get(`/items/Branch/${branch.id}?fields=area,change_request`);
  assert.deepEqual(data, { area: adyar.id, change_request: null });
});

test("a branch changes its tags itself, and those of no other branch", async () => {
  const { branch, manager } = await createVendor();
  const other = (await createVendor()).branch;
  const [station, temple] = [
    await make.row("Tags_Category", { Name: "Near the station" }),
    await make.row("Tags_Category", { Name: "Beside the temple" }),
  ];
  const tags = (rows: object) => ({ tags: { create: [], update: [], delete: [], ...rows } });
  const added = tags({ create: [{ tag: station.id }, { tag: temple.id }] });
  assert.equal((await manager.patch(`/items/Branch/${branch.id}`, added)).status, 200);
  assert.equal((await manager.patch(`/items/Branch/${other.id}`, added)).code, "FORBIDDEN");
  const rows = await sql<{ id: number; tag: number }[]>`select id, tag from "Branch_Tags" where branch = ${branch.id}`;
  assert.deepEqual(new Set(rows.map(({ tag }) => tag)), new Set([station.id, temple.id]));
  assert.equal((await manager.patch(`/items/Branch/${branch.id}`, tags({ delete: [rows[0]!.id] }))).status, 200);
  assert.equal((await sql`select 1 from "Branch_Tags" where branch = ${branch.id}`).length, 1);
});

test("applies one of ten concurrent decisions", async () => {
  const { branch, manager } = await createVendor();
  const request = await manager.post("/items/Change_Requests", { branch: branch.id, changes: { city: "Madurai" } });
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      verifier.patch(`/items/Change_Requests/${request.data.id}`, {
        status: index % 2 === 0 ? "published" : "rejected",
        answer: "Seen",
      }),
    ),
  );
  assert.equal(responses.filter(({ status }) => status === 200).length, 1);
  assert.ok(responses.every(({ status, code }) => status === 200 || code === "REVIEW_ALREADY_DONE"));
});
