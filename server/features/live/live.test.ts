// §7 live events over HTTP: sent only to subscribers who may read the row, with catch-up after a reconnect.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { FastifyInstance } from "fastify";
import { buildApp } from "#server/app.ts";
import { createPool, type Sql, type Tx } from "#server/db/pool.ts";
import { startApp, testConfig, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql, url } = await startApp();
const make = createFactories(sql);
const entries = "Parking_Information";
const otherSql = createPool(url, { max: 5 });
const otherApp = await buildApp({ sql: otherSql, config: testConfig });
after(async () => {
  await otherApp.close();
  await otherSql.end({ timeout: 5 });
});
let firstServer: string;
let secondServer: string;
let branch: CreatedBranch;
let otherBranch: CreatedBranch;
let staffUser: CreatedUser;
let staff: TestClient;

const listenOnPort = (server: FastifyInstance): Promise<string> => server.listen({ port: 0, host: "127.0.0.1" });

before(async () => {
  [firstServer, secondServer] = await Promise.all([listenOnPort(app), listenOnPort(otherApp)]);
  branch = await make.branch({ slots: 200 });
  otherBranch = await make.branch({ slots: 200 });
  staffUser = await make.user("staff", { branch });
  staff = await asUser(staffUser);
});

interface StreamEvent {
  event: string;
  id: number | undefined;
  data: { collection?: string; id?: number | string; action?: string };
}

/** Reads a stream of server-sent events one by one. */
class Stream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #controller: AbortController;
  readonly #events: StreamEvent[] = [];
  #remainder = "";
  isEnded = false;

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>, controller: AbortController) {
    this.#reader = reader;
    this.#controller = controller;
  }

  /** Returns the next event; undefined once the server has ended the stream. */
  async next(): Promise<StreamEvent | undefined> {
    while (this.#events.length === 0 && !this.isEnded) {
      const { done, value } = await this.#reader.read();
      this.isEnded = done;
      this.#parse(new TextDecoder().decode(value));
    }
    return this.#events.shift();
  }

  #parse(text: string): void {
    const blocks = (this.#remainder + text).split("\n\n");
    this.#remainder = blocks.pop()!;
    for (const block of blocks) {
      const lines = new Map(block.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const data = lines.get("data");
      if (data === undefined || lines.get("event") === "beat") continue;
      const id = lines.get("id");
      this.#events.push({
        event: lines.get("event") ?? "message",
        id: id === undefined ? undefined : Number(id),
        data: JSON.parse(data) as StreamEvent["data"],
      });
    }
  }

  /** Returns all events up to and including the first match. */
  async until(matches: (event: StreamEvent) => boolean): Promise<StreamEvent[]> {
    const events: StreamEvent[] = [];
    for (;;) {
      const event = await this.next();
      if (!event) throw new Error(`the stream ended after ${JSON.stringify(events)}`);
      events.push(event);
      if (matches(event)) return events;
    }
  }

  close(): void {
    this.#controller.abort();
  }
}

async function createTicket(caller: TestClient): Promise<string> {
  const response = await caller.post("/live/ticket");
  assert.equal(response.status, 200, response.text);
  return response.data.ticket;
}

