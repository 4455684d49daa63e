import assert from "node:assert/strict";
import { test } from "node:test";
import { findStartWarnings } from "#server/start-warnings.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { sql } = await startApp();
const make = createFactories(sql);

test("branches whose type disagrees with that of their company are named", async () => {
  const agreeing = [await make.branch(), await make.branch({ entity_type: "government" })];
  assert.deepEqual(await findStartWarnings(sql), []);
  const [office] = agreeing.slice(1);
  await sql`update "Branch" set entity_type = 'commercial' where id = ${office!.id}`;
  const [line, ...others] = await findStartWarnings(sql);
  assert.ok(line!.includes(`${office!.name} (${office!.id})`), line);
  assert.equal(others.length, 0);
});
