// A stream or socket ends with what opened it: an expired access token, an ended session, an expired or revoked static
// token. Pages of other origins cannot open a socket with a cookie.
import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser, testPassword } from "#tests/support/factories.ts";
import { openSocket, type TestSocket } from "#tests/support/test-socket.ts";

const { app, asUser, sql, clock } = await startApp();
const factories = createFactories(sql);
/** Far above the time an end takes, and below every interval and time-out that could be mistaken for it. */
const waitTimeoutMs = 8_000;
const minute = 60_000;
let address: string;
let branch: CreatedBranch;
let user: CreatedUser;
const streams: IncomingMessage[] = [];
const sockets: TestSocket[] = [];

before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  branch = await factories.branch();
});
beforeEach(async () => {
  clock.now = null;
  user = await factories.user("staff", { branch });
});
after(() => {
  for (const stream of streams) stream.destroy();
  for (const socket of sockets) socket.close();
});

interface Tokens {
  access_token: string;
  refresh_token: string;
}

async function logIn(): Promise<Tokens> {
  const payload = { email: user.email, password: testPassword };
  const response = await app.inject({ method: "POST", url: "/auth/login", payload });
  return response.json<{ data: Tokens }>().data;
}

/** An open stream; `ended` is whether it ended soon. */
async function openStream(token: string): Promise<{ ended: () => Promise<boolean> }> {
  const created = await app.inject({
    method: "POST",
    url: "/live/ticket",
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(created.statusCode, 200, created.body);
  const { ticket } = created.json<{ data: { ticket: string } }>().data;
  const url = `${address}/live?collections=Parking_Information&ticket=${ticket}`;
  const [stream] = (await once(get(url, { agent: false }), "response")) as [IncomingMessage];
  streams.push(stream);
  const closed = once(stream, "close").then(() => true);
  await once(stream, "data");
  stream.resume();
  return { ended: () => Promise.race([closed, wait(waitTimeoutMs, false, { ref: false })]) };
}

async function openAuthenticated(token: string): Promise<TestSocket> {
  const socket = await openSocket({ address: `${address}/websocket` });
  sockets.push(socket);
  assert.equal((await socket.request({ type: "auth", access_token: token })).status, "ok");
  return socket;
}

/** The code of the socket's next message, or that none arrived in time. */
async function nextCode(socket: TestSocket): Promise<string | undefined> {
  const message = await Promise.race([socket.next(), wait(waitTimeoutMs, undefined, { ref: false })]);
  return message?.error?.code;
}

async function createStaticToken(expires_at: string | null): Promise<{ id: number; token: string }> {
  const admin = await asUser(await factories.user("admin", { branch }));
  const body = { name: "Export", role: "staff", branches: [branch.id], ...(expires_at ? { expires_at } : {}) };
  const created = await admin.post("/actions/integrations", body);
  assert.equal(created.status, 200, created.text);
  return created.data;
}

test("an expired access token ends its stream", async () => {
  const { access_token } = await logIn();
  clock.now = new Date(Date.now() + 15 * minute - 2_000);
  assert.equal(await (await openStream(access_token)).ended(), true);
});

test("ending a session ends its stream and socket immediately, and no others", async () => {
  const [ending, staying] = [await logIn(), await logIn()];
  const [stream, other] = [await openStream(ending.access_token), await openStream(staying.access_token)];
  const [socket, otherSocket] = [
    await openAuthenticated(ending.access_token),
    await openAuthenticated(staying.access_token),
  ];
  const payload = { refresh_token: ending.refresh_token, mode: "json" };
  assert.equal((await app.inject({ method: "POST", url: "/auth/logout", payload })).statusCode, 204);
  assert.equal(await stream.ended(), true);
  assert.equal(await nextCode(socket), "AUTH_FAILED");
  assert.equal((await socket.ended()).code, 1008);
  assert.equal((await otherSocket.request({ type: "ping" })).type, "pong");
  assert.equal(await Promise.race([other.ended(), wait(200, false)]), false);
});

test("ending all sessions of a user ends their streams and sockets immediately", async () => {
  const { access_token } = await logIn();
  const stream = await openStream(access_token);
  const headers = { authorization: `Bearer ${access_token}` };
  const ended = await app.inject({ method: "POST", url: "/actions/account/sessions/end-all", headers });
  assert.equal(ended.statusCode, 204);
  assert.equal(await stream.ended(), true);
});

test("an expired static token ends its stream and socket", async () => {
  const now = Date.now();
  const { token } = await createStaticToken(new Date(now + 5 * minute).toISOString());
  clock.now = new Date(now + 5 * minute - 2_000);
  const [stream, socket] = [await openStream(token), await openAuthenticated(token)];
  assert.equal(await stream.ended(), true);
  assert.equal(await nextCode(socket), "TOKEN_EXPIRED");
});

test("a revoked static token ends its stream", async () => {
  const { id, token } = await createStaticToken(null);
  const stream = await openStream(token);
  const admin = await asUser(await factories.user("admin", { branch }));
  assert.equal((await admin.post(`/actions/integrations/${id}/revoke`)).status, 204);
  assert.equal(await stream.ended(), true);
});

test("a page of another origin, or without one, cannot open a socket with a cookie", async () => {
  const payload = { email: user.email, password: testPassword, mode: "session" };
  const response = await app.inject({ method: "POST", url: "/auth/login", payload });
  const cookie = String(response.headers["set-cookie"]).split(";")[0]!;
  const open = (origin: string): Promise<unknown> =>
    openSocket({ address: `${address}/websocket`, headers: { cookie, origin } }).then(
      (socket) => socket.close(),
      (error: Error) => error.message,
    );
  assert.equal(await open(address), undefined);
  assert.equal(await open("https://chaavi.test"), undefined);
  for (const origin of ["null", "https://evil.example", "file://", "not an origin"])
    assert.equal(await open(origin), "status 403", origin);
});
