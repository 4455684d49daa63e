// Lists that are kept have the same pages as those that are read, and are dropped or left when a row has changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseListingAddress } from "#domain/site/listing-address.ts";
import type { Listing } from "#domain/site/site-data.ts";
import type { Sql } from "#server/db/pool.ts";
import { KeptLists } from "#server/features/site/kept/kept-lists.ts";
import { readListing } from "#server/features/site/listing.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { sql } = await startApp();
const make = createFactories(sql);
const start = new Date("2026-11-18T04:30:00Z");
const path = "/parking/commercial/tamil-nadu/salem";
const place = { city: "Salem", state: "Tamil Nadu" };

/** Counts the statements that are sent. */
function countStatements(): { counted: Sql; read: () => number } {
  let count = 0;
  const counted = new Proxy(sql, {
    get(target, name, receiver) {
      if (name === "unsafe") count += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  return { counted, read: () => count };
}

async function read({ address, kept, on = sql }: { address: string; kept?: KeptLists; on?: Sql }): Promise<Listing> {
  const url = new URL(address, "http://localhost");
  const search = parseListingAddress({ path: url.pathname, query: url.searchParams, now: start });
  assert.ok(search, address);
  const result = await readListing({ sql: on, search, now: start, kept });
  assert.ok(result.kind === "page", address);
  return result.page;
}

const listNames = ({ branches }: Listing): string[] => branches.map(({ name }) => name);

test("a kept list has the pages of the list itself, and one statement reads each", async () => {
  for (let number = 0; number < 45; number += 1)
    await make.branch({ ...place, name: `Bazaar ${String(number).padStart(2, "0")}`, rate: `${10 + (number % 7)}.00` });
  const kept = new KeptLists({ now: () => start });
  const addresses = ["", "?page=2", "?page=3", "?page=4", "?sort=price&page=2", "?q=bazaar", "?filter=covered"].map(
    (query) => path + query,
  );
  for (const address of addresses) await read({ address, kept });
  for (const address of addresses) {
    const expected = await read({ address });
    assert.deepEqual(await read({ address, kept }), expected, address);
  }
  const later = "from=2026-11-19T10:00&until=2026-11-19T16:00";
  const { counted, read: readCount } = countStatements();
  const page = await read({ address: `${path}?page=2&${later}`, kept, on: counted });
  assert.equal(readCount(), 1);
  assert.deepEqual(page, await read({ address: `${path}?page=2&${later}` }));
  // Control: without kept lists the names and the narrower places are read too.
  const control = countStatements();
  await read({ address: path, on: control.counted });
  assert.equal(control.read(), 3);
});

test("a kept list shows no branch that is not visible any more, and ends after the time of pages or a change", async () => {
  let now = start;
  const kept = new KeptLists({ now: () => now });
  const before = await read({ address: path, kept });
  await sql`update "Branch" set is_suspended = true where name = 'Bazaar 00'`;
  assert.deepEqual(listNames(before).slice(0, 2), ["Bazaar 00", "Bazaar 01"]);
  const narrowed = await read({ address: path, kept });
  assert.deepEqual([listNames(narrowed)[0], narrowed.branches.length], ["Bazaar 01", 19]);
  now = new Date(start.getTime() + 16_000);
  const renewed = await read({ address: path, kept });
  assert.deepEqual([listNames(renewed)[0], renewed.branches.length, renewed.total], ["Bazaar 01", 20, 44]);
  await sql`update "Branch" set is_suspended = false where name = 'Bazaar 00'`;
  kept.clear();
  assert.equal((await read({ address: path, kept })).total, 45);
});

test("a list that was read before a change is not kept", async () => {
  const kept = new KeptLists({ now: () => start });
  const reading = read({ address: path, kept });
  kept.clear();
  await reading;
  const { counted, read: readCount } = countStatements();
  await read({ address: path, kept, on: counted });
  assert.ok(readCount() > 1, String(readCount()));
});
