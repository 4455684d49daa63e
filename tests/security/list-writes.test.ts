// A company's bulk write does not delay others, customers cannot import, and a user's presets have a quota.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as limits from "#domain/limits.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createLockControl, repeat } from "#tests/support/concurrent-requests.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { app, asUser, sql, url } = await startApp();
const factories = createFactories(sql);
const locks = createLockControl({ url });

const branch = await factories.branch();
const otherBranch = await factories.branch();
const createAdmin = async (at: CreatedBranch): Promise<TestClient> =>
  asUser(await factories.user("admin", { branch: at }));
const createTwoBlocks = (at: CreatedBranch) =>
  ["C", "D"].map((prefix) => ({
    branch: at.id,
    service: "is_parking",
    zone_or_block: prefix,
    slot_prefix: prefix,
    total_slots: 5,
  }));

async function importPresets({ caller, rows }: { caller: TestClient; rows: number }) {
  const form = new FormData();
  const list = repeat(rows, (index) => ({ bookmark: `Imported ${index}` }));
  form.append("file", new Blob([JSON.stringify(list)], { type: "application/json" }), "list.json");
  const request = new Request("http://localhost", { method: "POST", body: form });
  const response = await app.inject({
    method: "POST",
    url: "/utils/import/presets",
    headers: { authorization: `Bearer ${caller.token}`, "content-type": request.headers.get("content-type")! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, code: response.json().errors?.[0].extensions.code as string | undefined };
}

test("while one company imports, another's list is written; a colleague's waits", async () => {
  const [importer, colleague, outsider] = [
    await createAdmin(branch),
    await createAdmin(branch),
    await createAdmin(otherBranch),
  ];
  const release = await locks.hold(`lock table "presets" in access exclusive mode`);
  const imported = importPresets({ caller: importer, rows: 2 });
  await eventually(async () => assert.equal(await locks.countWaiting(), 1));
  // Control: this one needs no locked row, only the bulk write lock.
  const after = colleague.post("/items/Slot_Blocks", createTwoBlocks(branch));
  await eventually(async () => assert.equal(await locks.countWaiting(), 2));
  const response = await outsider.post("/items/Slot_Blocks", createTwoBlocks(otherBranch));
  assert.deepEqual([response.status, response.code], [200, undefined]);
  await release();
  await Promise.all([imported, after]);
});

test("customers cannot import", async () => {
  const customer = await asUser(await factories.user("customer"));
  assert.deepEqual(await importPresets({ caller: customer, rows: 1 }), { status: 403, code: "FORBIDDEN" });
  const manager = await asUser(await factories.user("manager", { branch }));
  assert.equal((await importPresets({ caller: manager, rows: 1 })).status, 200);
});

test("a user's presets are limited, including concurrent ones", async () => {
  const user = await factories.user("staff", { branch });
  const caller = await asUser(user);
  const maxCount = limits.presets;
  assert.equal((await importPresets({ caller, rows: maxCount - 2 })).status, 200);
  const responses = await Promise.all(repeat(6, () => caller.post("/presets", { bookmark: "One more" })));
  assert.equal(responses.filter(({ status }) => status === 200).length, 2);
  assert.equal(responses.filter(({ code }) => code === "TOO_MANY_PRESETS").length, 4);
  const [row] = await sql`select count(*)::int as count from presets where "user" = ${user.id}`;
  assert.equal(row!["count"], maxCount);
  const { data } = await caller.get("/presets?limit=1");
  assert.equal((await caller.patch(`/presets/${data[0].id}`, { bookmark: "Renamed" })).status, 200);
  assert.equal((await caller.delete(`/presets/${data[0].id}`)).status, 204);
  assert.equal((await caller.post("/presets", { bookmark: "In its place" })).status, 200);
  assert.equal((await importPresets({ caller, rows: 1 })).code, "TOO_MANY_PRESETS");
});

test("control: counted without a lock, there are more presets than allowed", async () => {
  await sql`create table bare_presets (id int generated always as identity)`;
  let reading = 3;
  let goOn = (): void => {};
  const haveAllRead = new Promise<void>((resolve) => (goOn = resolve));
  await Promise.all(
    repeat(3, () =>
      sql.begin(async (tx) => {
        const [row] = await tx<{ count: number }[]>`select count(*)::int as count from bare_presets`;
        if (--reading === 0) goOn();
        await haveAllRead;
        if (row!.count < 1) await tx`insert into bare_presets default values`;
      }),
    ),
  );
  const [row] = await sql`select count(*)::int as count from bare_presets`;
  assert.equal(row!["count"], 3);
});

test("the size of a preset is limited", async () => {
  const caller = await asUser(await factories.user("customer"));
  const filter = { name: { _eq: "x".repeat(limits.presetJson) } };
  const { status, code } = await caller.post("/presets", { bookmark: "Large", filter });
  assert.deepEqual([status, code], [400, "VALUE_TOO_LONG"]);
  const { data } = await caller.post("/presets", { bookmark: "Small" });
  assert.equal((await caller.patch(`/presets/${data.id}`, { layout_options: filter })).code, "VALUE_TOO_LONG");
});
