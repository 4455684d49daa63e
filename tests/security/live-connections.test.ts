// Sockets and event streams: limits per address, user and link, which do not affect others.
import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { after, before, test } from "node:test";
import WebSocket from "ws";
import { createTicketToken } from "#server/features/valet/ticket-link.ts";
import { startApp } from "#tests/support/app.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { createFactories } from "#tests/support/factories.ts";

const perAddress = 30;
const perPerson = 50;
const perLink = 20;
const { app, asUser, sql } = await startApp({ config: { liveConnectionsPerAddress: perAddress } });
const unlimitedApp = await startApp();
const crowdAddress = "127.0.0.2";
const honestAddress = "127.0.0.3";
let address: string;
let roomyAddress: string;
const closeCallbacks: (() => void)[] = [];

before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  roomyAddress = await unlimitedApp.app.listen({ port: 0, host: "127.0.0.1" });
});
after(() => closeAll());

function closeAll(): void {
  for (const close of closeCallbacks.splice(0)) close();
}

type ConnectionOutcome = { status: number; code: string | undefined; close: () => Promise<unknown> };

/** Opens a socket from this local address; returns 101 if it opened. */
function openSocket({
  from,
  at = address,
}: {
  from: string;
  at?: string;
}): Promise<ConnectionOutcome & { socket: WebSocket }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${at.replace("http", "ws")}/websocket`, { localAddress: from });
    socket.once("error", reject);
    socket.once("open", () => {
      closeCallbacks.push(() => socket.terminate());
      const close = async (): Promise<unknown> => {
        socket.terminate();
        return once(socket, "close");
      };
      resolve({ status: 101, code: undefined, socket, close });
    });
    socket.once("unexpected-response", (_request, response) => {
      void readErrorCode(response).then((code) =>
        resolve({ status: response.statusCode!, code, socket, close: () => Promise.resolve() }),
      );
    });
  });
}

/** Opens an event stream from this local address. */
function openStream({
  from,
  at = address,
  path,
}: {
  from: string;
  at?: string;
  path: string;
}): Promise<ConnectionOutcome> {
  return new Promise((resolve, reject) => {
    const request = get(`${at}${path}`, { localAddress: from, agent: false }, (response) => {
      const close = async (): Promise<unknown> => {
        request.destroy();
        return once(response, "close");
      };
      closeCallbacks.push(() => request.destroy());
      response.on("error", () => {});
      if (response.statusCode === 200) response.once("data", () => resolve({ status: 200, code: undefined, close }));
      else void readErrorCode(response).then((code) => resolve({ status: response.statusCode!, code, close }));
    });
    request.once("error", reject);
  });
}

async function readErrorCode(response: IncomingMessage): Promise<string | undefined> {
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return (JSON.parse(text) as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code;
}

/** Retries until the server has noticed that the previous connection was closed. */
async function waitUntilOpens(open: () => Promise<ConnectionOutcome>, status: number): Promise<void> {
  const end = Date.now() + 10_000;
  while ((await open()).status !== status) assert.ok(Date.now() < end, "the slot was not released");
}

async function createTicketLink({
  sql: database,
  asUser,
}: Pick<typeof unlimitedApp, "sql" | "asUser">): Promise<string> {
  const factories = createFactories(database);
  const branch = await factories.valetBranch();
  const staff = await asUser(await factories.user("staff", { branch }));
  const { data } = await staff.post("/actions/valet/create-ticket", {
    Customer_Phone_Number: "9840012345",
    Vehicle_Number: factories.plate(),
  });
  const token = createTicketToken({ tokens: testTokens, id: data.id, renewedAt: null });
  return `/actions/valet/customer/live?t=${encodeURIComponent(token)}`;
}

test("sockets and streams of one address are limited, and others can still connect", async () => {
  const link = await createTicketLink({ sql, asUser });
  const opened: ConnectionOutcome[] = [];
  for (let round = 0; round < perAddress - 1; round += 1) opened.push(await openSocket({ from: crowdAddress }));
  opened.push(await openStream({ from: crowdAddress, path: link }));
  assert.deepEqual(
    opened.map(({ status }) => status),
    [...Array.from({ length: perAddress - 1 }, () => 101), 200],
  );
  for (const rejected of [
    await openSocket({ from: crowdAddress }),
    await openStream({ from: crowdAddress, path: link }),
  ])
    assert.deepEqual([rejected.status, rejected.code], [429, "REQUESTS_EXCEEDED"]);
  assert.equal((await openSocket({ from: honestAddress })).status, 101);
  assert.equal((await openStream({ from: honestAddress, path: link })).status, 200);
  await opened[0]!.close();
  await waitUntilOpens(() => openSocket({ from: crowdAddress }), 101);
  closeAll();
});

test("requests that open nothing are not counted", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = 0; round < perAddress * 2; round += 1) {
    const [response] = (await once(
      get(`${address}/websocket`, { agent, localAddress: honestAddress }),
      "response",
    )) as [IncomingMessage];
    assert.equal(response.statusCode, 404);
    response.resume();
    await once(response, "end");
  }
  await waitUntilOpens(() => openSocket({ from: honestAddress }), 101);
  agent.destroy();
  closeAll();
});

test("streams of one link are limited from any addresses; another link is not affected", async () => {
  const [link, other] = [await createTicketLink(unlimitedApp), await createTicketLink(unlimitedApp)];
  const open = (path: string, round: number): Promise<ConnectionOutcome> =>
    openStream({ at: roomyAddress, from: `127.0.1.${round + 1}`, path });
  for (let round = 0; round < perLink; round += 1) assert.equal((await open(link, round)).status, 200);
  const rejected = await open(link, perLink);
  assert.deepEqual([rejected.status, rejected.code], [429, "REQUESTS_EXCEEDED"]);
  assert.equal((await open(other, perLink)).status, 200);
  closeAll();
});

test("streams and sockets of one user are limited together; another user is not affected", async () => {
  const factories = createFactories(unlimitedApp.sql);
  const branch = await factories.branch();
  const [person, colleague] = [
    await unlimitedApp.asUser(await factories.user("staff", { branch })),
    await unlimitedApp.asUser(await factories.user("staff", { branch })),
  ];
  const { ticket } = (await person.post("/live/ticket")).data;
  const path = `/live?collections=Parking_Information&ticket=${ticket}`;
  const open = (): Promise<ConnectionOutcome> => openStream({ at: roomyAddress, from: "127.0.2.1", path });
  for (let round = 0; round < perPerson; round += 1) assert.equal((await open()).status, 200);
  const rejected = await open();
  assert.deepEqual([rejected.status, rejected.code], [429, "REQUESTS_EXCEEDED"]);

  async function authenticate(token: string | undefined): Promise<{ code: unknown; closedWith: number | undefined }> {
    const { socket } = await openSocket({ at: roomyAddress, from: "127.0.2.2" });
    let closedWith: number | undefined;
    const closed = once(socket, "close").then(([code]) => (closedWith = code as number));
    socket.send(JSON.stringify({ type: "auth", access_token: token }));
    const [data] = (await once(socket, "message")) as [Buffer];
    const { error } = JSON.parse(data.toString()) as { error?: { code: string } };
    if (error) await closed;
    return { code: error?.code, closedWith };
  }
  assert.deepEqual(await authenticate(person.token), { code: "REQUESTS_EXCEEDED", closedWith: 1013 });
  assert.deepEqual(await authenticate(colleague.token), { code: undefined, closedWith: undefined });
  closeAll();
});
