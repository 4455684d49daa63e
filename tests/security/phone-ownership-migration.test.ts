// §5 §6: the migration of accounts from before phones had to be verified.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { roles } from "#domain/access/roles.ts";
import { migrationsFolder } from "#server/db/migrate/migration-files.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { sql } = await createTestDatabase();
const migration = await readFile(`${migrationsFolder}/0013-proved-phones.sql`, "utf8");

let count = 0;
async function user(fields: object = {}): Promise<string> {
  const number = (count += 1);
  const row = {
    id: randomUUID(),
    first_name: `Person ${number}`,
    email: `person${number}@example.com`,
    contact_number: `98000${String(number).padStart(5, "0")}`,
    role: roles.customer.id,
    is_customer_user: true,
    is_email_verified: false,
    ...fields,
  };
  await sql`insert into users ${sql(row)}`;
  return row.id;
}
async function link({ of, purpose }: { of: string; purpose: string }): Promise<void> {
  await sql`insert into links (id, purpose, "user", email, created_at, expires_at)
    values (${randomUUID()}, ${purpose}, ${of}, 'person@example.com', now(), now())`;
}
async function readRow(id: string) {
  const [row] = await sql`select email, temporary_email as typed, contact_number as phone,
    phone_verified_at is not null as proved, user_vehicles as vehicles from users where id = ${id}`;
  return { ...row! };
}

test("verified phones stay, unverified emails and phones are removed", async () => {
  await sql`alter table users drop column phone_verified_at`;
  const gateStaff = await user({
    role: roles.staff.id,
    is_customer_user: false,
    password: "x",
    is_email_verified: true,
  });
  const vehicles = sql.json([{ vehicleNo: "TN09AB1234", type: null }]);

  const registered = await user({ password: "x", is_email_verified: true, user_vehicles: vehicles });
  await link({ of: registered, purpose: "email-verification" });
  // Registered, verified, and a new password by a link since.
  const forgetful = await user({ password: "x", is_email_verified: true });
  for (const purpose of ["email-verification", "password-reset"]) await link({ of: forgetful, purpose });
  const completed = await user({ password: "x", is_email_verified: true, user_created: gateStaff });
  await link({ of: completed, purpose: "email-verification" });
  const unverifiedUser = await user({ password: "x", email: "slow@example.com" });
  await link({ of: unverifiedUser, purpose: "email-verification" });
  const atGate = await user({ user_created: gateStaff, email: "typed@example.com" });
  const plain = await user({ user_created: gateStaff, email: "c_9800000007_tn09ab1234@customers.chaavi.example" });
  // An email of the gate, and a password by the link sent to it; the gate staff has left since.
  const takenOver = await user({ password: "x", is_email_verified: true, user_vehicles: vehicles });
  await link({ of: takenOver, purpose: "password-reset" });
  const invited = await user({ status: "invited", email: "invited@example.com", user_created: gateStaff });
  const elder = await user({ password: "x", is_email_verified: true, contact_number: "9800099999" });
  const younger = await user({ password: "x", is_email_verified: true, contact_number: "9800099999" });
  await sql`update users set date_created = now() - interval '1 day' where id = ${elder}`;

  await sql.unsafe(migration);

  for (const id of [registered, forgetful, completed]) assert.equal((await readRow(id))["proved"], true);
  assert.deepEqual((await readRow(registered))["vehicles"], [{ vehicleNo: "TN09AB1234", type: null }]);
  const pending = await readRow(unverifiedUser);
  assert.deepEqual([pending["proved"], pending["typed"]], [true, "slow@example.com"]);
  assert.match(pending["email"], /^c_\d{10}_[0-9a-f]{32}@customers\.chaavi\.example$/);
  const gate = await readRow(atGate);
  assert.deepEqual([gate["proved"], gate["typed"]], [false, null]);
  assert.match(gate["email"], /^c_\d{10}_[0-9a-f]{32}@customers\.chaavi\.example$/);
  assert.match(gate["phone"], /^98/);
  assert.equal((await readRow(plain))["email"], "c_9800000007_tn09ab1234@customers.chaavi.example");
  const takenOverRow = await readRow(takenOver);
  assert.deepEqual([takenOverRow["proved"], takenOverRow["phone"], takenOverRow["vehicles"]], [false, null, []]);
  assert.equal((await readRow(invited))["email"], "invited@example.com");
  assert.deepEqual([(await readRow(elder))["proved"], (await readRow(younger))["phone"]], [true, null]);
  assert.match((await readRow(gateStaff))["phone"], /^98/);
});
