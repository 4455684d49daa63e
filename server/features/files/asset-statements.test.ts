// §7 /assets: a file is looked up with one SQL statement.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { buildApp } from "#server/app.ts";
import { testConfig } from "#tests/support/app.ts";
import { countStatements } from "#tests/support/count-statements.ts";
import { startFilesFixture } from "#tests/support/files-fixture.ts";

const { sql, callers, upload, branch } = await startFilesFixture();
const { counted, count } = countStatements(sql);
const app = await buildApp({ sql: counted, config: testConfig });
await app.ready();
after(() => app.close());

/**
 * Requests an asset with a matching ETag; returns the status and the number of statements once the session is cached.
 */
async function requestAsset(caller: string, id: string): Promise<{ status: number; statements: number }> {
  const { token } = callers[caller]!;
  const headers = { "if-none-match": "*", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const url = `/assets/${id}`;
  await app.inject({ url, headers });
  const before = count();
  const response = await app.inject({ url, headers });
  return { status: response.statusCode, statements: count() - before };
}

test("looks up a gate image with one statement for readers and anonymous callers", async () => {
  const { id } = await upload("staff");
  assert.deepEqual(await requestAsset("staff", id), { status: 304, statements: 1 });
  assert.deepEqual(await requestAsset("nobody", id), { status: 403, statements: 1 });
});

test("looks up a public logo with one statement", async () => {
  const { id } = await upload("manager");
  await sql`update "Companies" set company_logo = ${id}, status = 'published' where id = ${branch.company}`;
  for (const caller of ["manager", "customer", "nobody"])
    assert.deepEqual(await requestAsset(caller, id), { status: 304, statements: 1 }, caller);
});
