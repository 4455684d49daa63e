// §4 §6: `charge.defer` is required to let a vehicle leave unpaid, through every API.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { startApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const payLater = { payment_type: "pay-later", pay_later_reason: "Regular customer" };
let branch: CreatedBranch;
let [admin, manager, staff]: TestClient[] = [];

before(async () => {
  const valetConfig = await make.row("Valet_and_Parking_Configuration", {});
  branch = await make.branch({
    rate: "20.00",
    is_valet_and_parking: true,
    valet_and_parking_config: valetConfig.id,
  });
  const createClient = async (role: "admin" | "manager" | "staff") => asUser(await make.user(role, { branch }));
  [admin, manager, staff] = [await createClient("admin"), await createClient("manager"), await createClient("staff")];
});
beforeEach(() => setExceptions(null));

async function setExceptions(capability_exceptions: object | null): Promise<void> {
  const response = await admin!.patch(`/items/Branch/${branch.id}`, { capability_exceptions });
  assert.equal(response.status, 200, response.text);
}

function assertForbidden(response: TestResponse): void {
  assert.equal(response.code, "FORBIDDEN", response.text);
  assert.equal(response.errors[0]!.extensions["field"], "payment_type");
}

async function createEntry(): Promise<string> {
  const { data } = await staff!.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
  });
  return `/items/Parking_Information/${data.id}`;
}

async function createTicket(): Promise<string> {
  const { data } = await staff!.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  return `/items/Valet_and_Parking_Information/${data.id}`;
}

for (const [name, create] of [
  ["entry", createEntry],
  ["ticket", createTicket],
] as const) {
  test(`managers mark an ${name} as pay later, staff do not`, async () => {
    const path = await create();
    assertForbidden(await staff!.patch(path, payLater));
    assert.equal((await manager!.patch(path, payLater)).data.payment_type, "pay-later");
    // Neither writing the same value again nor asking for the payment after all defers anything.
    assert.equal((await staff!.patch(path, payLater)).status, 200);
    assert.equal((await staff!.patch(path, { payment_type: "post-pay" })).status, 200);
  });

  test(`a branch grants pay later of an ${name} to staff and revokes it from managers`, async () => {
    await setExceptions({ staff: { "charge.defer": true }, manager: { "charge.defer": false } });
    const path = await create();
    assertForbidden(await manager!.patch(path, payLater));
    assert.equal((await staff!.patch(path, payLater)).status, 200);
  });
}

test("a new entry or ticket defers its payment by the same rule", async () => {
  const vehicle = { vehicle_no: make.plate(), phone_no: "9840012345", ...payLater };
  assertForbidden(await staff!.post("/actions/parking/check-in", vehicle));
  assert.equal((await manager!.post("/actions/parking/check-in", vehicle)).data.payment_type, "pay-later");
  const ticket = { branch: branch.id, Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345", ...payLater };
  assertForbidden(await staff!.post("/items/Valet_and_Parking_Information", ticket));
  assert.equal((await manager!.post("/items/Valet_and_Parking_Information", ticket)).status, 200);
});

test("staff check vehicles in at a branch that puts all entries on credit", async () => {
  const onCredit = await make.branch({ rate: "20.00", config: { payment_type: "pay-later" } });
  const gate = await asUser(await make.user("staff", { branch: onCredit }));
  for (const chosen of [{}, payLater]) {
    const entry = await gate.post("/actions/parking/check-in", {
      vehicle_no: make.plate(),
      phone_no: "9840012345",
      ...chosen,
    });
    assert.equal(entry.data.payment_type, "pay-later", entry.text);
  }
});
