// GET /actions/company/day: today's figures of each branch of a company.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BranchDay } from "#domain/branches/actions.ts";
import { formatDate } from "#domain/dates.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);

test("figures of each published branch of the own company, whose money is that of the day's cash", async () => {
  const company = await make.company();
  const options = { company: company.id, slots: 10 };
  const south = await make.valetBranch({ ...options, charge: "50.00", name: "South", is_parking: true });
  const north = await make.branch({ ...options, name: "North", rate: "20.00" });
  await make.branch({ company: company.id, name: "Draft", status: "draft" });
  await make.branch({ name: "Elsewhere" });
  const admin = await asUser(await make.user("admin", { branch: south }));
  const manager = await asUser(await make.user("manager", { branch: north }));
  const gate = await asUser(await make.user("staff", { branch: north }));
  const valet = await asUser(await make.user("staff", { branch: south, in_out_flag: true }));
  const vehicle = { vehicle_no: make.plate(), phone_no: "9840012345" };
  const entry = await gate.post("/actions/parking/check-in", vehicle);
  const paid = await gate.post(`/actions/parking/${entry.data.id}/take-cash`, {});
  const [payment] = await sql<[{ id: number }]>`select id from payments where parking_information = ${entry.data.id}`;
  const refund = { amount: "5.00", reason: "Waited too long" };
  const refunded = await manager.post(`/actions/cash/payments/${payment.id}/refund`, refund);
  assert.equal(refunded.status, 200, refunded.text);
  const ticket = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  for (const { status, text } of [entry, paid, await valet.post("/actions/valet/create-ticket", ticket)])
    assert.equal(status, 200, text);

  const { data } = await admin.get("/actions/company/day");
  assert.deepEqual(
    data.map(({ name, inside, valetOpen }: BranchDay) => [name, inside, valetOpen]),
    [
      ["North", 1, 0],
      ["South", 0, 1],
    ],
  );
  const [atNorth, atSouth] = data;
  const day = formatDate({ at: new Date(), zone: "Asia/Kolkata" }).replaceAll("/", "-");
  const cashDay = await manager.get(`/actions/cash/day?day=${day}`);
  const { cash, cash_refunded: returned, online } = cashDay.data.totals;
  assert.deepEqual([cash > 0, returned], [true, 500], paid.text);
  assert.deepEqual([atNorth.cash, atNorth.online], [cash - returned, online]);
  assert.deepEqual([atSouth.cash, atSouth.pickupsRequested, atSouth.waitingSince], [0, 0, null]);
  assert.equal((await manager.get("/actions/company/day")).code, "FORBIDDEN");
});
