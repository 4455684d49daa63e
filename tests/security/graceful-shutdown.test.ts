// SIGTERM during requests: load balancers are notified first, running requests are answered, and every commit gets its
// response. A real process with a real database.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get, type IncomingMessage, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { testKeys } from "#tests/support/app.ts";
import { createAccessToken } from "#tests/support/tokens.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";
import { openSocket } from "#tests/support/test-socket.ts";

const { sql, url } = await createTestDatabase({ max: 4 });
const factories = createFactories(sql);
const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-drain-"));
let branch: CreatedBranch;
let gate: CreatedUser;
let token: string;
let server: ServerProcess;

before(async () => {
  branch = await factories.branch();
  gate = await factories.user("staff", { branch });
  token = await createAccessToken(gate);
});
beforeEach(async () => {
  server = await startServerProcess({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    ...testKeys,
    // Shorter than a transaction waits for a lock, with connections for all blocked requests.
    DRAIN_DELAY: "1",
    POOL_SIZE: "80",
    REQUESTS_PER_PERSON: "0",
  });
});
after(async () => {
  if (server.isRunning()) await server.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

interface CheckInResponse {
  status: number;
  id: number | undefined;
  code: string | undefined;
}

/** Checks a vehicle in; "cut off" if the connection ended without a response. */
function checkIn(agent: Agent): Promise<CheckInResponse | "cut off"> {
  const body = JSON.stringify({ vehicle_no: factories.plate(), phone_no: "9840012345" });
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const request = httpRequest(`${server.address}/actions/parking/check-in`, { method: "POST", headers, agent });
    request.once("error", () => resolve("cut off"));
    request.once("response", (response) => void readResponse(response).then(resolve, () => resolve("cut off")));
    request.end(body);
  });
}

async function readResponse(response: IncomingMessage): Promise<CheckInResponse> {
  let text = "";
  for await (const chunk of response) text += String(chunk);
  const { data, errors } = JSON.parse(text) as { data?: { id: number }; errors?: { extensions: { code: string } }[] };
  return { status: response.statusCode!, id: data?.id, code: errors?.[0]?.extensions.code };
}

/** Blocks all writes of this table until released, so that their responses come after what happens meanwhile. */
async function lockTableWrites(table: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const over = sql.begin(async (tx) => {
    await tx`lock table ${tx(table)} in exclusive mode`;
    held.resolve();
    await release.promise;
  });
  await held.promise;
  return async () => {
    release.resolve();
    await over;
  };
}

async function waitForBlockedRequests(count: number): Promise<void> {
  await eventually(async () => {
    const [row] = await sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    assert.equal(row!["waiting"], count);
  });
}

async function countEntries(): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`select id from "Parking_Information" where branch = ${branch.id}`;
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
}

const readStatus = async (address: string): Promise<number> => (await fetch(address)).status;

test("all of 12 running check-ins are answered, and rejected ones were not committed", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const release = await lockTableWrites("Parking_Information");
  const begun = Array.from({ length: 12 }, () => checkIn(agent));
  await waitForBlockedRequests(12);
  const stopping = server.kill("SIGTERM");

  // First only readiness changes, and everything else is served as usual.
  await eventually(async () => assert.equal(await readStatus(`${server.address}/server/ready`), 503));
  assert.equal(await readStatus(`${server.address}/server/ping`), 200);
  // Then new requests are rejected with a code.
  await eventually(async () => assert.equal(await readStatus(`${server.address}/server/ping`), 503));
  const lateCheckIn = await checkIn(agent);
  assert.deepEqual(lateCheckIn, { status: 503, id: undefined, code: "SERVICE_UNAVAILABLE" });
  await release();

  const responses = await Promise.all(begun);
  assert.deepEqual(
    responses.map((response) => (response === "cut off" ? response : response.status)),
    responses.map(() => 200),
  );
  await stopping;
  const reported = responses.map((response) => (response as CheckInResponse).id!).toSorted((one, other) => one - other);
  assert.deepEqual(await countEntries(), reported);
  agent.destroy();
});

test("socket messages are answered before it closes; a stream ends; an idle connection delays nothing", async () => {
  const idle = new Agent({ keepAlive: true });
  const [response] = (await once(get(`${server.address}/server/ping`, { agent: idle }), "response")) as [
    IncomingMessage,
  ];
  response.resume();
  const stream = await openStream();
  const streamEnded = once(stream, "close");
  const socket = await openSocket({ address: `${server.address}/websocket` });
  assert.equal((await socket.request({ type: "auth", access_token: token }))["status"], "ok");
  const release = await lockTableWrites("presets");
  const data = { bookmark: "Today", collection: "Parking_Information" };
  socket.send({ type: "items", collection: "directus_presets", action: "create", uid: "a", data });
  await waitForBlockedRequests(1);
  const stopping = server.kill("SIGTERM");
  await eventually(async () => assert.equal(await readStatus(`${server.address}/server/ping`), 503));
  await release();
  const answer = await socket.next();
  assert.deepEqual([answer?.["uid"], answer?.data?.bookmark], ["a", "Today"]);
  assert.equal((await socket.ended()).code, 1001);
  await streamEnded;
  assert.ok(stream.complete, "the stream was interrupted");
  const startedAt = performance.now();
  await stopping;
  assert.ok(performance.now() - startedAt < 10_000);
  assert.equal((await sql`select 1 from presets where "user" = ${gate.id}`).length, 1);
  idle.destroy();
});

async function openStream(): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` };
  const created = await fetch(`${server.address}/live/ticket`, { method: "POST", headers });
  const { data } = (await created.json()) as { data: { ticket: string } };
  const address = `${server.address}/live?collections=Parking_Information&ticket=${data.ticket}`;
  const [stream] = (await once(get(address, { agent: false }), "response")) as [IncomingMessage];
  stream.resume();
  return stream;
}
