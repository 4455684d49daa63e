import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { app, as, sql } = await startApp();
const make = factories(sql);
let branch: MadeBranch;
let manager: MadeUser;
before(async () => {
  branch = await make.branch({ slots: 50, rate: "20.00" });
  manager = await make.user("manager", { branch });
});
test("try", async () => {
  const staff = await as(await make.user("staff", { branch }));
  for (const v of ["TN09GQ0001", "TN09GQ0002"])
    await staff.post("/actions/parking/check-in", { vehicle_no: v, phone_no: "9840012345" });
  const m = await as(manager);
  const ask = async (query: string, url = "/graphql", variables = {}) => {
    const a = await m.post(url, { query, variables });
    console.log(a.status, a.text.slice(0, 1500));
    return a;
  };
  await ask(
    `{ Parking_Information(sort:["-id"]) { id total_amount receipt_no in_time is_person branch { name company { slug } } parking_main_info { vehicle_no } history { id status_id { name } } } }`,
  );
  await ask(
    `{ Parking_Information(filter: {parking_main_info: {vehicle_no: {_ends_with: "1"}}}) { id a: branch { name } b: branch { id } __typename } }`,
  );
  await ask(`{ Parking_Information_by_id(id: 1) { id date_created_func { year month } history_func { count } } }`);
  await ask(
    `{ Parking_Information_aggregated(groupBy: ["is_person"]) { group countAll count { id } sum { total_amount } min { id in_time} } }`,
  );
  await ask(
    `mutation { create_Slot_Blocks_item(data: {branch: {id: ${branch.id}}, service: "is_valet_and_parking", zone_or_block: "X", slot_prefix: "X", total_slots: 5}) { id total_slots branch { name } } }`,
  );
  await ask(
    `mutation { a: update_Slot_Blocks_item(id: 2, data: {total_slots: 7}) { total_slots } b: delete_Slot_Blocks_item(id: 2) { id } }`,
  );
  await ask(`mutation { create_Slot_Blocks_item(data: {service: "is_valet_and_parking"}) { id } }`);
  await ask(`{ nope }`);
  await ask(`{ Parking_Information_by_id(id: 991) { id } }`);
  await ask(
    `{ users_me { id email role { name } default_branch { name } } users { id } server_info server_ping }`,
    "/graphql/system",
  );
  await ask(
    `mutation { auth_login(email: "${manager.email}", password: "Chaavi@2026") { access_token expires refresh_token } }`,
    "/graphql/system",
  );
  await ask(`mutation { auth_login(email: "${manager.email}", password: "x") { access_token } }`, "/graphql/system");
  const sdl = await m.get("/server/specs/graphql/system");
  console.log(sdl.text.length, sdl.text.slice(-1800));
  const { getIntrospectionQuery } = await import("graphql");
  const t = performance.now();
  const intro = await m.post("/graphql", { query: getIntrospectionQuery() });
  console.log(intro.status, intro.text.length, performance.now() - t);
  assert.ok(true);
  void app;
});
