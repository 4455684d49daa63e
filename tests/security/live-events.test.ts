// §7 live: the cost of an event does not grow with its subscribers, no tenant waits for another, no event is silently
// lost, and unreadable rows are never sent.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findCollection, collections } from "#domain/collections.ts";
import { getMatchColumns, findUnmatchableRoles } from "#domain/live/match-columns.ts";
import { anonymous } from "#domain/access/roles.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { getEventPool } from "#server/db/pools.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { isRowWithin } from "#server/items/access/row-access.ts";
import { eventsChannel } from "#server/db/after-commit.ts";
import { loadSession, anonymousSession, type Session } from "#server/items/access/session.ts";
import type { LiveEvent, Subscriber } from "#server/live/event.ts";
import { LiveUpdates } from "#server/live/live.ts";
import { loadMatchRows } from "#server/live/match-rows.ts";
import { canReceive } from "#server/live/subscriber-index.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { createPermissionFixture, createRowAtBranch } from "#tests/support/permission-rows.ts";
import { permissionPeople, branchRelations } from "#tests/support/permission-table.ts";

const { asUser, sql, url } = await startApp();
// Without a lock time-out: on a busy machine a query would reach it while a test holds the lock.
const liveSql = createPool(url);
beforeDatabaseCleanup(() => liveSql.end());
const factories = createFactories(sql);
const entries = "Parking_Information";
const tickets = "Valet_and_Parking_Information";
/** Read rules apply to all events of a row, except updates of partially readable rows. */
const baseEvent = { event: 0, action: "create", company: null, branch: null } as const;
const liveCollections = collections.filter(({ isLive }) => isLive);

let queries = 0;
/** The database with every query of a `LiveUpdates` counted. */
const countingSql = new Proxy(liveSql, {
  apply(target, self, args) {
    queries += 1;
    return Reflect.apply(target as unknown as (...all: unknown[]) => unknown, self, args);
  },
  get(target, name) {
    if (name === "unsafe") queries += 1;
    return Reflect.get(target, name) as unknown;
  },
}) as Sql;

const live = new LiveUpdates({ sql: countingSql, events: getEventPool(sql) });
let branch: CreatedBranch;
let other: CreatedBranch;
let staff: TestClient;
let otherStaff: TestClient;
let platform: Session;

before(async () => {
  branch = await factories.valetBranch({ slots: 200, is_parking: true });
  other = await factories.valetBranch({ slots: 200, is_parking: true });
  staff = await asUser(await factories.user("staff", { branch }));
  otherStaff = await asUser(await factories.user("staff", { branch: other }));
  platform = await createSession(await factories.user("platform"));
  await live.start();
  await waitForIdle();
});
after(() => live.stop());

interface EventListener {
  subscriber: Subscriber;
  events: LiveEvent[];
  resets: number;
  isEnded: boolean;
  close: () => void;
}

function createListener({ session, names = [entries] }: { session: Session; names?: string[] }): EventListener {
  const listener: EventListener = {
    subscriber: {
      session,
      collections: new Set(names),
      send: (event) => void listener.events.push(event),
      reset: () => void (listener.resets += 1),
      end: () => void (listener.isEnded = true),
    },
    events: [],
    resets: 0,
    isEnded: false,
    close: () => stop(),
  };
  const stop = live.subscribe(listener.subscriber);
  return listener;
}

/** A logged-in customer; an entry's event reads no row of `users` for them. */
function customerSession(number: number): Session {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const actor = { ...anonymous, id, role: "customer" as const, name: "C", phone: String(9_000_000_000 + number) };
  return { ...anonymousSession, actor, authVersion: 1 };
}
const createSession = async (user: { id: string }): Promise<Session> => (await loadSession({ sql, userId: user.id }))!;

async function checkIn({ by = staff, phone = "9840012345" } = {}): Promise<number> {
  const response = await by.post("/actions/parking/check-in", { vehicle_no: factories.plate(), phone_no: phone });
  assert.equal(response.status, 200, response.text);
  return response.data.id;
}
const hasEvent = (listener: EventListener, id: number): boolean =>
  listener.events.some((event) => event.collection === entries && event.id === id);
