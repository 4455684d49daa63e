// §6: routes with queries of their own decide with the caller's current rights, not with those of a cached session.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { roles } from "#domain/access/roles.ts";
import { startApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { createGstin } from "#tests/support/registration-form.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const pan = "AAACT7771F";
let platform: TestClient;
let branch: CreatedBranch;

before(async () => {
  platform = await asUser(await make.user("platform"));
  branch = await make.branch();
});

async function previewImport(client: TestClient): Promise<TestResponse> {
  const form = new FormData();
  form.set("file", new Blob(["Name,Email\nAsha Rao,asha@import.example"]), "people.csv");
  const encoded = new Response(form);
  return client.post("/actions/people/import/preview?role=employee", await encoded.text(), {
    "content-type": encoded.headers.get("content-type")!,
  });
}

const requests: { [name: string]: (client: TestClient) => Promise<TestResponse> } = {
  "attendance of a day": (client) => client.get("/actions/people/attendance?day=2026-01-05"),
  "preview of an import": previewImport,
  "history of the configuration": (client) => client.get("/actions/configuration/history?of=branch"),
  "message usage": (client) => client.get(`/actions/outbox/usage?branch=${branch.id}`),
  "check of a GSTIN": (client) => client.post("/verify-gst", { gstin: createGstin(pan) }),
  "check of a PAN": (client) => client.post("/verify-pan", { pan }),
};

for (const [name, send] of Object.entries(requests))
  test(`${name}: rejects a manager who became an employee a moment ago`, async () => {
    const user = await make.user("manager", { branch });
    const client = await asUser(user);
    const first = await send(client);
    // The tax registers are not connected, which is reported to those who may check numbers only.
    assert.ok(first.status === 200 || first.status === 503, first.text);
    assert.equal((await platform.patch(`/users/${user.id}`, { role: roles.employee.id })).status, 200);
    assert.equal((await send(client)).code, "TOKEN_EXPIRED");
  });

test("a manager moved to another branch a moment ago reads data of the new branch only", async () => {
  const user = await make.user("manager", { branch });
  await make.user("staff", { branch, first_name: "Kavitha" });
  const client = await asUser(user);
  assert.equal((await client.patch(`/items/Branch/${branch.id}`, { valet_number: "9840012399" })).status, 200);
  const read = async () =>
    (await Promise.all(["attendance of a day", "history of the configuration"].map((name) => requests[name]!(client))))
      .map(({ text }) => text)
      .join();
  const mentions = async () => {
    const text = await read();
    return ["Kavitha", "9840012399"].map((part) => text.includes(part));
  };
  assert.deepEqual(await mentions(), [true, true]);
  const { id: default_branch, company: default_company } = await make.branch();
  assert.equal((await platform.patch(`/users/${user.id}`, { default_branch, default_company })).status, 200);
  assert.deepEqual(await mentions(), [false, false]);
  assert.equal((await requests["message usage"]!(client)).code, "FORBIDDEN");
});
