// §7 live: over a real port, to whoever may read the row and to nobody else; what was missed is caught up.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { FastifyInstance } from "fastify";
import { buildApp } from "#server/app.ts";
import { connect } from "#server/db/pool.ts";
import { startApp, testConfig, type Caller } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { app, as, sql, url } = await startApp();
const make = factories(sql);
const entries = "Parking_Information";
const otherSql = connect(url, { max: 5 });
const otherApp = await buildApp({ sql: otherSql, config: testConfig });
after(async () => {
  await otherApp.close();
  await otherSql.end({ timeout: 5 });
});
let here: string;
let there: string;
let branch: MadeBranch;
let other: MadeBranch;
let person: MadeUser;
let staff: Caller;

const open = (server: FastifyInstance): Promise<string> => server.listen({ port: 0, host: "127.0.0.1" });

before(async () => {
  [here, there] = await Promise.all([open(app), open(otherApp)]);
  branch = await make.branch({ slots: 200 });
  other = await make.branch({ slots: 200 });
  person = await make.user("staff", { branch });
  staff = await as(person);
});

interface Told {
  event: string;
  id: number | undefined;
  data: { collection?: string; id?: number | string; action?: string };
}

/** A stream as a browser reads it; what comes is handed out one after the other. */
class Stream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #controller: AbortController;
  readonly #told: Told[] = [];
  #rest = "";
  isOver = false;

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>, controller: AbortController) {
    this.#reader = reader;
    this.#controller = controller;
  }

  /** The next thing told; undefined once the server has ended the stream. */
  async next(): Promise<Told | undefined> {
    while (this.#told.length === 0 && !this.isOver) {
      const { done, value } = await this.#reader.read();
      this.isOver = done;
      this.#take(new TextDecoder().decode(value));
    }
    return this.#told.shift();
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split("\n\n");
    this.#rest = blocks.pop()!;
    for (const block of blocks) {
      const lines = new Map(block.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const data = lines.get("data");
      if (data === undefined) continue;
      const id = lines.get("id");
      this.#told.push({
        event: lines.get("event") ?? "message",
        id: id === undefined ? undefined : Number(id),
        data: JSON.parse(data) as Told["data"],
      });
    }
  }

  /** Everything up to and with the first thing told that fits. */
  async until(fits: (told: Told) => boolean): Promise<Told[]> {
    const seen: Told[] = [];
    for (;;) {
      const told = await this.next();
      if (!told) throw new Error(`the stream ended after ${JSON.stringify(seen)}`);
      seen.push(told);
      if (fits(told)) return seen;
    }
  }

  close(): void {
    this.#controller.abort();
  }
}

async function ticketOf(caller: Caller): Promise<string> {
  const answer = await caller.post("/live/ticket");
  assert.equal(answer.status, 200, answer.text);
  return answer.data.ticket;
}

async function listen({
  caller,
  server = here,
  collections = entries,
  last,
}: {
  caller: Caller;
  server?: string;
  collections?: string;
  last?: number | string;
}): Promise<{ stream: Stream; missed: Told[] }> {
  const controller = new AbortController();
  const answer = await fetch(`${server}/live?ticket=${await ticketOf(caller)}&collections=${collections}`, {
    signal: controller.signal,
    headers: last === undefined ? {} : { "last-event-id": String(last) },
  });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-type")!, /^text\/event-stream/);
  const stream = new Stream(answer.body!.getReader(), controller);
  const missed = await stream.until(({ event }) => event === "ready" || event === "reset");
  return { stream, missed };
}

async function enter(by: Caller = staff): Promise<number> {
  const answer = await by.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  assert.equal(answer.status, 200, answer.text);
  return answer.data.id;
}
const isOf =
  (id: number) =>
  (told: Told): boolean =>
    told.data.collection === entries && told.data.id === id;

