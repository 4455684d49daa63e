// Requests that arrive too slowly are closed; a legitimate slow upload and an event stream are not. Limits are a
// hundredth of the real ones, so that seconds stand for minutes.
import assert from "node:assert/strict";
import { type AddressInfo, connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { type RequestTimeouts, requestTimeouts } from "#server/http/request-timeouts.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const timeouts: RequestTimeouts = {
  ...requestTimeouts,
  headers: 400,
  bodyGrace: 300,
  bodyBytesPerSecond: 4_000,
  request: 9_000,
  inactivity: 4_000,
  keepAlive: 600,
  checkEvery: 50,
};
const { app, asUser, sql } = await startApp({ timeouts });
const factories = createFactories(sql);
let port: number;
const sockets: Socket[] = [];

before(async () => {
  await app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = app.server.address() as AddressInfo);
});
after(() => {
  for (const socket of sockets) socket.destroy();
});

interface SlowClient {
  socket: Socket;
  received: () => string;
  /** Whether the server closed it within this time. */
  isClosedWithin: (ms: number) => Promise<boolean>;
}

function openConnection(to = port): SlowClient {
  const socket = connect({ port: to, host: "127.0.0.1" });
  sockets.push(socket);
  let text = "";
  socket.on("data", (data) => (text += data.toString()));
  socket.on("error", () => {});
  const closed = new Promise<boolean>((resolve) => socket.once("close", () => resolve(true)));
  return {
    socket,
    received: () => text,
    isClosedWithin: (ms) => Promise.race([closed, wait(ms, false, { ref: false })]),
  };
}

/** Sends the parts one after the other until the connection is closed. */
async function sendSlowly(
  { socket }: SlowClient,
  { parts, everyMs }: { parts: Iterable<string | Buffer>; everyMs: number },
) {
  for (const part of parts) {
    if (socket.destroyed) return;
    socket.write(part);
    await wait(everyMs);
  }
}

const createJsonHead = (length: number): string =>
  `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test("bodies that arrive byte by byte are closed with 408, all hundred of them", async () => {
  const clients = Array.from({ length: 100 }, () => openConnection());
  const outcomes = await Promise.all(
    clients.map(async (client) => {
      client.socket.write(createJsonHead(5_000));
      void sendSlowly(client, { parts: Array.from({ length: 100 }, () => "x"), everyMs: 50 });
      return client.isClosedWithin(3_000);
    }),
  );
  assert.deepEqual([...new Set(outcomes)], [true]);
  for (const { received } of clients) {
    assert.match(received(), /^HTTP\/1\.1 408 /);
    assert.match(received(), /"code":"OUT_OF_TIME"/);
  }
  assert.equal((await app.inject("/server/live")).statusCode, 200);
});

test("a chunked body without a length is closed as well", async () => {
  const client = openConnection();
  client.socket.write(createJsonHead(0).replace("Content-Length: 0", "Transfer-Encoding: chunked"));
  void sendSlowly(client, { parts: Array.from({ length: 100 }, () => "1\r\nx\r\n"), everyMs: 50 });
  assert.equal(await client.isClosedWithin(3_000), true);
  assert.match(client.received(), /^HTTP\/1\.1 408 /);
});

test("headers that never end are closed with 408, and so is a silent connection", async () => {
  const [talking, silent] = [openConnection(), openConnection()];
  talking.socket.write("GET /server/live HTTP/1.1\r\nHost: localhost\r\n");
  void sendSlowly(talking, { parts: Array.from({ length: 100 }, (_, index) => `X-${index}: y\r\n`), everyMs: 50 });
  assert.deepEqual(await Promise.all([talking.isClosedWithin(3_000), silent.isClosedWithin(3_000)]), [true, true]);
  assert.match(talking.received(), /^HTTP\/1\.1 408 /);
  assert.match(talking.received(), /"code":"OUT_OF_TIME"/);
  assert.match(talking.received(), /X-Content-Type-Options: nosniff/);
});

test("an idle connection is closed after its last response", async () => {
  const client = openConnection();
  client.socket.write("GET /server/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
  assert.equal(await client.isClosedWithin(5_000), true);
  assert.match(client.received(), /^HTTP\/1\.1 200 /);
});

test("a photo from a slow phone arrives, although it takes ten times the grace period", async () => {
  // A busy machine may take seconds to store the photo.
  const patient = await startApp({ timeouts: { ...timeouts, request: 60_000, inactivity: 60_000 } });
  await patient.app.listen({ port: 0, host: "127.0.0.1" });
  const make = createFactories(patient.sql);
  const { token } = await patient.asUser(await make.user("staff", { branch: await make.branch() }));
  const photo = await createLargePhoto();
  const request = new Request("http://localhost", { method: "POST", body: createPhotoForm(photo) });
  const body = Buffer.from(await request.arrayBuffer());
  const client = openConnection((patient.app.server.address() as AddressInfo).port);
  client.socket.write(
    `POST /files HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n` +
      `Content-Type: ${request.headers.get("content-type")}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const startedAt = performance.now();
  const size = Math.ceil(body.length / 40);
  const parts = Array.from({ length: 40 }, (_, index) => body.subarray(index * size, (index + 1) * size));
  await sendSlowly(client, { parts, everyMs: 75 });
  assert.ok(performance.now() - startedAt > 10 * timeouts.bodyGrace * 0.99);
  assert.equal(await client.isClosedWithin(60_000), true);
  assert.match(client.received(), /^HTTP\/1\.1 200 /);
});

test("an event stream and a socket outlive the request time-outs", async () => {
  const caller = await asUser(await factories.user("staff", { branch: await factories.branch() }));
  const { ticket } = (await caller.post("/live/ticket")).data;
  const stream = openConnection();
  stream.socket.write(`GET /live?collections=Parking_Information&ticket=${ticket} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const socket = openConnection();
  socket.socket.write(
    "GET /websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  // Heartbeats of a stream come every 15 s, which is within the real inactivity time-out and above this one.
  const ofRequests = timeouts.headers + timeouts.bodyGrace + timeouts.keepAlive;
  const ofAll = ofRequests + timeouts.inactivity;
  const closed = await Promise.all([stream.isClosedWithin(ofRequests), socket.isClosedWithin(ofAll)]);
  assert.deepEqual(closed, [false, false]);
  assert.match(stream.received(), /event: ready/);
  assert.match(socket.received(), /^HTTP\/1\.1 101 /);
});

/** Some 40 kB, which do not compress. */
async function createLargePhoto(): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
  return sharp({ create: { width: 300, height: 300, channels: 3, background: "grey", noise } })
    .jpeg()
    .toBuffer();
}

function createPhotoForm(photo: Buffer): FormData {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(photo)], { type: "image/jpeg" }), "car.jpg");
  return form;
}
