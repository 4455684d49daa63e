// §5: staff and employees from a file: preview with errors, then an atomic import.
import assert from "node:assert/strict";
import { availableParallelism, loadavg } from "node:os";
import { test } from "node:test";
import { zipSync, strToU8 } from "fflate";
import * as limits from "#domain/limits.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { findMailTo } from "#tests/support/outbox.ts";
import { createFactories, type CreatedUser } from "#tests/support/factories.ts";
import { createXlsx } from "#tests/support/workbook.ts";

const { app, asUser, sql } = await startApp({ runsJobs: true });
const make = createFactories(sql);
const branch = await make.branch();
const manager = await make.user("manager", { branch });
const existing = await make.user("staff", { branch, pin_number: "1111", contact_number: "9840000001" });

async function send({ path, file, user = manager }: { path: string; file: Buffer | string; user?: CreatedUser }) {
  const { token } = await asUser(user);
  const form = new FormData();
  form.set("file", new Blob([Buffer.from(file)]), "people");
  const request = new Request("http://local/", { method: "POST", body: form });
  const response = await app.inject({
    method: "POST",
    url: `/actions/people/import${path}`,
    headers: { "content-type": request.headers.get("content-type")!, authorization: `Bearer ${token}` },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const lines = response.body.trim().split("\n");
  return { status: response.statusCode, lines: lines.map((line) => JSON.parse(line)), last: JSON.parse(lines.at(-1)!) };
}
const preview = (file: Buffer | string, role = "employee") => send({ path: `/preview?role=${role}`, file });
const count = async (): Promise<number> => (await sql`select count(*)::int as all from users`)[0]!["all"];
const csv = (...rows: string[]): string => ["Name,Email,Phone,Employee ID", ...rows].join("\r\n");

test("previews rejected rows with reasons by line and column, without writing", async () => {
  const before = await count();
  const file = csv(
    "Asha Rao,asha@import.example,9840000011,E-1",
    "",
    "Al,not an email,123,E-2",
    `Known,${existing.email.toUpperCase()},9840000001,E-1`,
  );
  const { last } = await preview(`\uFEFF${file}`);
  assert.deepEqual([last.data.rows, last.data.good, last.data.wrong], [3, 1, 2]);
  assert.deepEqual(
    last.data.errors.map(({ line, column }: { line: number; column: string }) => [line, column]),
    [
      [4, "Name"],
      [4, "Email"],
      [4, "Phone"],
      [5, "Email"],
      [5, "Phone"],
      [5, "Employee ID"],
    ],
  );
  assert.equal(last.data.errors[5].message, "*Duplicate of row 2. Use a different value");
  assert.equal(await count(), before);
});

test("imports nothing if a row is invalid, or the valid rows on request, and mails their invitations", async () => {
  const file = csv("Bala Murthy,bala@import.example,,", "X,wrong,,", "Chitra Devi,chitra@import.example,,");
  const before = await count();
  const rejected = await send({ path: "?role=employee", file });
  assert.equal(rejected.last.errors[0].extensions.code, "FAILED_VALIDATION");
  assert.equal(await count(), before);
  const partial = await send({ path: "?role=employee&rows=good", file });
  assert.deepEqual(partial.last, { data: { created: 2, left: 1 } });
  const [row] = await sql`select status, default_branch, role, password from users where email = 'bala@import.example'`;
  assert.deepEqual([row!["status"], row!["default_branch"], row!["password"]], ["invited", branch.id, null]);
  await eventually(async () => {
    const mail = await findMailTo({ sql, sealer: createSealer(testConfig.secret), to: "chitra@import.example" });
    assert.equal(mail.template, "invitation");
  });
  const repeated = await send({ path: "?role=employee&rows=good", file });
  assert.equal(repeated.last.errors[0].extensions.code, "FAILED_VALIDATION");
});

test("reads a workbook, including numeric cells", async () => {
  const rows = [
    ["Name", "Email", "Mobile", "PIN", "Vehicles"],
    ["Deepa Nair", "deepa@import.example", 9840000021, 4321, "TN09AB1234, TN09CD5678"],
    ["Elango K", "elango@import.example", 9840000022, 1111, ""],
  ];
  const { last } = await preview(createXlsx(rows), "staff");
  assert.deepEqual([last.data.rows, last.data.good], [2, 1]);
  assert.deepEqual(
    last.data.errors.map(({ column, message }: { column: string; message: string }) => [column, message]),
    [["PIN", "*This PIN is already used. Choose a different one"]],
  );
  const imported = await send({ path: "?role=staff&rows=good", file: createXlsx(rows) });
  assert.deepEqual(imported.last.data, { created: 1, left: 1 });
  const [row] = await sql`select user_vehicles from users where email = 'deepa@import.example'`;
  assert.equal(row!["user_vehicles"].length, 2);
});

test("rejects unsupported and corrupt files, zip bombs, too many rows and missing columns with a message", async () => {
  const bomb = Buffer.from(zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(60 * 1024 * 1024) }, { level: 6 }));
  assert.ok(bomb.length < limits.importBytes);
  const cases: [Buffer | string, string][] = [
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), "UNSUPPORTED_MEDIA_TYPE"],
    [Buffer.from("PK\u0003\u0004 not a workbook at all"), "UNSUPPORTED_MEDIA_TYPE"],
    [Buffer.from(zipSync({ "notes.txt": strToU8("hello") })), "UNSUPPORTED_MEDIA_TYPE"],
    [bomb, "CONTENT_TOO_LARGE"],
    [
      csv(...Array.from({ length: limits.importRows + 1 }, (_, index) => `Name ${index},n${index}@x.example,,`)),
      "CONTENT_TOO_LARGE",
    ],
    [csv(), "INVALID_PAYLOAD"],
    ["", "INVALID_PAYLOAD"],
    ["Name,Phone\nRavi,9840000031", "INVALID_PAYLOAD"],
    [Buffer.from([0x4e, 0xe4, 0x6d, 0x65]), "INVALID_PAYLOAD"],
    ['Name,Email\n"Ravi,ravi@x.example', "INVALID_PAYLOAD"],
  ];
  for (const [file, code] of cases) {
    const { status, last } = await preview(file);
    assert.equal(last.errors?.[0].extensions.code, code, JSON.stringify(last).slice(0, 300));
    assert.ok(status >= 400 && status < 500);
  }
});

