// Lists that are cached have the same pages as those that are read, and are dropped or left when a row has changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseListingAddress } from "#domain/site/listing-address.ts";
import type { Listing } from "#domain/site/site-data.ts";
import type { Sql } from "#server/db/pool.ts";
import { CachedLists } from "#server/features/site/cached/cached-lists.ts";
import { PageCache } from "#server/features/site/cached/page-cache.ts";
import { findBranches, readListing } from "#server/features/site/listing.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { sql } = await startApp();
const make = createFactories(sql);
const start = new Date("2026-11-18T04:30:00Z");
const path = "/parking/commercial/tamil-nadu/salem";
const place = { city: "Salem", state: "Tamil Nadu" };

/** Counts the statements that are sent; `settle` waits for them and those that follow. */
function countStatements(): { counted: Sql; read: () => number; settle: () => Promise<void> } {
  const sent: PromiseLike<unknown>[] = [];
  const counted = new Proxy(sql, {
    get(target, name, receiver) {
      if (name === "unsafe")
        return (...values: Parameters<Sql["unsafe"]>) => {
          const statement = sql.unsafe(...values);
          sent.push(statement);
          return statement;
        };
      const value: unknown = Reflect.get(target, name, receiver);
      return value;
    },
  });
  const settle = async (): Promise<void> => {
    for (let settled = -1; settled < sent.length;) {
      settled = sent.length;
      await Promise.all(sent);
      // The next one of a queue is sent when the one before has been handled.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { counted, read: () => sent.length, settle };
}

async function read({
  address,
  cached,
  on = sql,
  now = start,
}: {
  address: string;
  cached?: CachedLists | undefined;
  on?: Sql;
  now?: Date;
}): Promise<Listing> {
  const url = new URL(address, "http://localhost");
  const search = parseListingAddress({ path: url.pathname, query: url.searchParams, now: start });
  assert.ok(search, address);
  const result = await readListing({ sql: on, search, now, cached });
  assert.ok(result.kind === "page", address);
  return result.page;
}

const listNames = ({ branches }: Listing): string[] => branches.map(({ name }) => name);

test("a cached list has the pages of the list itself, and another stay reads nothing", async () => {
  for (let number = 0; number < 45; number += 1)
    await make.branch({
      ...place,
      name: `Bazaar ${String(number).padStart(2, "0")}`,
      rate: `${10 + (number % 7)}.00`,
      slots: 2,
    });
  const cached = new CachedLists({ now: () => start });
  const addresses = ["", "?page=2", "?page=3", "?page=4", "?sort=price&page=2", "?q=bazaar", "?filter=covered"].map(
    (query) => path + query,
  );
  for (const address of addresses) await read({ address, cached });
  for (const address of addresses) {
    const expected = await read({ address });
    assert.deepEqual(await read({ address, cached }), expected, address);
  }
  const later = "from=2026-11-19T10:00&until=2026-11-19T16:00";
  const { counted, read: readCount } = countStatements();
  const page = await read({ address: `${path}?page=2&${later}`, cached, on: counted });
  await read({ address: `${path}?sort=price&page=2&${later}`, cached, on: counted });
  assert.equal(readCount(), 0);
  assert.deepEqual(page, await read({ address: `${path}?page=2&${later}` }));
  // Slots are those for a vehicle type: one statement counts those for another one.
  const [type] = await sql<{ id: number }[]>`select min(id) as id from "Vehicle_Type"`;
  const ofVehicle = `${path}?page=2&vehicle=${type!.id}`;
  assert.deepEqual(await read({ address: ofVehicle, cached, on: counted }), await read({ address: ofVehicle }));
  assert.equal(readCount(), 1);
  // Control: without cached lists the names and the narrower places are read too.
  const control = countStatements();
  await read({ address: path, on: control.counted });
  assert.equal(control.read(), 3);
});

test("a list takes one statement at most, however it is sorted and whatever of it is cached", async () => {
  const price = "sort=price";
  for (const query of ["", "page=3", price, `${price}&page=3`, `${price}&filter=free`, `${price}&q=bazaar`]) {
    const search = parseListingAddress({ path, query: new URLSearchParams(query), now: start });
    assert.ok(search, query);
    const { branches: expected } = await findBranches({ sql, search, now: start });
    assert.ok(expected.length > 0, query);
    let now = start;
    const cached = new CachedLists({ now: () => now });
    const count = async ({ after, options = {} }: { after: number; options?: { cached?: CachedLists } }) => {
      now = new Date(start.getTime() + after);
      const { counted, read: readCount } = countStatements();
      const { branches } = await findBranches({ sql: counted, search, now, ...options });
      assert.deepEqual(
        branches.map(({ id }) => id),
        expected.map(({ id }) => id),
        query,
      );
      return readCount();
    };
    assert.equal(await count({ after: 0 }), 1, `${query} without a cache`);
    assert.equal(await count({ after: 0, options: { cached } }), 1, `${query}, nothing cached`);
    assert.equal(await count({ after: 0, options: { cached } }), 0, `${query}, all cached`);
    assert.equal(await count({ after: 16_000, options: { cached } }), 1, `${query}, its slots not cached`);
    cached.rows.clear();
    assert.equal(await count({ after: 16_000, options: { cached } }), 1, `${query}, its rows not cached`);
    cached.clear();
    // Of a list by price, only the rows of another page are cached.
    await findBranches({ sql, search: { ...search, sort: "name", page: 1 }, now, cached });
    assert.equal(
      await count({ after: 16_000, options: { cached } }),
      search.sort === "name" && search.page === 1 ? 0 : 1,
      `${query} after page 1`,
    );
  }
});

test("a cached list shows no branch that is not visible any more, and ends after a minute or a change", async () => {
  let now = start;
  const cached = new CachedLists({ now: () => now });
  const before = await read({ address: path, cached });
  await sql`update "Branch" set is_suspended = true where name = 'Bazaar 00'`;
  assert.deepEqual(listNames(before).slice(0, 2), ["Bazaar 00", "Bazaar 01"]);
  cached.rows.clear();
  const narrowed = await read({ address: path, cached });
  assert.deepEqual([listNames(narrowed)[0], narrowed.branches.length], ["Bazaar 01", 19]);
  now = new Date(start.getTime() + 61_000);
  const renewed = await read({ address: path, cached });
  assert.deepEqual([listNames(renewed)[0], renewed.branches.length, renewed.total], ["Bazaar 01", 20, 44]);
  await sql`update "Branch" set is_suspended = false where name = 'Bazaar 00'`;
  cached.clear();
  assert.equal((await read({ address: path, cached })).total, 45);
});

test("a cached branch has the price of the tariff in force at the arrival", async () => {
  await sql`
    insert into "Tariff_Versions" (branch, service, number, starts_at, tariff)
      select b.id, o.service, 90, '2026-11-20T04:30:00Z', o.tariff from "Branch" b, "Branch" ob join "Tariff_Versions" o on o.branch = ob.id
      where b.name = 'Bazaar 00' and ob.name = 'Bazaar 06'`;
  const cached = new CachedLists({ now: () => start });
  const readPrices = async (options: { day: number; sort?: string; cached?: CachedLists }) => {
    const query = `?sort=${options.sort ?? "name"}&from=2026-11-${options.day}T10:00&until=2026-11-${options.day}T16:00`;
    const { branches } = await read({ address: path + query, cached: options.cached });
    return branches.map(({ name, price }) => [name, price]);
  };
  for (const day of [19, 21, 19])
    for (const sort of ["name", "price"])
      assert.deepEqual(await readPrices({ day, sort, cached }), await readPrices({ day, sort }), `${sort} on ${day}`);
  // Control: the prices are not the same.
  assert.notDeepEqual((await readPrices({ day: 19 }))[0], (await readPrices({ day: 21 }))[0]);
});

test("a page of cached branches is cached no longer than free slots may be old", async () => {
  const later = new Date(start.getTime() + 10_000);
  const cached = new CachedLists({ now: () => start });
  for (const query of ["", "?sort=price"]) {
    await read({ address: path + query, cached });
    assert.deepEqual((await read({ address: path + query, cached, now: later })).readAt, start);
    assert.deepEqual((await read({ address: path + query, now: later })).readAt, later);
  }
  let now = start;
  const pages = new PageCache({ now: () => now });
  let count = 0;
  const get = (readAt: Date | undefined) =>
    pages.get({
      url: String(readAt?.getTime()),
      render: async () => ({ status: 200, html: String((count += 1)), readAt }),
    });
  const readAt = new Date(start.getTime() - 10_000);
  for (const time of [readAt, undefined]) await get(time);
  now = new Date(start.getTime() + 6_000);
  for (const time of [readAt, undefined]) await get(time);
  assert.equal(count, 3);
});

test("of a list that is cached longer than its rows only these are read again, with the slots that are free now", async () => {
  const [branch] = await sql<{ id: number }[]>`
    select id from "Branch" where name = 'Bazaar 02' and city = ${place.city}`;
  for (const address of [path, `${path}?sort=price`]) {
    let now = start;
    const cached = new CachedLists({ now: () => now });
    await read({ address, cached });
    await sql`update "Slot_Blocks" set total_slots = total_slots + 5 where branch = ${branch!.id}`;
    now = new Date(start.getTime() + 16_000);
    const { counted, read: readCount } = countStatements();
    const page = await read({ address, cached, on: counted, now });
    assert.equal(readCount(), 1, address);
    assert.deepEqual(page, await read({ address, now }), address);
  }
});

test("a list that was read before a change is not cached", async () => {
  const cached = new CachedLists({ now: () => start });
  const reading = read({ address: path, cached });
  cached.clear();
  await reading;
  const { counted, read: readCount } = countStatements();
  await read({ address: path, cached, on: counted });
  assert.ok(readCount() > 1, String(readCount()));
});

test("requests for a list that is not cached wait for one reading, whatever their stay", async () => {
  const addresses = ["", "?from=2026-11-19T10:00&until=2026-11-19T16:00", "?page=2"].map((query) => path + query);
  const expected = await Promise.all(addresses.map((address) => read({ address })));
  const cached = new CachedLists({ now: () => start });
  const { counted, read: readCount } = countStatements();
  const [first, second, third] = await Promise.all(addresses.map((address) => read({ address, cached, on: counted })));
  assert.deepEqual([first, second, third], expected);
  // The list with its first page, the names, the narrower places, and the rows of the second page.
  assert.equal(readCount(), 4);
});

test("a reading that fails is repeated by those who wait for it", async () => {
  const cached = new CachedLists({ now: () => start });
  const failing = new Proxy(sql, {
    get(target, name, receiver) {
      if (name === "unsafe") return () => Promise.reject(new Error("The connection was lost."));
      const value: unknown = Reflect.get(target, name, receiver);
      return value;
    },
  });
  const search = parseListingAddress({ path, query: new URLSearchParams(), now: start })!;
  const [first, second] = await Promise.allSettled(
    [failing, sql].map((on) => findBranches({ sql: on, search, now: start, cached })),
  );
  assert.equal(first!.status, "rejected");
  assert.ok(second!.status === "fulfilled");
  assert.equal(second!.value.total, 45);
});

test("a search by distance has the rows of one near by, at its own distances", async () => {
  const near = (latitude: number, stay = ""): string => `${path}?sort=distance&lat=${latitude}&lng=78.146${stay}`;
  const beside = countStatements();
  await sql`
    update "Branch" set latitude = (11.6 + id % 40 / 1000.0)::numeric(9, 6)::text, longitude = '78.146000' where city = ${place.city}`;
  const cached = new CachedLists({ now: () => start });
  await read({ address: near(11.61), cached, on: beside.counted });
  await beside.settle();
  const { counted, read: readCount } = countStatements();
  const address = near(11.612, "&from=2026-11-19T10:00&until=2026-11-19T16:00");
  const page = await read({ address, cached, on: counted });
  assert.deepEqual(page, await read({ address }));
  assert.ok(page.branches.every(({ distance }) => distance !== null));
  // The rows that the first one did not show.
  assert.equal(readCount(), 1);
  await sql`update "Branch" set name = 'New ' || name where city = ${place.city}`;
  assert.deepEqual(listNames(await read({ address: near(11.612), cached })), listNames(page));
  assert.notDeepEqual(listNames(await read({ address: near(11.612) })), listNames(page));
  cached.clear();
  // Control: rows of a list without a position have no distance.
  assert.deepEqual(await read({ address: path, cached }), await read({ address: path }));
});

test("the nearest among cached positions are those that a statement finds", async () => {
  const cities = ["Erode", "Karur"].map((city) => ({ city, state: "Tamil Nadu" }));
  for (const [number, city] of cities.entries())
    for (let index = 0; index < 15; index += 1)
      await make.branch({
        ...city,
        name: `Lot ${number} ${index}`,
        // Some at the same distance, some more than 50 km away from others, some without a position.
        ...(index % 5 === 4
          ? {}
          : { latitude: (11.3 - 0.2 * index * number).toFixed(4), longitude: (77.7 + 0.01 * index).toFixed(4) }),
      });
  const cached = new CachedLists({ now: () => start });
  const places = ["/parking", "/parking/commercial/tamil-nadu/erode", "/parking/commercial/tamil-nadu"];
  const addresses = places.flatMap((start) =>
    ["", "&page=2", "&q=lot"].flatMap((query) =>
      [11.301, 11.349, 11.258].map((latitude) => `${start}?sort=distance&lat=${latitude}&lng=77.71${query}`),
    ),
  );
  const beside = countStatements();
  for (const address of addresses) await read({ address, cached, on: beside.counted });
  await beside.settle();
  const { counted, read: readCount } = countStatements();
  for (const address of addresses)
    assert.deepEqual(await read({ address, cached, on: counted }), await read({ address }), address);
  assert.equal(readCount(), 0);
});

test("what is asked for again is read anew before it ends, beside the request", async () => {
  const addresses = ["", "?sort=price", "?filter=free", "?page=2"].map((query) => path + query);
  for (const address of addresses) {
    let now = start;
    const cached = new CachedLists({ now: () => now });
    const readAt = async (seconds: number, on: Sql) => {
      now = new Date(start.getTime() + seconds * 1_000);
      return read({ address, cached, on, now });
    };
    await readAt(0, sql);
    const beside = countStatements();
    const early = await readAt(11, beside.counted);
    assert.deepEqual(early.readAt, start, address);
    assert.ok(beside.read() > 0, address);
    await beside.settle();
    const later = countStatements();
    const late = await readAt(16, later.counted);
    assert.equal(later.read(), 0, address);
    assert.deepEqual(late.readAt, new Date(start.getTime() + 11_000), address);
    // Control: what nobody asks for again ends.
    const ended = countStatements();
    await readAt(60, ended.counted);
    assert.ok(ended.read() > 0, address);
  }
});

test("who asks for a list again and again never waits for it", async () => {
  for (const address of [path, `${path}?sort=price`]) {
    let now = start;
    const cached = new CachedLists({ now: () => now });
    await read({ address, cached });
    for (let seconds = 12; seconds <= 15 * 60; seconds += 12) {
      now = new Date(start.getTime() + seconds * 1_000);
      const beside = countStatements();
      // What a request waits for has just been read.
      assert.ok(
        (await read({ address, cached, on: beside.counted, now })).readAt < now,
        `${address} after ${seconds} s`,
      );
      await beside.settle();
    }
    // Control: whoever comes after a pause does.
    now = new Date(now.getTime() + 61_000);
    assert.deepEqual((await read({ address, cached, now })).readAt, now);
  }
});

test("what is read anew while a row changes is not cached", async () => {
  let now = start;
  const cached = new CachedLists({ now: () => now });
  await read({ address: path, cached });
  now = new Date(start.getTime() + 11_000);
  const beside = countStatements();
  await read({ address: path, cached, on: beside.counted, now });
  cached.clear();
  await beside.settle();
  const later = countStatements();
  await read({ address: path, cached, on: later.counted, now });
  assert.equal(later.read(), 3);
});

test("a cached list of branches with free slots is that of the vehicle type, and shows none that is full", async () => {
  const cached = new CachedLists({ now: () => start });
  const address = `${path}?filter=free`;
  const before = await read({ address, cached });
  assert.deepEqual(before, await read({ address }));
  const { counted, read: readCount } = countStatements();
  const later = await read({ address: `${address}&from=2026-11-19T10:00&until=2026-11-19T16:00`, cached, on: counted });
  assert.deepEqual([later.total, readCount()], [before.total, 0]);
  const [type] = await sql<{ id: number }[]>`select min(id) as id from "Vehicle_Type"`;
  const ofVehicle = `${address}&vehicle=${type!.id}`;
  assert.deepEqual(await read({ address: ofVehicle, cached }), await read({ address: ofVehicle }));
  const [full, ...others] = listNames(before);
  await sql`update "Slot_Blocks" set total_slots = 0 where branch = (select id from "Branch" where name = ${full!} and city = ${place.city})`;
  cached.rows.clear();
  assert.deepEqual(listNames(await read({ address, cached })), others);
});
