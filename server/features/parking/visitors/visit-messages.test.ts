// Notices about visitors follow from the write of the entry: whatever lets a visitor in or out, the visited unit learns of
// it once.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Row } from "#domain/schema/collection.ts";
import type { TestClient, TestResponse } from "#tests/support/app.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { pressProviderAction, startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const { asUser, sql, factories: make, branch: makeBranch } = await startPaymentsApp();
const member = "9400000001";
const guarded = { config: { security: "advanced_security" } };

interface Gate {
  branch: CreatedBranch;
  unit: number;
  staff: TestClient;
  manager: TestClient;
}
let open: Gate;
let secured: Gate;

async function createGate(fields: Row): Promise<Gate> {
  const branch = await makeBranch({ entity_type: "residential", ...fields });
  const unit = await make.row("Branch_Units", { branch: branch.id, name: "A-101" });
  await make.row("Unit_Members", { unit: unit.id, name: "Harika", phone: member, sort: 1 });
  const staff = await asUser(await make.user("staff", { branch }));
  const manager = await asUser(await make.user("manager", { branch, in_out_flag: true }));
  return { branch, unit: unit.id, staff, manager };
}

before(async () => {
  open = await createGate({});
  secured = await createGate(guarded);
});

function requireOk(response: TestResponse): TestResponse {
  assert.equal(response.status, 200, response.text);
  return response;
}
const visitorAt = ({ unit }: Gate) => ({ vehicle_no: make.plate(), phone_no: "9840012345", unit });

/** Arrives by the common action, 50 minutes ago. */
async function arrive(gate: Gate): Promise<number> {
  const { data } = requireOk(await gate.staff.post("/actions/parking/check-in", visitorAt(gate)));
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  return data.id;
}

async function readNotices(id: number): Promise<string[]> {
  const events = ["visitor-asks", "visitor-arrived", "visitor-left"].map((name) => `${name}:${id}`);
  const rows = await sql<{ template: string; recipient: string }[]>`
    select template, recipient from "Outbox"
    where event = any(${events}) or event like ${`visitor-asks:${id}:%`} order by id`;
  assert.ok(rows.every(({ recipient }) => recipient === member));
  return rows.map(({ template }) => template);
}

const createEntry = async (gate: Gate, body: object = {}): Promise<number> => {
  const { unit, ...visitor } = visitorAt(gate);
  const values = { parking_main_info: { ...visitor, unit }, ...body };
  return requireOk(await gate.staff.post("/items/Parking_Information", values)).data.id;
};

/** Each returns the id of an entry that is inside. */
const arrivals: { readonly [path: string]: () => Promise<number> } = {
  "a check-in": () => arrive(open),
  "a row that is created": () => createEntry(open),
  "a check-in with a pass": async () => {
    const { data } = requireOk(
      await open.staff.post("/actions/passes", { ...visitorAt(open), time_type: "days", duration: 7 }),
    );
    return requireOk(await open.staff.post("/actions/parking/check-in", { parking_main_info: data.id })).data.id;
  },
  "a vehicle found inside, with an earlier time": async () => {
    const earlier = { in_time: new Date(Date.now() - 3_600_000).toISOString(), reason: "Found inside" };
    return requireOk(await open.manager.post("/actions/parking/check-in", { ...visitorAt(open), ...earlier })).data.id;
  },
};
for (const [path, enter] of Object.entries(arrivals))
  test(`tells the unit of an arrival by ${path}`, async () => {
    assert.deepEqual(await readNotices(await enter()), ["visitor-arrived"]);
  });

test("asks the unit about a row that is created, and tells it of the arrival once the status is changed", async () => {
  const id = await createEntry(secured);
  assert.deepEqual(await readNotices(id), ["visitor-asks"]);
  requireOk(await secured.manager.post(`/actions/approvals/${id}/approve`));
  assert.deepEqual(await readNotices(id), ["visitor-asks"]);
  requireOk(await secured.staff.patch(`/items/Parking_Information/${id}`, { parking_status_id: 1 }));
  assert.deepEqual(await readNotices(id), ["visitor-asks", "visitor-arrived"]);
});

/** Each checks the entry out. */
const departures: { readonly [path: string]: (id: number) => Promise<unknown> } = {
  "a check-out": async (id) => {
    requireOk(await open.staff.post(`/actions/parking/${id}/take-cash`, {}));
    requireOk(await open.staff.post(`/actions/parking/${id}/check-out`));
  },
  "cash with the check-out": async (id) =>
    requireOk(await open.staff.post(`/actions/parking/${id}/take-cash`, { auto_checkout: true })),
  "a change of the row": async (id) => {
    requireOk(await open.staff.post(`/actions/parking/${id}/take-cash`, {}));
    requireOk(await open.staff.patch(`/items/Parking_Information/${id}`, { parking_status_id: 2 }));
  },
  "an exit that is recorded later": async (id) => {
    const body = { out_time: new Date(Date.now() - 600_000).toISOString(), reason: "Barrier was open" };
    requireOk(await open.manager.post(`/actions/parking/${id}/record-exit`, body));
  },
  "an online payment with the check-out": async (id) => {
    const { data } = requireOk(await open.staff.post(`/actions/payments/parking/${id}/start`, { auto_checkout: true }));
    await pressProviderAction(data.url, "succeed");
    await waitUntil(
      () => sql`select parking_status_id as status from "Parking_Information" where id = ${id}`,
      ([entry]) => entry?.["status"] === 2,
    );
  },
};
for (const [path, leave] of Object.entries(departures))
  test(`tells the unit of a departure by ${path}`, async () => {
    const id = await arrive(open);
    await leave(id);
    assert.deepEqual(await readNotices(id), ["visitor-arrived", "visitor-left"]);
  });

test("tells nobody of a visitor whose entry is void", async () => {
  const id = await arrive(open);
  requireOk(await open.manager.post(`/actions/parking/${id}/void`, { reason: "Entered by mistake" }));
  assert.deepEqual(await readNotices(id), ["visitor-arrived"]);
});