async function listen({
  caller,
  server = firstServer,
  collections = entries,
  last,
}: {
  caller: TestClient;
  server?: string;
  collections?: string;
  last?: number | string;
}): Promise<{ stream: Stream; missed: StreamEvent[] }> {
  const controller = new AbortController();
  const response = await fetch(`${server}/live?ticket=${await createTicket(caller)}&collections=${collections}`, {
    signal: controller.signal,
    headers: last === undefined ? {} : { "last-event-id": String(last) },
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type")!, /^text\/event-stream/);
  const stream = new Stream(response.body!.getReader(), controller);
  const missed = await stream.until(({ event }) => event === "ready" || event === "reset");
  return { stream, missed };
}

async function checkIn(caller: TestClient = staff): Promise<number> {
  const response = await caller.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  assert.equal(response.status, 200, response.text);
  return response.data.id;
}
const matchesEntry =
  (id: number) =>
  (event: StreamEvent): boolean =>
    event.data.collection === entries && event.data.id === id;

test("publishes a check-in and its check-out within a second, each with an event id", async () => {
  const { stream } = await listen({ caller: staff });
  const receive = async () => {
    const id = await checkIn();
    const answered = performance.now();
    const event = (await stream.until(matchesEntry(id))).at(-1)!;
    return { id, event, ms: performance.now() - answered };
  };
  let received = await receive();
  // A busy machine may delay one of them.
  for (let more = 0; received.ms >= 1_000 && more < 4; more += 1) received = await receive();
  const { id, event, ms } = received;
  assert.ok(ms < 1_000, `${ms} ms`);
  assert.deepEqual(event.data, { collection: entries, id, action: "create" });
  assert.ok(event.id! > 0);
  await staff.post(`/actions/parking/${id}/check-out`);
  const checkedOut = (await stream.until(matchesEntry(id))).at(-1)!;
  assert.equal(checkedOut.data.action, "update");
  assert.ok(checkedOut.id! > event.id!);
  stream.close();
});

test("sends events only to subscribers who may read the row", async () => {
  const phone = "9840055555";
  const strangers = [
    await asUser(await make.user("staff", { branch: otherBranch })),
    await asUser(await make.user("manager", { branch: await make.branch({ company: branch.company }) })),
    await asUser(await make.user("customer", { contact_number: "9840066666" })),
    await asUser(await make.user("employee", { branch })),
  ];
  const readers = [
    staff,
    await asUser(await make.user("manager", { branch })),
    await asUser(await make.user("admin", { branch })),
    await asUser(await make.user("approver", { branch })),
    await asUser(await make.user("customer", { contact_number: phone })),
    await asUser(await make.user("platform")),
  ];
  // All subscribers also receive branch events, which mark the point by which the tested event must have been sent.
  const collections = `${entries},Companies,Branch`;
  const streams = await Promise.all([...strangers, ...readers].map((caller) => listen({ caller, collections })));
  const checkedIn = await staff.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: phone });
  const { id } = checkedIn.data;
  const platform = await asUser(await make.user("platform"));
  const branchIds = new Set([branch.id, otherBranch.id]);
  const [siblingBranch] = await sql<
    { id: number }[]
  >`select id from "Branch" where company = ${branch.company} and id <> ${branch.id}`;
  for (const branchId of [...branchIds, siblingBranch!.id])
    await platform.patch(`/items/Branch/${branchId}`, { city: `Chennai ${branchId}` });
  // The creation of a branch above may be announced after the streams have begun.
  const isBranchEvent = ({ data }: StreamEvent): boolean => data.collection === "Branch" && data.action === "update";
  for (const [index, { stream }] of streams.entries()) {
    const events = await stream.until(isBranchEvent);
    const hasEvent = events.some(matchesEntry(id));
    assert.equal(hasEvent, index >= strangers.length, `listener ${index}: ${JSON.stringify(events)}`);
    stream.close();
  }
});

test("sends missed events after a reconnect, without those of other branches", async () => {
  const { stream } = await listen({ caller: staff });
  const first = await checkIn();
  const last = (await stream.until(matchesEntry(first))).at(-1)!.id!;
  stream.close();
  const stranger = await asUser(await make.user("staff", { branch: otherBranch }));
  const missedIds = [await checkIn(), await checkIn()];
  const foreign = await checkIn(stranger);
  const reconnected = await listen({ caller: staff, last });
  const events = reconnected.missed.map(({ data }) => data.id);
  for (const id of missedIds) assert.ok(reconnected.missed.some(matchesEntry(id)), `${id} in ${events.join()}`);
  assert.ok(!reconnected.missed.some(matchesEntry(foreign)));
  assert.equal(reconnected.missed.at(-1)!.event, "ready");
  const nextEntry = await checkIn();
  await reconnected.stream.until(matchesEntry(nextEntry));
  reconnected.stream.close();
});

test("sends the events of a transaction that was open when the last one arrived, however old their ids are", async () => {
  const { stream, missed } = await listen({ caller: staff });
  assert.equal(missed.at(-1)!.event, "ready");
  const early = await checkIn();
  await stream.until(matchesEntry(early));
  const insertEvents = (tx: Sql | Tx, count: number) => tx`
    insert into activity (action, timestamp, collection, item, company, branch)
    select 'update', now(), 'Parking_Information', ${String(early)}, ${branch.company}, ${branch.id} from generate_series(1, ${count})
    returning id`;
  const open = Promise.withResolvers<number>();
  const release = Promise.withResolvers<undefined>();
  const long = sql.begin(async (tx) => {
    const [row] = await insertEvents(tx, 1);
    open.resolve(Number(row!["id"]));
    await release.promise;
  });
  const old = await open.promise;
  // More ids than a short transaction could be late by.
  await insertEvents(sql, 100);
  const entry = await checkIn();
  const last = (await stream.until(matchesEntry(entry))).at(-1)!.id!;
  stream.close();
  release.resolve(undefined);
  await long;
  const reconnected = await listen({ caller: staff, last });
  assert.ok(last - old > 100);
  assert.ok(
    reconnected.missed.some(({ id }) => id === old),
    "the event of the long transaction was lost",
  );
  reconnected.stream.close();
});