test("a check-in and its check-out are told within a second, each with its id", async () => {
  const { stream } = await listen({ caller: staff });
  const id = await enter();
  const answered = performance.now();
  const told = (await stream.until(isOf(id))).at(-1)!;
  assert.ok(performance.now() - answered < 1_000);
  assert.deepEqual(told.data, { collection: entries, id, action: "create" });
  assert.ok(told.id! > 0);
  await staff.post(`/actions/parking/${id}/check-out`);
  const out = (await stream.until(isOf(id))).at(-1)!;
  assert.equal(out.data.action, "update");
  assert.ok(out.id! > told.id!);
  stream.close();
});

test("only to those who may read the row: another branch, another company and other customers are told nothing", async () => {
  const phone = "9840055555";
  const strangers = [
    await as(await make.user("staff", { branch: other })),
    await as(await make.user("manager", { branch: await make.branch({ company: branch.company }) })),
    await as(await make.user("customer", { contact_number: "9840066666" })),
    await as(await make.user("employee", { branch })),
  ];
  const friends = [
    staff,
    await as(await make.user("manager", { branch })),
    await as(await make.user("admin", { branch })),
    await as(await make.user("approver", { branch })),
    await as(await make.user("customer", { contact_number: phone })),
    await as(await make.user("platform")),
  ];
  // Everybody is also told of the company, so that we know when the event in question must have passed.
  const collections = `${entries},Companies,Branch`;
  const streams = await Promise.all([...strangers, ...friends].map((caller) => listen({ caller, collections })));
  const entered = await staff.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: phone });
  const { id } = entered.data;
  const platform = await as(await make.user("platform"));
  const everyone = new Set([branch.id, other.id]);
  const [sister] = await sql<
    { id: number }[]
  >`select id from "Branch" where company = ${branch.company} and id <> ${branch.id}`;
  for (const place of [...everyone, sister!.id])
    await platform.patch(`/items/Branch/${place}`, { city: `Chennai ${place}` });
  const isLast = ({ data }: Told): boolean => data.collection === "Branch";
  for (const [index, { stream }] of streams.entries()) {
    const seen = await stream.until(isLast);
    const isTold = seen.some(isOf(id));
    assert.equal(isTold, index >= strangers.length, `listener ${index}: ${JSON.stringify(seen)}`);
    stream.close();
  }
});

test("after a lost connection what was missed is caught up, and nothing of other branches", async () => {
  const { stream } = await listen({ caller: staff });
  const first = await enter();
  const last = (await stream.until(isOf(first))).at(-1)!.id!;
  stream.close();
  const stranger = await as(await make.user("staff", { branch: other }));
  const missedIds = [await enter(), await enter()];
  const foreign = await enter(stranger);
  const again = await listen({ caller: staff, last });
  const seen = again.missed.map(({ data }) => data.id);
  for (const id of missedIds) assert.ok(again.missed.some(isOf(id)), `${id} in ${seen.join()}`);
  assert.ok(!again.missed.some(isOf(foreign)));
  assert.equal(again.missed.at(-1)!.event, "ready");
  const later = await enter();
  await again.stream.until(isOf(later));
  again.stream.close();
});

test("who missed too much is told to read everything anew; a number from nowhere does no harm", async () => {
  await sql`insert into activity (action, timestamp, collection, item, company, branch)
    select 'update', now(), ${entries}, '1', ${branch.company}, ${branch.id} from generate_series(1, 600)`;
  const { stream, missed } = await listen({ caller: staff, last: 1 });
  assert.deepEqual(
    missed.map(({ event }) => event),
    ["reset"],
  );
  stream.close();
  for (const last of ["99999999999999", "-5", "abc", "1.5"]) {
    const odd = await listen({ caller: staff, last });
    assert.ok(["ready", "reset"].includes(odd.missed.at(-1)!.event), last);
    odd.stream.close();
  }
});

