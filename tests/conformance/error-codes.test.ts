// §8: each code of the catalogue is named by a test that causes it; docs/api.md lists those that cannot occur.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { generateHandoverCode, otpRandomBytes } from "#domain/accounts/otp.ts";
import { errorCatalogue } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import { createServices, createWriteContext } from "#server/context.ts";
import { loadSession } from "#server/items/access/session.ts";
import { ApiError } from "#server/items/api-error.ts";
import { toApiError } from "#server/items/database-error.ts";
import { readWithFreshSession } from "#server/items/read/read.ts";
import { createItem } from "#server/items/write/write.ts";
import { findCollection } from "#domain/collections.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const { asUser, clock, sql } = await startApp();
const make = createFactories(sql);

/** The words in upper case of the files, by file. */
function readCodes(patterns: string[], exclude: readonly string[]): Set<string> {
  const files = globSync(patterns).filter((file) => !exclude.includes(file));
  return new Set(files.flatMap((file) => readFileSync(file, "utf8").match(/\b[A-Z][A-Z0-9_]{3,}\b/g) ?? []));
}

const testFiles = ["{domain,server,web,tests}/**/*.{test,story}.ts"];
const impossible = readMarkdownTable({ file: "docs/api.md", heading: "Error codes that do not occur" }).flatMap(
  (row) => row["Code"]!.match(/[A-Z][A-Z0-9_]+/g) ?? [],
);

test("every code of the catalogue is named by a test", () => {
  const named = readCodes(testFiles, ["domain/errors.test.ts"]);
  assert.deepEqual(
    Object.keys(errorCatalogue).filter((code) => !named.has(code)),
    [],
  );
});

test("no code that cannot occur is in the catalogue", () => {
  assert.ok(impossible.length > 0);
  assert.deepEqual(
    impossible.filter((code) => code in errorCatalogue),
    [],
  );
});

test("payment settings: PAYMENT_SETTINGS_INCOMPLETE without credentials, GSTIN_REQUIRED for taxes without a GSTIN", async () => {
  const branch = await make.branch();
  const admin = await asUser(await make.user("admin", { branch }));
  const incomplete = await admin.post("/items/payment_settings", { branch: branch.id, gateway: "phonepe-v2" });
  assert.equal(incomplete.code, "PAYMENT_SETTINGS_INCOMPLETE", incomplete.text);
  const untaxed = await admin.post("/items/payment_settings", { branch: branch.id, tax_treatment: "taxable" });
  assert.equal(untaxed.code, "GSTIN_REQUIRED", untaxed.text);
});

test("shifts: SHIFT_COUNT_REQUIRED to close without a count, SHIFT_NOT_OPEN to hand over cash without a shift", async () => {
  const branch = await make.branch();
  const [giver, receiver] = [
    await make.user("staff", { branch, in_out_flag: false }),
    await make.user("staff", { branch }),
  ];
  const client = await asUser(giver);
  await client.patch(`/users/${giver.id}`, { in_out_flag: true });
  const [shift] = await sql`select id from cash_shifts where collector = ${giver.id}`;
  const open = `/items/cash_shifts/${shift!["id"]}`;
  assert.equal((await client.patch(open, { note: "Closing" })).code, "SHIFT_COUNT_REQUIRED");
  assert.equal((await client.patch(open, { counted: "0.00" })).status, 200);
  const offered = await client.post("/actions/cash/hand-over", { receiver: receiver.id, amount: "10.00" });
  assert.equal(offered.code, "SHIFT_NOT_OPEN", offered.text);
});

test("valet: NO_STAFF_ASSIGN if an admin parks a ticket that has no driver", async () => {
  const branch = await make.valetBranch();
  const admin = await asUser(await make.user("admin", { branch }));
  const ticket = await admin.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
    Customer_Name: "Anitha",
  });
  assert.equal(ticket.status, 200, ticket.text);
  assert.equal((await admin.post(`/actions/valet/${ticket.data.id}/park`, {})).code, "NO_STAFF_ASSIGN");
});