test("resets a subscriber that missed too many events; tolerates invalid event ids", async () => {
  await sql`insert into activity (action, timestamp, collection, item, company, branch)
    select 'update', now(), ${entries}, '1', ${branch.company}, ${branch.id} from generate_series(1, 600)`;
  const { stream, missed } = await listen({ caller: staff, last: 1 });
  // Before it, the stream may get an event of these that the server reads just now.
  assert.equal(missed.at(-1)!.event, "reset");
  stream.close();
  for (const last of ["5000000000", "99999999999999", "-5", "abc", "1.5"]) {
    const reconnected = await listen({ caller: staff, last });
    assert.ok(["ready", "reset"].includes(reconnected.missed.at(-1)!.event), last);
    reconnected.stream.close();
  }
});

test("ends the stream of a suspended user only", async () => {
  const suspendedUser = await make.user("staff", { branch });
  // The events of earlier tests have been read when a later one arrives.
  const { stream: earlier } = await listen({ caller: staff });
  await earlier.until(matchesEntry(await checkIn()));
  earlier.close();
  const { stream: suspendedStream } = await listen({ caller: await asUser(suspendedUser) });
  const { stream: ownStream } = await listen({ caller: staff });
  const platform = await asUser(await make.user("platform"));
  assert.equal((await platform.patch(`/users/${suspendedUser.id}`, { status: "suspended" })).status, 200);
  assert.equal(await suspendedStream.next(), undefined);
  assert.ok(suspendedStream.isEnded);
  const id = await checkIn();
  await ownStream.until(matchesEntry(id));
  ownStream.close();
});

test("sends the events of the new branch after a user moves", async () => {
  const siblingBranch = await make.branch({ company: branch.company, slots: 5 });
  const movedUser = await make.user("staff", { branch });
  const { stream } = await listen({ caller: await asUser(movedUser) });
  const platform = await asUser(await make.user("platform"));
  assert.equal((await platform.patch(`/users/${movedUser.id}`, { default_branch: siblingBranch.id })).status, 200);
  const before = await checkIn();
  const after = await checkIn(await asUser(await make.user("staff", { branch: siblingBranch })));
  const events = await stream.until(matchesEntry(after));
  assert.ok(!events.some(matchesEntry(before)));
  stream.close();
});

test("publishes events across servers", async () => {
  const { stream: secondStream } = await listen({ caller: staff, server: secondServer });
  const { stream: firstStream } = await listen({ caller: staff, server: firstServer });
  const first = await checkIn();
  await secondStream.until(matchesEntry(first));
  await firstStream.until(matchesEntry(first));
  const checkedIn = await fetch(`${secondServer}/actions/parking/check-in`, {
    method: "POST",
    headers: { authorization: `Bearer ${staff.token}`, "content-type": "application/json" },
    body: JSON.stringify({ vehicle_no: make.plate(), phone_no: "9840012345" }),
  });
  const { data } = (await checkedIn.json()) as { data: { id: number } };
  await firstStream.until(matchesEntry(data.id));
  await secondStream.until(matchesEntry(data.id));
  secondStream.close();
  firstStream.close();
});

test("loses no events when the listening connection is interrupted", async () => {
  const { stream } = await listen({ caller: staff, server: secondServer });
  const terminated =
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`;
  assert.equal(terminated.length, 2);
  const id = await checkIn();
  await stream.until(matchesEntry(id));
  const nextEntry = await checkIn();
  await stream.until(matchesEntry(nextEntry));
  stream.close();
});

test("publishes nothing for a rejected write", async () => {
  const { stream } = await listen({ caller: staff });
  const id = await checkIn();
  await stream.until(matchesEntry(id));
  assert.ok((await staff.post(`/actions/parking/${id}/take-cash`, { expected: 1 })).status >= 400);
  const next = await checkIn();
  const events = await stream.until(matchesEntry(next));
  assert.deepEqual(
    events.map(({ data }) => data.id),
    [next],
  );
  stream.close();
});

test("requires a stream ticket and live collections; the ticket is not an access token", async () => {
  const ticket = await createTicket(staff);
  const requestCode = async (query: string): Promise<string> => {
    const response = await fetch(`${firstServer}/live?${query}`);
    return ((await response.json()) as { errors: { extensions: { code: string } }[] }).errors[0]!.extensions.code;
  };
  assert.equal(await requestCode(""), "INVALID_TOKEN");
  assert.equal(await requestCode(`ticket=${staff.token}&collections=${entries}`), "INVALID_TOKEN");
  assert.equal(await requestCode(`ticket=${ticket}`), "INVALID_QUERY");
  assert.equal(await requestCode(`ticket=${ticket}&collections=activity`), "INVALID_QUERY");
  assert.equal(await requestCode(`ticket=${ticket}&collections=${entries}&collections=nope`), "INVALID_QUERY");
  assert.equal((await staff.get(`/users/me?access_token=x`)).code, "INVALID_PAYLOAD");
  const asToken = await fetch(`${firstServer}/users/me`, { headers: { authorization: `Bearer ${ticket}` } });
  assert.equal(asToken.status, 403);
  assert.equal((await (await asUser()).post("/live/ticket")).code, "INVALID_CREDENTIALS");
});
