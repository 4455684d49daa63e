// reading.md §10: an erased author's name leaves the rating; the words stay unless they name the person.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createServices } from "#server/context.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { erasePerson } from "#server/privacy/erase.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";
import { testTokens } from "#tests/support/tokens.ts";

const { app, asUser, sql } = await startApp();
const make = createFactories(sql);
const services = createServices({ sql, config: testConfig, clock: () => new Date() });

const branch = await make.valetBranch({ is_parking: true, city: "Erode", state: "Tamil Nadu" });
const staff = await asUser(await make.user("staff", { branch }));
const verifier = await asUser(await make.user("verifier"));

async function rate({ kind, id }: { kind: "P" | "V"; id: number }, words: string): Promise<number> {
  const token = createPayToken({ tokens: testTokens, entry: { kind, id } });
  const { statusCode, body } = await app.inject({
    method: "POST",
    url: `/rate/${token}`,
    headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ stars: "5", words, name: "1" }).toString(),
  });
  assert.equal(statusCode, 303, body);
  const [row] = await sql<{ id: number }[]>`select max(id) as id from "Ratings"`;
  return row!.id;
}

async function rateEntry(fields: object, words: string): Promise<number> {
  const { data } = await staff.post("/actions/parking/check-in", { vehicle_no: make.plate(), ...fields });
  await staff.post(`/actions/parking/${data.id}/check-out`);
  return rate({ kind: "P", id: data.id }, words);
}

async function rateTicket(phone: string, words: string): Promise<number> {
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: phone, Customer_Name: "Quirine Zand" };
  const { data } = await staff.post("/actions/valet/create-ticket", body);
  await sql`update "Valet_and_Parking_Information" set status_id = 6, out_time = now(), payment_status = 'paid' where id = ${data.id}`;
  return rate({ kind: "V", id: data.id }, words);
}

test("the name goes, and the words if they name the person; stars and the ratings of others remain", async () => {
  const [person, other] = [
    { phone_no: "9770054321", name: "Quirine Zand" },
    { phone_no: "9770054322", name: "Quirine Other" },
  ];
  const ids = [
    await rateEntry(person, "Easy to find"),
    await rateEntry(person, "Thanks to the guard, Zand"),
    await rateTicket(person.phone_no, "Car came fast"),
    await rateTicket(person.phone_no, "quirine was happy"),
    await rateEntry(other, "I am Quirine"),
  ];
  const read = () => sql`select words, shown_name as name from "Ratings" where id = any(${ids}) order by id`.values();
  assert.deepEqual(
    (await read()).map(([, name]) => name),
    Array(5).fill("Quirine"),
  );
  const request = { phone: person.phone_no, reason: "Asked for it in writing" };
  const exported = await verifier.post("/actions/platform/privacy/export", request);
  assert.equal(exported.status, 200);
  const { status, data, text } = await verifier.post("/actions/platform/privacy/erase", request);
  assert.equal(status, 200, text);
  await erasePerson({ services, request: data.id });
  assert.deepEqual(
    [...(await read())],
    [
      ["Easy to find", null],
      [null, null],
      ["Car came fast", null],
      [null, null],
      ["I am Quirine", "Quirine"],
    ],
  );
  const revisions = await sql`
    select 1 from revisions where collection = 'Ratings' and item = any(${ids.slice(0, 4).map(String)})
      and (data::text like '%Quirine%' or data::text like '%Zand%' or delta::text like '%Quirine%' or delta::text like '%Zand%')`;
  assert.equal(revisions.length, 0);
  const [counted] = await sql`select count, sum from site_ratings where branch = ${branch.id}`;
  assert.deepEqual({ ...counted }, { count: 5, sum: 25 });
});
