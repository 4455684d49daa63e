import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { test } from "node:test";
import { arrayTypes } from "#server/db/driver/array-types.ts";
import { createPool } from "#server/db/pool.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { sql, url } = await createTestDatabase();

test("the declared types are PostgreSQL's, and the tables and functions of the product use no others", async () => {
  const known = await sql<{ name: string; element: number; array: number }[]>`
    select typname as name, oid::int8 as element, typarray::int8 as array from pg_type
    where oid = any(${arrayTypes.map(({ element }) => element)}::int8[]::oid[]) order by oid`;
  assert.deepEqual(
    known.map((type) => ({ ...type })),
    arrayTypes.toSorted((a, b) => a.element - b.element),
  );
  const used = await sql<{ array: number }[]>`
    select t.oid::int8 as array from pg_type t where t.typcategory = 'A' and (
      exists (select 1 from pg_attribute a join pg_class c on c.oid = a.attrelid
        where a.atttypid = t.oid and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p'))
      or exists (select 1 from pg_proc p where p.pronamespace = 'public'::regnamespace and t.oid = any(array[p.prorettype] || p.proargtypes::oid[])))`;
  const declared = new Set(arrayTypes.map(({ array }) => array));
  assert.deepEqual(
    used.filter(({ array }) => !declared.has(array)),
    [],
  );
});

test("arrays are sent and read element by element", async () => {
  const texts = ["a", 'quote "', "back\\slash", "comma, {brace}", "NULL", "", " "];
  const at = new Date("2026-02-03T04:05:06.007Z");
  const [row] = await sql`
    select ${texts}::text[] as texts, ${[...texts, null]}::varchar[] as with_null, ${[1, -2, null]}::int[] as integers,
      ${[12.5, 3]}::numeric[] as amounts, ${[7_000_000_000]}::int8[] as large, array[true, false] as flags,
      ${[at.toISOString()]}::timestamptz[] as times, ${["2026-02-03"]}::date[] as days, ${[]}::int[] as empty,
      ${["6d0a3e8e-3f0b-4a7e-9a53-0a1b2c3d4e5f"]}::uuid[] as ids, array[[1, 2], [3, 4]] as matrix,
      array['{"a":[1,"x"]}'::jsonb] as documents, ${null}::text[] as nothing`;
  assert.deepEqual(
    { ...row },
    {
      texts,
      with_null: [...texts, null],
      integers: [1, -2, null],
      amounts: [12.5, 3],
      large: [7_000_000_000],
      flags: [true, false],
      times: [at],
      days: ["2026-02-03"],
      empty: [],
      ids: ["6d0a3e8e-3f0b-4a7e-9a53-0a1b2c3d4e5f"],
      matrix: [
        [1, 2],
        [3, 4],
      ],
      documents: [{ a: [1, "x"] }],
      nothing: null,
    },
  );
});

// With fetched types the connection cut after the second or third message ends this process with an unhandled rejection.
test("a connection lost at any moment of connecting fails only its own query, and the next one is answered", async () => {
  for (const messages of [1, 2, 3, 4, 5]) {
    const path = await openCutPath(messages);
    const pool = createPool(path.url, { max: 1 });
    while (!path.isCut()) await pool`select 1 as answer`.catch(() => {});
    const [row] = await pool<{ answer: number }[]>`select 2 as answer`;
    assert.equal(row?.answer, 2);
    await pool.end({ timeout: 1 });
    await path.close();
  }
});

/** A path to PostgreSQL whose first connection is cut as soon as the client has sent this number of messages. */
async function openCutPath(
  messages: number,
): Promise<{ url: string; isCut: () => boolean; close: () => Promise<void> }> {
  const { hostname, port } = new URL(url);
  let isCut = false;
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    let count = 0;
    client.on("data", (chunk) => {
      if (isCut || ++count < messages) return upstream.write(chunk);
      isCut = true;
      client.destroy();
      return upstream.destroy();
    });
    upstream.on("data", (chunk) => client.write(chunk));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on("error", () => {});
      from.once("close", () => to.destroy());
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const proxied = new URL(url);
  proxied.hostname = "127.0.0.1";
  proxied.port = String((server.address() as AddressInfo).port);
  return {
    url: proxied.href,
    isCut: () => isCut,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