test("a suspended person's stream ends; a colleague's goes on", async () => {
  const leaving = await make.user("staff", { branch });
  const { stream: theirs } = await listen({ caller: await as(leaving) });
  const { stream: mine } = await listen({ caller: staff });
  const platform = await as(await make.user("platform"));
  assert.equal((await platform.patch(`/users/${leaving.id}`, { status: "suspended" })).status, 200);
  assert.equal(await theirs.next(), undefined);
  assert.ok(theirs.isOver);
  const id = await enter();
  await mine.until(isOf(id));
  mine.close();
});

test("who is moved to another branch is from then on told of that one", async () => {
  const sister = await make.branch({ company: branch.company, slots: 5 });
  const moving = await make.user("staff", { branch });
  const { stream } = await listen({ caller: await as(moving) });
  const platform = await as(await make.user("platform"));
  assert.equal((await platform.patch(`/users/${moving.id}`, { default_branch: sister.id })).status, 200);
  const before = await enter();
  const after = await enter(await as(await make.user("staff", { branch: sister })));
  const seen = await stream.until(isOf(after));
  assert.ok(!seen.some(isOf(before)));
  stream.close();
});

test("two servers on one database: each tells of what came in at the other", async () => {
  const { stream: atOther } = await listen({ caller: staff, server: there });
  const { stream: atThis } = await listen({ caller: staff, server: here });
  const first = await enter();
  await atOther.until(isOf(first));
  await atThis.until(isOf(first));
  const entered = await fetch(`${there}/actions/parking/check-in`, {
    method: "POST",
    headers: { authorization: `Bearer ${staff.token}`, "content-type": "application/json" },
    body: JSON.stringify({ vehicle_no: make.plate(), phone_no: "9840012345" }),
  });
  const { data } = (await entered.json()) as { data: { id: number } };
  await atThis.until(isOf(data.id));
  await atOther.until(isOf(data.id));
  atOther.close();
  atThis.close();
});

test("the listening connection is lost: what came before it was back is told all the same", async () => {
  const { stream } = await listen({ caller: staff, server: there });
  const cut =
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`;
  assert.equal(cut.length, 2);
  const id = await enter();
  await stream.until(isOf(id));
  const later = await enter();
  await stream.until(isOf(later));
  stream.close();
});

test("what was refused is not told", async () => {
  const { stream } = await listen({ caller: staff });
  const id = await enter();
  await stream.until(isOf(id));
  assert.ok((await staff.post(`/actions/parking/${id}/take-cash`, { expected: 1 })).status >= 400);
  const next = await enter();
  const seen = await stream.until(isOf(next));
  assert.deepEqual(
    seen.map(({ data }) => data.id),
    [next],
  );
  stream.close();
});

test("a ticket opens the stream and nothing else, for half a minute; without one, or for what is not live, nothing opens", async () => {
  const ticket = await ticketOf(staff);
  const ask = async (query: string): Promise<string> => {
    const answer = await fetch(`${here}/live?${query}`);
    return ((await answer.json()) as { errors: { extensions: { code: string } }[] }).errors[0]!.extensions.code;
  };
  assert.equal(await ask(""), "INVALID_TOKEN");
  assert.equal(await ask(`ticket=${staff.token}&collections=${entries}`), "INVALID_TOKEN");
  assert.equal(await ask(`ticket=${ticket}`), "INVALID_QUERY");
  assert.equal(await ask(`ticket=${ticket}&collections=activity`), "INVALID_QUERY");
  assert.equal(await ask(`ticket=${ticket}&collections=${entries}&collections=nope`), "INVALID_QUERY");
  assert.equal((await staff.get(`/users/me?access_token=x`)).code, "INVALID_PAYLOAD");
  const asToken = await fetch(`${here}/users/me`, { headers: { authorization: `Bearer ${ticket}` } });
  assert.equal(asToken.status, 403);
  assert.equal((await (await as()).post("/live/ticket")).code, "INVALID_CREDENTIALS");
});
