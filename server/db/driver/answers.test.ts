import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { getErrorCode } from "#domain/error-code.ts";
import { AnswerStream } from "#server/db/driver/answers.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";

const { url } = await createTestDatabase();

const frame = (type: string, body: string): Buffer => {
  const message = Buffer.from(`${type}....${body}`);
  message.writeUInt32BE(message.length - 1, 1);
  return message;
};
const ready = frame("Z", "I");
const row = frame("D", "a row");
const command = frame("C", "SELECT 1\0");
const failure = frame("E", "SERROR\0VERROR\0C22012\0Mdivision by zero\0\0");
const fatal = frame("E", "SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0");
const starting = frame("E", "SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0");

/** What is handed over of a stream that is received in pieces of a size. */
function handOver(stream: AnswerStream, data: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < data.length; start += size)
    parts.push(stream.push(data.subarray(start, start + size)) ?? Buffer.alloc(0));
  return Buffer.concat(parts);
}

test("complete messages are handed over, whatever the pieces in which they are received", () => {
  const data = Buffer.concat([
    ready,
    row,
    command,
    ready,
    failure,
    ready,
    frame("D", "x".repeat(5_000)),
    command,
    ready,
  ]);
  for (const size of [1, 2, 3, 5, 7, 64, data.length]) {
    const stream = new AnswerStream({ reportsRefusals: false });
    assert.ok(handOver(stream, data, size).equals(data));
    assert.equal(stream.end(), undefined);
  }
  const whole = new AnswerStream({ reportsRefusals: false });
  assert.equal(whole.push(data)?.buffer === data.buffer, true, "without a copy");
  assert.deepEqual(whole.push(Buffer.concat([row, command.subarray(0, 4)])), row);
});

test("an error that ends the connection is kept back, and tells whether it was being opened", () => {
  const stream = new AnswerStream({ reportsRefusals: false });
  assert.deepEqual(stream.push(Buffer.concat([ready, row, fatal])), Buffer.concat([ready, row]));
  assert.deepEqual(stream.fatalError, { code: "57P01", message: "terminating connection", isRefusal: false });
  const refused = new AnswerStream({ reportsRefusals: false });
  assert.equal(refused.push(fatal), undefined);
  assert.equal(refused.fatalError?.isRefusal, true);
  assert.deepEqual(new AnswerStream({ reportsRefusals: true }).push(fatal), fatal);
});

interface CutPath {
  url: string;
  /** Loses a connection right behind the next message of a type, which still arrives. */
  cutBehind: (type: string) => void;
  /** Whether new connections are refused as by a PostgreSQL that is starting. */
  isRefusing: boolean;
}

async function openPath(): Promise<CutPath> {
  const { hostname, port } = new URL(url);
  let cutType: string | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (path.isRefusing) {
      client.on("error", () => {}).once("data", () => client.end(starting));
      return;
    }
    const upstream = connect({ host: hostname, port: Number(port) });
    let received = Buffer.alloc(0);
    client.on("data", (chunk) => upstream.write(chunk));
    upstream.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 5 && received.length > received.readUInt32BE(1)) {
        const end = received.readUInt32BE(1) + 1;
        const message = received.subarray(0, end);
        received = received.subarray(end);
        client.write(message);
        if (String.fromCharCode(message[0]!) !== cutType) continue;
        cutType = undefined;
        client.destroySoon();
        upstream.destroy();
        return;
      }
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => sockets.delete(socket));
    }
    upstream.once("close", () => client.destroySoon());
    client.once("close", () => upstream.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  beforeDatabaseCleanup(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const proxied = new URL(url);
  proxied.hostname = "127.0.0.1";
  proxied.port = String((server.address() as AddressInfo).port);
  const path: CutPath = { url: proxied.href, cutBehind: (type) => (cutType = type), isRefusing: false };
  return path;
}

/** A pool of one connection, and the driver alone as a control. */
async function openPools(): Promise<{ pool: Sql; control: Sql; path: CutPath }> {
  const path = await openPath();
  const pool = createPool(path.url, { max: 1 });
  const control: Sql = postgres(path.url, { max: 1, fetch_types: false, onnotice: () => {} });
  beforeDatabaseCleanup(() => Promise.all([pool.end({ timeout: 1 }), control.end({ timeout: 1 })]));
  return { pool, control, path };
}

test("the error of a lost connection is not that of the first query of the next one", async () => {
  const { pool, control, path } = await openPools();
  const failLost = async (sql: Sql): Promise<unknown> => {
    await sql`select 1`;
    path.cutBehind("E");
    const failed: unknown = await sql`select 1 / ${0}::int`.catch((error: unknown) => error);
    const next = await sql`select 1`.catch((error: unknown) => error);
    assert.ok(failed instanceof Error);
    return next;
  };
  assert.deepEqual([...((await failLost(pool)) as object[])], [{ "?column?": 1 }]);
  assert.match(String(await failLost(control)), /division by zero/, "control: the driver alone");
});

test("a transaction lost with the error of a statement that was described fails alone", async () => {
  const { pool, path } = await openPools();
  await pool`select 1`;
  const lost = runTransaction({
    sql: pool,
    work: async (tx) => {
      const first = tx`select 1 / ${0}::int`.execute();
      const others = [tx`select ${1}::text`, tx`select 2`].map((query) => query.execute());
      await first.catch(() => undefined);
      path.cutBehind("E");
      await Promise.all(others);
    },
  });
  await assert.rejects(lost);
  const result = await runTransaction({ sql: pool, work: (tx) => tx<{ answer: number }[]>`select 3 as answer` });
  assert.equal(result[0]!.answer, 3);
});

test("a query whose connection is refused fails at once, also after a lost one", async () => {
  const { pool, control, path } = await openPools();
  const refuse = async (sql: Sql, waitMs: number): Promise<unknown> => {
    await sql`select 1`;
    path.cutBehind("1");
    await assert.rejects(sql`select ${1}::int`.execute());
    path.isRefusing = true;
    const refused = sql`select 2`.then(
      () => "answered",
      (error: unknown) => getErrorCode(error),
    );
    const outcome = await Promise.race([refused, wait(waitMs, "waits", { ref: false })]);
    path.isRefusing = false;
    await refused;
    return outcome;
  };
  assert.equal(await refuse(pool, 10_000), "57P03");
  const [row] = await pool<{ answer: number }[]>`select 3 as answer`;
  assert.equal(row!.answer, 3);
  assert.equal(await refuse(control, 1_000), "waits", "control: the driver alone");
});

test("rows of a query that is lost or fails leave none in the answer of the next one", async () => {
  const { pool, control, path } = await openPools();
  const select = (sql: Sql) => sql<{ answer: number }[]>`select 1 as answer`;
  const loseRows = async (sql: Sql): Promise<unknown> => {
    await select(sql);
    path.cutBehind("D");
    await assert.rejects(sql`select generate_series(1, 3)`.execute());
    return (await select(sql))[0];
  };
  const failRows = async (sql: Sql): Promise<unknown> => {
    await eventually(() => select(sql));
    await assert.rejects(sql`select 1 / (3 - i) from generate_series(1, 3) i`.execute(), { code: "22012" });
    return (await select(sql))[0];
  };
  assert.deepEqual([await loseRows(pool), await failRows(pool)], [{ answer: 1 }, { answer: 1 }]);
  assert.deepEqual([await loseRows(control), await failRows(control)], [undefined, undefined], "control");
});
