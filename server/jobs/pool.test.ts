import assert from "node:assert/strict";
import { after, test } from "node:test";
import pg from "pg";
import { SocketRegistry } from "#server/db/sockets.ts";
import { openJobPool } from "#server/jobs/pool.ts";
import { createEmptyDatabase } from "#tests/support/empty-database.ts";

const url = await createEmptyDatabase();
const pool = openJobPool({ url, size: 1, sockets: new SocketRegistry() });
const plainPool = new pg.Pool({ connectionString: url, max: 1 });
after(() => Promise.all([pool.end(), plainPool.end()]));

/** Takes a connection as graphile-worker's listener does, and returns what releases it. */
const takeConnection = (from: pg.Pool): Promise<(error?: Error) => void> =>
  new Promise((resolve, reject) => from.connect((error, _, release) => (error ? reject(error) : resolve(release))));

test("a connection of the listener is released once, however often it is asked for", async () => {
  const release = await takeConnection(pool);
  release();
  release();
  // Not freed twice: the second holder has the only connection to itself.
  const releaseSecond = await takeConnection(pool);
  release();
  assert.equal(pool.idleCount, 0);
  releaseSecond();
  const releasePlain = await takeConnection(plainPool);
  releasePlain();
  assert.throws(() => releasePlain(), /already been released/, "control: the driver's own pool throws");
});

test("a listener that connects to a pool which has ended is told so, and its release does nothing", async () => {
  const ended = openJobPool({ url, size: 1, sockets: new SocketRegistry() });
  await ended.end();
  const message = await new Promise((resolve) =>
    // graphile-worker's listener does this when its worker has stopped meanwhile.
    ended.connect((error, _, release) => {
      release();
      resolve(error?.message);
    }),
  );
  assert.match(String(message), /after calling end/);
});