const waitForEvent = (listener: EventListener, id: number): Promise<void> =>
  eventually(() => assert.ok(hasEvent(listener, id), `no event of ${id}`));

/** Waits until earlier writes have been delivered. */
async function waitForIdle(): Promise<void> {
  const listener = createListener({ session: platform });
  await waitForEvent(listener, await checkIn());
  listener.close();
}

/** An event as sent by a server of an older version: without the columns the rules compare. */
async function sendNotification(event: Omit<LiveEvent, "row">): Promise<void> {
  await sql`select pg_notify(${eventsChannel}, ${JSON.stringify(event)})`;
}

/** Queries for one check-in's events with this number of subscribed customers; the control has a few. */
async function countQueriesWith(count: number): Promise<number> {
  const listeners = Array.from({ length: count }, (_, index) =>
    createListener({ session: customerSession(index + 1) }),
  );
  // Subscribed last, and notified last.
  const watcher = createListener({ session: platform });
  const before = queries;
  const id = await checkIn({ phone: String(9_000_000_001) });
  await waitForEvent(watcher, id);
  const queryCount = queries - before;
  assert.ok(hasEvent(listeners[0]!, id), "its own customer is notified");
  assert.ok(listeners.slice(1).every((listener) => !hasEvent(listener, id)));
  for (const { close } of [...listeners, watcher]) close();
  return queryCount;
}

test("an event costs no more queries with 1,000 subscribed customers than with three", async () => {
  const controlCount = await countQueriesWith(3);
  const many = await countQueriesWith(1_000);
  assert.equal(many, controlCount);
  assert.equal(many, 0, "the event carries the deciding columns");
});

test("a change of a user costs one query, whatever the number of their sessions", async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => factories.user("staff", { branch })));
  const listeners = await Promise.all(
    users.map(async (user) => createListener({ session: await createSession(user), names: ["Branch", entries] })),
  );
  const admin = await asUser(await factories.user("platform"));
  await waitForIdle();
  const before = queries;
  assert.equal((await admin.patch(`/items/Branch/${branch.id}`, { city: "Chennai" })).status, 200);
  await eventually(() => assert.ok(listeners.every(({ events }) => events.some(({ id }) => id === branch.id))));
  assert.equal(queries - before, 1);
  for (const { close } of listeners) close();
});

test("no tenant waits for another: a stuck query delays no events of another tenant", async () => {
  const stuck = createListener({ session: customerSession(1) });
  const pending = createListener({ session: await createSession(await factories.user("staff", { branch })) });
  const free = createListener({
    session: await createSession(await factories.user("staff", { branch: other })),
    names: [tickets],
  });
  const [row] = await sql<{ id: number }[]>`select id from "Parking_Information" limit 1`;
  let release = (): void => {};
  const blocked = new Promise<void>((resolve) => (release = resolve));
  const lock = sql.begin(async (tx) => {
    await tx`lock table "Parking_Main_Information" in access exclusive mode`;
    await sendNotification({
      event: 1,
      collection: entries,
      action: "update",
      id: row!.id,
      company: branch.company,
      branch: branch.id,
    });
    await blocked;
  });
  const created = await otherStaff.post("/actions/valet/create-ticket", {
    Vehicle_Number: factories.plate(),
    Customer_Phone_Number: "9840012345",
  });
  assert.equal(created.status, 200, created.text);
  await eventually(() => assert.ok(free.events.some(({ id }) => id === created.data.id)));
  assert.equal(pending.events.length, 0, "control: the first tenant's event waits");
  release();
  await lock;
  await eventually(() => assert.ok(hasEvent(pending, row!.id)));
  for (const { close } of [stuck, pending, free]) close();
});

