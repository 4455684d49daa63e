// §3: what was verified changes only by a request that a verifier applies; all other doors stay closed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { factories } from "#tests/support/make.ts";

const { as, sql } = await startApp();
const make = factories(sql);
const verifier = await as(await make.user("verifier"));

async function vendor() {
  const branch = await make.branch();
  const manager = await as(await make.user("manager", { branch }));
  const admin = await as(await make.user("admin", { branch }));
  return { branch, manager, admin };
}

test("a manager asks for another name, the verifier applies it, and it is told by mail and in the history", async () => {
  const { branch, manager, admin } = await vendor();
  const asked = await manager.post("/items/Change_Requests", {
    branch: branch.id,
    changes: { name: "  Anna Salai  ", pincode: "600002" },
    note: "The road was renamed",
  });
  assert.equal(asked.status, 200, asked.text);
  assert.deepEqual(asked.data.changes, { name: "Anna Salai", pincode: "600002" });
  assert.deepEqual(asked.data.was, { name: branch.name, pincode: null });
  const waits = await manager.get(`/items/Branch/${branch.id}?fields=name,change_request.status`);
  assert.deepEqual(waits.data, { name: branch.name, change_request: { status: "draft" } });
  const again = await admin.post("/items/Change_Requests", { branch: branch.id, changes: { city: "Chennai" } });
  assert.equal(again.code, "CHANGE_ALREADY_ASKED");

  const done = await verifier.patch(`/items/Change_Requests/${asked.data.id}`, { status: "published" });
  assert.equal(done.status, 200, done.text);
  const stands = await manager.get(`/items/Branch/${branch.id}?fields=name,pincode,slug,change_request`);
  assert.deepEqual(stands.data, {
    name: "Anna Salai",
    pincode: "600002",
    slug: branch.slug,
    change_request: null,
  });
  const twice = await verifier.patch(`/items/Change_Requests/${asked.data.id}`, { status: "published" });
  assert.equal(twice.code, "REVIEW_ALREADY_DONE");
  const mails = await sql`select template from "Outbox" where template = 'change-answered'`;
  assert.equal(mails.length, 1);
  const history = await admin.get("/actions/configuration/history?of=branch");
  const renamed = (history.data as { changes: { name?: string[] } }[]).find(({ changes }) => changes.name);
  assert.deepEqual(renamed?.changes.name, [branch.name, "Anna Salai"]);
});

test("a refusal says why and changes nothing; who asked may take it back, and nobody else", async () => {
  const { branch, manager, admin } = await vendor();
  const stranger = (await vendor()).admin;
  const ask = () => admin.post("/items/Change_Requests", { changes: { registered_name: "Saravana Stores Ltd" } });
  const first = await ask();
  assert.equal(first.status, 200, first.text);
  const path = `/items/Change_Requests/${first.data.id}`;
  assert.equal((await verifier.patch(path, { status: "rejected" })).code, "REMARK_REQUIRED");
  assert.equal((await verifier.patch(path, { status: "archived" })).code, "FORBIDDEN");
  assert.equal((await admin.patch(path, { status: "published" })).code, "FORBIDDEN");
  assert.equal((await stranger.patch(path, { status: "archived" })).code, "FORBIDDEN");
  assert.equal((await manager.get(path)).code, "FORBIDDEN");
  assert.equal((await verifier.patch(path, { status: "rejected", answer: "Send the deed" })).status, 200);
  const second = await ask();
  assert.equal((await admin.patch(`/items/Change_Requests/${second.data.id}`, { status: "archived" })).status, 200);
  const [company] = await sql`select registered_name, change_request from "Companies" where id = ${branch.company}`;
  assert.deepEqual(company, { registered_name: null, change_request: null });
});

test("what does not hold, is not there to be changed, or stands so already is refused before anybody looks", async () => {
  const { branch, manager, admin } = await vendor();
  const cases: [sent: object, code: string][] = [
    [{ changes: { gstin: "33AAACM1234A1Z0" } }, "FAILED_VALIDATION"],
    [{ changes: { status: "published" } }, "FAILED_VALIDATION"],
    [{ changes: { platform_charges: 0 } }, "FAILED_VALIDATION"],
    [{ changes: { name: "" } }, "FAILED_VALIDATION"],
    [{ changes: "all" }, "FAILED_VALIDATION"],
    [{ changes: {} }, "NO_CHANGES"],
    [{ changes: { name: branch.name } }, "NO_CHANGES"],
  ];
  for (const [sent, code] of cases) {
    const answer = await manager.post("/items/Change_Requests", { branch: branch.id, ...sent });
    assert.equal(answer.code, code, JSON.stringify(sent) + answer.text);
  }
  const other = (await vendor()).branch;
  const foreign = await admin.post("/items/Change_Requests", { branch: other.id, changes: { city: "Salem" } });
  assert.equal(foreign.code, "NO_MATCH_FOUND");
  assert.equal((await manager.post("/items/Change_Requests", { changes: { name: "Ours" } })).code, "FORBIDDEN");
  for (const field of ["name", "gstin", "address"])
    assert.equal((await admin.patch(`/items/Branch/${branch.id}`, { [field]: "x" })).code, "FORBIDDEN");
  assert.equal((await admin.patch(`/items/Companies/${branch.company}`, { name: "Ours" })).code, "FORBIDDEN");
});

test("a name that was taken meanwhile is not applied, and the request goes on waiting", async () => {
  const { branch, manager } = await vendor();
  const asked = await manager.post("/items/Change_Requests", { branch: branch.id, changes: { name: "Pallavaram" } });
  await make.branch({ company: branch.company, name: "PALLAVARAM" });
  const answer = await verifier.patch(`/items/Change_Requests/${asked.data.id}`, { status: "published" });
  assert.equal(answer.code, "BRANCH_NAME_EXIST");
  const [row] = await sql`select status from "Change_Requests" where id = ${asked.data.id}`;
  assert.equal(row!["status"], "draft");
});

test("of ten answers at the same moment one counts", async () => {
  const { branch, manager } = await vendor();
  const asked = await manager.post("/items/Change_Requests", { branch: branch.id, changes: { city: "Madurai" } });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      verifier.patch(`/items/Change_Requests/${asked.data.id}`, {
        status: place % 2 === 0 ? "published" : "rejected",
        answer: "Seen",
      }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(answers.every(({ status, code }) => status === 200 || code === "REVIEW_ALREADY_DONE"));
});
