// reading.md §10: retention continues where it stopped instead of examining every row again.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { beginWalk, listOldRanges, saveWalk } from "#server/privacy/walk.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { sql } = await createTestDatabase({ max: 2 });
const now = new Date("2026-11-21T06:00:00Z");
const before = new Date("2026-06-01T00:00:00Z");
const dayMs = 86_400_000;

await sql`create table examined (id bigint primary key, at timestamptz not null)`;
beforeEach(async () => {
  await sql`truncate examined, retention_walks`;
});

/** Adds rows with these ids that were created so many days before the cutoff. */
async function addRows(ids: readonly number[], daysBefore: number): Promise<void> {
  const at = new Date(before.getTime() - daysBefore * dayMs);
  await sql`insert into examined select id, ${at} from unnest(${[...ids]}::bigint[]) id`;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

async function run(at = now): Promise<[number, number][]> {
  const walk = await beginWalk({ sql, name: "test", now: at });
  const examined: [number, number][] = [];
  for await (const { from, to, position } of listOldRanges({
    sql,
    walk,
    table: "examined",
    createdColumn: "at",
    before,
  })) {
    examined.push([from, to]);
    await saveWalk({ sql, walk, position });
  }
  return examined;
}

test("examines old rows in ranges, across gaps of ids, up to one without any", async () => {
  await addRows(range(1, 6_000), 100);
  await addRows(range(900_001, 905_000), 90);
  await addRows(range(1_000_000, 1_006_000), -1);
  assert.deepEqual(await run(), [
    [1, 5_000],
    [5_001, 904_000],
    [904_001, 1_003_999],
  ]);
});

test("continues where the last run stopped, before the first row that may still become old", async () => {
  await addRows(range(1, 4_000), 100);
  await addRows([4_001], 1);
  await addRows(range(4_002, 12_000), -1);
  await run();
  assert.deepEqual(await run(), [[4_001, 9_000]]);
});

test("continues after an interruption with the range that was not completed", async () => {
  await addRows(range(1, 12_000), 100);
  const walk = await beginWalk({ sql, name: "test", now });
  const ranges = listOldRanges({ sql, walk, table: "examined", createdColumn: "at", before });
  const first = await ranges.next();
  await saveWalk({ sql, walk, position: first.value!.position });
  await ranges.next();
  assert.deepEqual(await run(), [
    [5_001, 10_000],
    [10_001, 12_000],
  ]);
});

test("begins at the first id again after a week, for rows that were in use", async () => {
  await addRows(range(1, 10), 100);
  assert.deepEqual(await run(), [[1, 10]]);
  assert.deepEqual(await run(new Date(now.getTime() + 7 * dayMs - 1)), []);
  assert.deepEqual(await run(new Date(now.getTime() + 7 * dayMs)), [[1, 10]]);
});

test("a run cannot continue once another one has begun", async () => {
  await addRows(range(1, 10), 100);
  const walk = await beginWalk({ sql, name: "test", now });
  await saveWalk({ sql, walk, position: 4 });
  await run();
  await assert.rejects(saveWalk({ sql, walk, position: 5 }), /Another run/);
  const [{ position } = { position: 0 }] = await sql<{ position: number }[]>`select position from retention_walks`;
  assert.equal(position, 10);
});