test("a failed query resets the affected subscribers, and later events arrive", async () => {
  const customer = createListener({ session: customerSession(1) });
  const colleague = createListener({ session: await createSession(await factories.user("staff", { branch })) });
  const outsider = createListener({ session: await createSession(await factories.user("staff", { branch: other })) });
  await sql`alter table "Parking_Main_Information" rename to "Parking_Main_Information_away"`;
  try {
    await sendNotification({
      event: 1,
      collection: entries,
      action: "update",
      id: 1,
      company: branch.company,
      branch: branch.id,
    });
    await eventually(() => assert.equal(customer.resets, 1));
  } finally {
    await sql`alter table "Parking_Main_Information_away" rename to "Parking_Main_Information"`;
  }
  // A subscriber whose session is being reloaded is reset after it.
  await eventually(() => assert.equal(colleague.resets, 1));
  assert.equal(outsider.resets, 0, "the other tenant is not affected");
  const id = await checkIn({ phone: "9000000001" });
  await waitForEvent(customer, id);
  await waitForEvent(colleague, id);
  for (const { close } of [customer, colleague, outsider]) close();
});

/** Events of another tenant than `branch`, fewer than those that reset everyone. */
const insertOtherEvents = (count: number) => sql`
  insert into activity (action, "timestamp", collection, item, company, branch)
  select 'update', now(), ${entries}, n::text, ${other.company}, ${other.id} from generate_series(1, ${count}::int) n`;

test("catching up reads the events of one's own company, however many others there were since", async () => {
  const session = await createSession(await factories.user("staff", { branch }));
  const received: LiveEvent[] = [];
  const subscriber: Subscriber = {
    session,
    collections: new Set([entries]),
    send: (event) => void received.push(event),
    reset: () => undefined,
    end: () => undefined,
  };
  await checkIn();
  const [last] = await sql<{ id: number }[]>`select max(id)::bigint as id from activity`;
  await insertOtherEvents(8_000);
  const missed = await checkIn();
  await insertOtherEvents(8_000);
  await waitForIdle();
  await sql`analyze activity`;
  // PostgreSQL counts what a transaction has read, and plans without the values after five times.
  await sql.begin(async (tx) => {
    const server = new LiveUpdates({ sql: tx as unknown as Sql, events: getEventPool(sql) });
    const countRows = async (): Promise<number> => {
      const [row] = await tx<{ rows: number }[]>`
        select (seq_tup_read + idx_tup_fetch)::float8 as rows from pg_stat_xact_user_tables where relname = 'activity'`;
      return row!.rows;
    };
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      received.length = 0;
      const before = await countRows();
      assert.ok(await server.catchUp({ subscriber, last: last!.id }));
      const rows = (await countRows()) - before;
      assert.ok(received.some((event) => event.id === missed));
      assert.ok(rows < 500, `${rows} rows in attempt ${attempt}`);
    }
    // Control: a condition of the company that no index answers.
    const before = await countRows();
    await tx`select id from activity where collection = ${entries} and (company is not distinct from ${branch.company} or ${null}::bigint is not null)
      and "transaction" >= (select oldest_transaction from activity where id = ${last!.id}) order by id limit 501`;
    assert.ok((await countRows()) - before > 8_000);
  });
});

test("a failing subscriber is reset without affecting others", async () => {
  const broken = createListener({ session: platform });
  broken.subscriber.send = () => {
    throw new Error("broken pipe");
  };
  const next = createListener({ session: platform });
  const id = await checkIn();
  await waitForEvent(next, id);
  assert.ok(broken.resets > 0);
  for (const { close } of [broken, next]) close();
});

test("the queue is bounded: beyond it the waiting subscribers are reset", async () => {
  const pending = createListener({ session: await createSession(await factories.user("staff", { branch })) });
  let release = (): void => {};
  const blocked = new Promise<void>((resolve) => (release = resolve));
  const lock = sql.begin(async (tx) => {
    await tx`lock table "Parking_Main_Information" in access exclusive mode`;
    const position = { collection: entries, action: "update" as const, company: branch.company, branch: branch.id };
    for (let index = 1; index <= 1_100; index += 1)
      await sql`select pg_notify(${eventsChannel}, ${JSON.stringify({ ...position, event: index, id: index })})`;
    await eventually(() => assert.ok(pending.resets > 0));
    release();
    await blocked;
  });
  await lock;
  const id = await checkIn();
  await waitForEvent(pending, id);
  pending.close();
});

