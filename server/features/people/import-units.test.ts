// §5: the units of a branch from a file: preview with errors, then an atomic import.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
const make = createFactories(sql);
const branch = await make.branch({
  entity_type: "residential",
  allow_person_entries: true,
  config: { security: "advanced_security" },
});
const manager = await make.user("manager", { branch });
const staff = await make.user("staff", { branch });

async function send({ path, file, user = manager }: { path: string; file: string; user?: CreatedUser }) {
  const { token } = await asUser(user);
  const form = new FormData();
  form.set("file", new Blob([file]), "units.csv");
  const request = new Request("http://local/", { method: "POST", body: form });
  const response = await app.inject({
    method: "POST",
    url: `/actions/units/import${path}`,
    headers: { "content-type": request.headers.get("content-type")!, authorization: `Bearer ${token}` },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const lines = response.body.trim().split("\n");
  return { lines: lines.map((line) => JSON.parse(line)), last: JSON.parse(lines.at(-1)!) };
}
const csv = (...rows: string[]): string => ["Unit,Name,Phone,Vehicles", ...rows].join("\r\n");

const readUnits = async () => {
  const rows = await sql`
    select u.name, array(select m.name || ' ' || m.phone from "Unit_Members" m where m.unit = u.id order by m.sort) as members,
      array(select p.vehicle_no from "Visit_Permissions" p where p.unit = u.id order by p.id) as plates
    from "Branch_Units" u where branch = ${branch.id} order by u.name`;
  return rows.map(({ name, members, plates }) => [name, members, plates]);
};

test("previews rows with errors by line and column, with what stands there, and writes nothing", async () => {
  const file = csv("A-101,Meena Iyer,9840055501,", ",Ravi Iyer,98400,", "A-102,,9840055503,X1");
  const { last } = await send({ path: "/preview", file });
  assert.deepEqual(last.data, {
    rows: 3,
    good: 1,
    wrong: 2,
    unknown: [],
    errors: [
      { line: 3, column: "Unit", message: "*Unit is required", value: "" },
      { line: 3, column: "Phone", message: "*Invalid phone number", value: "98400" },
      { line: 4, column: "Vehicles", message: "*Invalid vehicle number", value: "X1" },
      { line: 4, column: "Name", message: "*Name is required", value: "" },
    ],
  });
  assert.deepEqual(await readUnits(), []);
});

test("imports nothing if a row has errors, or the other rows on request, with progress and result", async () => {
  const [plate, other] = [make.plate(), make.plate()];
  const file = csv(
    `A-101,Meena Iyer,9840055501,${plate}; ${other}`,
    `a-101,Ravi Iyer,9840055502,${plate}`,
    "A-102,,,",
    "A-103,X,9840055504,",
  );
  const refused = await send({ path: "", file });
  assert.equal(refused.last.errors[0].extensions.code, "FAILED_VALIDATION");
  assert.deepEqual(await readUnits(), []);
  const { lines } = await send({ path: "?rows=good", file });
  assert.deepEqual(lines, [{ done: 3, of: 3 }, { data: { created: 3, left: 1 } }]);
  const imported = [
    ["A-101", ["Meena Iyer 9840055501", "Ravi Iyer 9840055502"], [plate, other]],
    ["A-102", [], []],
  ];
  assert.deepEqual(await readUnits(), imported);
  // The same file again: what exists is said, and nothing is written twice.
  const again = await send({ path: "/preview", file });
  assert.deepEqual([again.last.data.good, again.last.data.wrong], [0, 4]);
  assert.equal((await send({ path: "?rows=good", file })).last.errors[0].extensions.code, "FAILED_VALIDATION");
  assert.deepEqual(await readUnits(), imported);
  // The vehicle of a member comes in without being asked for.
  const gate = await asUser(staff);
  const unit = (await sql<{ id: number }[]>`select id from "Branch_Units" where name = 'A-101'`)[0]!.id;
  const arrived = await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345", unit });
  assert.equal(arrived.data.parking_status_id, 1, arrived.text);
});

test("two imports of one file at the same time import it once", async () => {
  const file = csv("B-1,Harika Rao,9840055510,");
  const results = await Promise.all(Array.from({ length: 2 }, () => send({ path: "", file })));
  assert.equal(results.filter(({ last }) => last.data?.created === 1).length, 1);
  const refused = results.filter(({ last }) => last.errors?.[0].extensions.code === "FAILED_VALIDATION");
  assert.equal(refused.length, 1, JSON.stringify(results.map(({ last }) => last)));
});

test("two imports at the same time that list one vehicle for two members permit it once", async () => {
  await make.row("Branch_Units", { branch: branch.id, name: "B-2" });
  const plate = make.plate();
  const files = [csv(`B-2,Harika Rao,9840055511,${plate}`), csv(`B-2,Arun Rao,9840055512,${plate}`)];
  const results = await Promise.all(files.map((file) => send({ path: "", file })));
  assert.deepEqual(
    results.map(({ last }) => last.data),
    files.map(() => ({ created: 1, left: 0 })),
  );
  const [, members, plates] = (await readUnits()).find(([name]) => name === "B-2")!;
  assert.equal(members.length, 2);
  assert.deepEqual(plates, [plate]);
});

test("control: without the lock, two imports that have both read the unit permit the vehicle twice", async () => {
  const unit = await make.row("Branch_Units", { branch: branch.id, name: "B-3" });
  const vehicle_no = make.plate();
  let reading = 2;
  const haveBothRead = Promise.withResolvers<void>();
  const permitUnlessKnown = async (name: string) => {
    const known = await sql`select 1 from "Visit_Permissions" where unit = ${unit.id} and vehicle_no = ${vehicle_no}`;
    reading -= 1;
    if (reading === 0) haveBothRead.resolve();
    await haveBothRead.promise;
    const permission = { unit: unit.id, name, vehicle_no, from_time: "00:00", until_time: "24:00" };
    if (known.length === 0) await make.row("Visit_Permissions", permission);
  };
  await Promise.all([permitUnlessKnown("Harika Rao"), permitUnlessKnown("Arun Rao")]);
  const plates = (await readUnits()).find(([name]) => name === "B-3")![2];
  assert.deepEqual(plates, [vehicle_no, vehicle_no]);
});

test("gate staff import nothing", async () => {
  for (const path of ["", "/preview"]) {
    const { last } = await send({ path, file: csv("C-1,,,"), user: staff });
    assert.equal(last.errors[0].extensions.code, "FORBIDDEN");
  }
});