test("imports one of two identical lists concurrently and reports the duplicates of the other", async () => {
  const file = csv(...Array.from({ length: 60 }, (_, index) => `Person ${index},twice${index}@import.example,,`));
  const imports = await Promise.all([1, 2].map(() => send({ path: "?role=employee", file })));
  const created = imports.map(({ last }) => last.data?.created ?? last.errors[0].extensions.code);
  assert.deepEqual(new Set(created), new Set([60, "FAILED_VALIDATION"]));
});

test("imports five thousand employees in under twenty seconds and reports progress", async (context) => {
  const rows = Array.from(
    { length: limits.importRows },
    (_, index) => `Employee ${index},many${index}@import.example,${7_000_000_000 + index},M-${index}`,
  );
  const before = await count();
  const startedAt = performance.now();
  const { lines, last } = await send({ path: "?role=employee", file: csv(...rows) });
  const seconds = (performance.now() - startedAt) / 1_000;
  context.diagnostic(`${limits.importRows} employees in ${seconds.toFixed(1)} s`);
  console.log(`${limits.importRows} employees in ${seconds.toFixed(1)} s`);
  assert.deepEqual(last.data, { created: limits.importRows, left: 0 });
  assert.equal(await count(), before + limits.importRows);
  assert.ok(lines.length > 50);
  // Scales the limit with the load of the machine.
  const allowedSeconds = 20 * Math.max(1, loadavg()[0]! / availableParallelism());
  assert.ok(seconds < allowedSeconds, `${seconds} s of ${allowedSeconds} s`);
});