test("a suspended user receives nothing while the database cannot confirm the session, and is then disconnected", async () => {
  const user = await factories.user("staff", { branch });
  const colleague = await factories.user("staff", { branch });
  const id = await checkIn();
  // The creation of both users has been read then: a late event of it would reload the colleague's session as well.
  await waitForIdle();
  const suspended = createListener({ session: await createSession(user) });
  const staying = createListener({ session: await createSession(colleague) });
  await sql`update "users" set status = 'suspended', auth_version = auth_version + 1 where id = ${user.id}`;
  // Without this table no session can be reloaded.
  await sql`alter table sessions rename to sessions_away`;
  try {
    await sendNotification({
      event: 1,
      collection: "users",
      action: "update",
      id: user.id,
      company: null,
      branch: null,
    });
    const { company } = branch;
    await sendNotification({ event: 2, collection: entries, action: "update", id, company, branch: branch.id });
    await waitForEvent(staying, id);
    assert.ok(!hasEvent(suspended, id));
    assert.ok(!suspended.isEnded);
  } finally {
    await sql`alter table sessions_away rename to sessions`;
  }
  await eventually(() => assert.ok(suspended.isEnded));
  assert.ok(!hasEvent(suspended, id));
  for (const { close } of [suspended, staying]) close();
});

test("every read rule of a live collection can be evaluated in memory, and its columns fit a notification", () => {
  for (const collection of liveCollections) {
    assert.deepEqual(findUnmatchableRoles(collection), [], collection.name);
    const bytes = getMatchColumns(collection).map((path) => {
      const field = getFieldPath(path.split("."), collection.name);
      assert.ok(["text", "integer", "uuid", "one", "boolean"].includes(field.kind), `${collection.name}.${path}`);
      // Four bytes for the longest characters; a key has 36.
      return path.length + (field.kind === "text" ? (field.max ?? 20_000) * 4 : 40);
    });
    const total = bytes.reduce((sum, one) => sum + one, 0);
    assert.ok(total < 7_000, `${collection.name} would send ${total} bytes`);
  }
});

function getFieldPath([name, ...rest]: string[], collection: string): { kind: string; max?: number } {
  const field = findCollection(collection)!.fields[name!]!;
  return rest.length === 0 ? field : getFieldPath(rest, field.target!);
}

test("events of every live collection reach exactly the users who may read the row", async () => {
  const payloads: LiveEvent[] = [];
  const stopListening = live.onEvent((event) => payloads.push(event));
  const fixture = await createPermissionFixture({ sql, factories });
  const rows: { name: string; id: number | string }[] = [];
  for (const { name } of liveCollections)
    for (const position of branchRelations)
      rows.push({
        name,
        id: (await createRowAtBranch({ fixture, name, relation: position, isSeed: true })) as number | string,
      });
  const sessions = [anonymousSession];
  for (const role of permissionPeople.filter((person) => person !== "nobody"))
    sessions.push(
      await createSession(
        role === "customer"
          ? fixture.customers.own
          : role === "admin"
            ? fixture.admins.own
            : await factories.user(
                role,
                role === "platform" || role === "verifier" ? {} : { branch: fixture.branches.own },
              ),
      ),
    );
  // Earlier writes have been read then.
  await waitForIdle();
  let reported = 0;
  let hidden = 0;
  for (const { name, id } of rows) {
    const collection = findCollection(name)!;
    const bare: LiveEvent = { event: 1, collection: name, action: "update", id, company: null, branch: null };
    const [read] = await loadMatchRows({ sql, events: [bare] });
    const sent = await eventually(() => {
      const found = payloads.findLast((event) => event.collection === name && String(event.id) === String(id));
      // Rows created together with others are written by SQL of the fixture.
      if (found) assert.deepEqual(found.row, read!.row, `${name} ${id}`);
      return found;
    });
    for (const session of sessions) {
      const grant = getGrant({ collection, operation: "read", actor: session.actor });
      const isReadable =
        grant !== undefined && (await isRowWithin({ sql, collection, id, rows: grant.rows, now: new Date() }));
      const row = (sent ?? read!).row!;
      const label = `${session.actor.role} and ${name} ${id}`;
      assert.equal(canReceive({ session, event: { ...baseEvent, collection: name, id, row } }), isReadable, label);
      if (isReadable) reported += 1;
      else hidden += 1;
    }
  }
  stopListening();
  assert.ok(reported > 100 && hidden > 150, `${reported} sent, ${hidden} hidden`);
});
