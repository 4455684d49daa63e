// A customer who lost the ticket gets a new code; the link of the lost slip is then invalid.
import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { before, test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
const factories = createFactories(sql);
const { unseal } = createSealer(testConfig.secret);
let branch: CreatedBranch;
let driver: CreatedUser;
let phones = 0;
const nextPhone = () => `93${String((phones += 1)).padStart(8, "0")}`;

before(async () => {
  branch = await factories.valetBranch({ rate: "20.00", charge: "50.00" });
  driver = await factories.user("staff", { branch });
});

const getLinkToken = (link: string): string => new URL(link, "http://localhost").searchParams.get("t")!;

async function parkedTicket(): Promise<{ id: number; token: string; phone: string }> {
  const caller = await asUser(driver);
  const owner = nextPhone();
  const body = { Vehicle_Number: factories.plate(), Customer_Phone_Number: owner };
  const { data } = await caller.post("/actions/valet/create-ticket", body);
  await caller.post(`/actions/valet/${data.id}/park`, {});
  return { id: data.id, token: (await readCustomerTicket({ sql, id: data.id })).token, phone: owner };
}

async function reissueCode(id: number): Promise<string> {
  const renewed = await (await asUser(driver)).post(`/actions/valet/${id}/new-code`, {});
  assert.equal(renewed.status, 200, renewed.text);
  return (await readCustomerTicket({ sql, id })).token;
}

async function getResponseCode({
  method,
  path,
  token,
  body,
}: {
  method: "GET" | "POST";
  path: string;
  token: string;
  body?: object;
}) {
  const response = await app.inject({
    method,
    url: `/actions/valet/customer/${path}`,
    headers: { "x-ticket": token },
    ...(body ? { payload: body } : {}),
  });
  const { errors } = response.json() as { errors?: { extensions: { code: string } }[] };
  return errors?.[0]?.extensions.code ?? response.statusCode;
}

const linkUses = [
  { method: "GET", path: "status" },
  { method: "GET", path: "chat" },
  {
    method: "POST",
    path: "chat/send",
    body: { text: "hello", name: "Meena", client_id: "6f1f1c9e-0b0e-4b5e-9d55-6d6f3a3a9b10" },
  },
  { method: "POST", path: "chat/read", body: { to: 1 } },
  { method: "POST", path: "tip", body: { tip: "50.00" } },
  { method: "POST", path: "want", body: { at: null } },
  { method: "POST", path: "request-pickup", body: {} },
] as const;

test("after a new code every use of the old link is rejected, and the ticket is unchanged", async () => {
  const ticket = await parkedTicket();
  assert.equal(await getResponseCode({ method: "GET", path: "status", token: ticket.token }), 200, "control");
  await reissueCode(ticket.id);
  const row = () => sql`select *, xmin::text as version from "Valet_and_Parking_Information" where id = ${ticket.id}`;
  const stood = await row();
  for (const use of linkUses)
    assert.equal(await getResponseCode({ ...use, token: ticket.token }), "INVALID_TOKEN", use.path);
  const live = await app.inject({ url: `/actions/valet/customer/live?t=${ticket.token}` });
  assert.equal(live.statusCode, 403);
  assert.deepEqual(await row(), stood);
});

test("the link of the new slip, of its SMS and of the customer's own page works", async () => {
  const ticket = await parkedTicket();
  const token = await reissueCode(ticket.id);
  const sealed = await sql<{ sealed: string }[]>`
    select s.sealed from "Outbox" o join outbox_secrets s on s.message = o.id
    where o.template in ('valet-ticket', 'valet-new-code') and o.recipient = ${ticket.phone} order by o.id`;
  const links = sealed.map((row) => (JSON.parse(unseal(row.sealed)) as { link: string }).link);
  assert.deepEqual(links.map(getLinkToken), [ticket.token, token], "the new message has the new link");
  const owner = await asUser(await factories.user("customer", { contact_number: ticket.phone }));
  const own = await owner.get(`/actions/valet/${ticket.id}/my-page`);
  assert.equal(getLinkToken(own.data.link), token, own.text);
  const manager = await asUser(await factories.user("manager", { branch }));
  const read = await manager.get(`/actions/valet/${ticket.id}/slip`);
  assert.equal(getLinkToken(read.data.link), token, read.text);
  for (const use of linkUses) assert.equal(await getResponseCode({ ...use, token }), 200, use.path);
  const next = await reissueCode(ticket.id);
  assert.notEqual(next, token);
  assert.equal(await getResponseCode({ method: "GET", path: "status", token }), "INVALID_TOKEN");
  assert.equal(await getResponseCode({ method: "GET", path: "status", token: next }), 200);
});

test("a live stream of the old link ends with the new code; one of the new link continues", async () => {
  const ticket = await parkedTicket();
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const listen = async (token: string): Promise<IncomingMessage> => {
    const request = get({ host: "127.0.0.1", port, path: `/actions/valet/customer/live?t=${token}` });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    assert.equal(response.statusCode, 200);
    await once(response, "data");
    return response;
  };
  const old = await listen(ticket.token);
  old.resume();
  const ended = once(old, "close");
  const token = await reissueCode(ticket.id);
  await ended;
  const fresh = await listen(token);
  const nextMessage = once(fresh, "data");
  assert.equal(await getResponseCode({ method: "POST", path: "request-pickup", token, body: {} }), 200);
  assert.match(String((await nextMessage)[0]), /data: /);
  fresh.destroy();
});