test("valet: OTP_CREATION_FAILED if every handover code drawn is in use", async () => {
  const branch = await make.valetBranch();
  const staff = await make.user("staff", { branch });
  const services = {
    ...createServices({ sql, config: testConfig, clock: () => new Date() }),
    random: (bytes: number) => new Uint8Array(bytes).fill(7),
  };
  assert.match(generateHandoverCode(services.random(otpRandomBytes)), /^\d{4}$/);
  const { actor } = (await loadSession({ sql, userId: staff.id }))!;
  const create = (): Promise<unknown> =>
    sql.begin(async (tx) =>
      createItem({
        ctx: createWriteContext({ services, tx, actor, origin: { ip: null, userAgent: null } }),
        collection: findCollection("Valet_and_Parking_Information")!,
        payload: { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345", Customer_Name: "Anitha" },
      }),
    );
  await create();
  await assert.rejects(create(), { code: "OTP_CREATION_FAILED" });
});

test("platform: VEHICLE_ALREADY_EXIST for a second vehicle type with the same name", async () => {
  const platform = await asUser(await make.user("platform"));
  assert.equal((await platform.post("/items/Vehicle_Type", { name: "Tractor" })).status, 200);
  assert.equal((await platform.post("/items/Vehicle_Type", { name: "tractor" })).code, "VEHICLE_ALREADY_EXIST");
});

test("messages: ACCOUNT_MESSAGES_EXCEEDED once an account has sent its messages of the day", async () => {
  const branch = await make.branch();
  const admin = await make.user("admin", { branch });
  // Both are on one day.
  const noon = new Date("2026-11-20T06:30:00Z");
  clock.now = noon;
  const client = await asUser(admin);
  assert.notEqual((await client.post("/send-mail/test", {})).code, "ACCOUNT_MESSAGES_EXCEEDED");
  const exhausted = await sql`
    update message_counts set used = ${limits.messagesPerOperator} where scope = 'account' and key = ${admin.id}`;
  assert.equal(exhausted.count, 1);
  clock.now = new Date(noon.getTime() + 5 * 60_000);
  assert.equal((await client.post("/send-mail/test", {})).code, "ACCOUNT_MESSAGES_EXCEEDED");
  clock.now = null;
});

test("writes: UPDATE_FAILED if the row changes before each attempt to store it", async () => {
  const staff = await make.user("staff", { branch: await make.branch() });
  const client = await asUser(staff);
  const rename = () => client.patch(`/users/${staff.id}`, { first_name: "Ravi" });
  await sql.unsafe(`
    create function keep_row() returns trigger language plpgsql as 'begin return null; end';
    create trigger keep_row before update on users for each row execute function keep_row()`);
  assert.equal((await rename()).code, "UPDATE_FAILED");
  await sql`drop function keep_row cascade`;
  assert.equal((await rename()).status, 200);
});

test("reads: FETCH_FAILED if the rights of the reader change during each attempt", async () => {
  const branch = await make.branch();
  const session = (await loadSession({ sql, userId: (await make.user("staff", { branch })).id }))!;
  let change = 0;
  const reading = readWithFreshSession({
    session,
    statement: () => ({ text: "select 1", values: [], hasLargeResult: false }),
    read: async () => ({ data: "[]", stamp: `change ${(change += 1)}`, meta: {} }),
    reloadSession: async (current) => current,
  });
  await assert.rejects(reading, { code: "FETCH_FAILED" });
});

test("VALUE_OUT_OF_RANGE for a computed number that its column cannot hold", async () => {
  const overflow = await sql`select 3000000000::int4`.then(() => undefined, toApiError);
  assert.ok(overflow instanceof ApiError);
  assert.equal(overflow.code, "VALUE_OUT_OF_RANGE");
});

test("VALUE_OUT_OF_RANGE with collection, field and value for a sum of amounts that each fit", async () => {
  const gate = await asUser(await make.user("staff", { branch: await make.branch({ rate: "20.00" }) }));
  const visit = { vehicle_no: make.plate(), phone_no: "9840012345" };
  const { data } = await gate.post("/actions/parking/check-in", visit);
  const extra = { additional_charge: "9999999999.99", addition_note: "Typing error" };
  const refused = await gate.patch(`/items/Parking_Information/${data.id}`, extra);
  const { collection, field, value } = refused.errors[0]!.extensions;
  assert.deepEqual(
    [refused.status, refused.code, collection, field, value],
    [400, "VALUE_OUT_OF_RANGE", "Parking_Information", "total_amount", "10000000019.99"],
  );
});

test("INTERNAL_SERVER_ERROR for an error that nobody expected, with a reference and without its cause", async () => {
  const branch = await make.branch();
  const staff = await asUser(await make.user("staff", { branch }));
  await sql`alter table "Vehicle_Type" rename to "Vehicle_Type_renamed"`;
  try {
    const failed = await staff.get("/items/Vehicle_Type");
    assert.equal(failed.status, 500);
    assert.equal(failed.code, "INTERNAL_SERVER_ERROR");
    assert.doesNotMatch(failed.text, /Vehicle_Type_renamed|relation/);
  } finally {
    await sql`alter table "Vehicle_Type_renamed" rename to "Vehicle_Type"`;
  }
});
