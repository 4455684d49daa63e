// Chat of a ticket: order, idempotency, holder, read positions, and closing before handover or going off duty.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
const make = createFactories(sql);
let branch: CreatedBranch;
let ravi: CreatedUser;
let meena: CreatedUser;
let manager: CreatedUser;

before(async () => {
  branch = await make.valetBranch({});
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
  meena = await make.user("staff", { branch, first_name: "Meena" });
  manager = await make.user("manager", { branch, first_name: "Boss" });
});

async function createTicketAt(sequence: number) {
  const driver = await asUser(ravi);
  const created = await driver.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  for (const verb of ["park", "request-pickup", "accept-pickup", "at-the-gate"].slice(0, sequence - 1))
    assert.equal((await driver.post(`/actions/valet/${created.data.id}/${verb}`, {})).status, 200);
  const id: number = created.data.id;
  return { id, ...(await readCustomerTicket({ sql, id })) };
}

async function requestAsHolder({ token, path, body }: { token: string; path: string; body?: object }) {
  const response = await app.inject({
    method: body ? "POST" : "GET",
    url: `/actions/valet/customer/${path}`,
    headers: { "x-ticket": token, "content-type": "application/json" },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  const { data, errors } = response.json();
  return {
    status: response.statusCode,
    data,
    code: errors?.[0].extensions.code as string | undefined,
    text: response.body,
  };
}

const message = (text: string, more: object = {}) => ({ text, client_id: randomUUID(), ...more });
const texts = (data: { messages: { text: string }[] }) => data.messages.map(({ text }) => text);

test("requires the customer's name first, then delivers messages both ways in order, each once", async () => {
  const { id, token } = await createTicketAt(2);
  assert.deepEqual((await requestAsHolder({ token, path: "chat" })).data, { chat: null, messages: [] });
  assert.equal(
    (await requestAsHolder({ token, path: "chat/send", body: message("Hello") })).code,
    "JOIN_CHAT_WITHOUT_NAME",
  );
  assert.equal((await requestAsHolder({ token, path: "chat" })).data.chat, null, "nothing was stored");
  const tooLongMessage = message("x".repeat(4097), { name: "Anitha" });
  assert.equal((await requestAsHolder({ token, path: "chat/send", body: tooLongMessage })).code, "LONG_MESSAGE");
  const longestMessage = message("🚗".repeat(4096), { name: "Anitha" });
  assert.equal((await requestAsHolder({ token, path: "chat/send", body: longestMessage })).status, 200);

  const staff = await asUser(meena);
  assert.equal((await staff.post(`/actions/valet/${id}/chat/send`, message("Yes?"))).code, "CHAT_NOT_JOINED");
  assert.equal((await staff.post(`/actions/valet/${id}/chat/join`)).data.chat.holder.first_name, "Meena");
  const sent = message("We are on it");
  assert.equal((await staff.post(`/actions/valet/${id}/chat/send`, sent)).status, 200);
  const repeated = await staff.post(`/actions/valet/${id}/chat/send?after=1`, sent);
  assert.deepEqual(texts(repeated.data), ["We are on it"], "a repeated message is stored once");

  assert.equal((await requestAsHolder({ token, path: "status" })).data.chat.unread, 1);
  await requestAsHolder({ token, path: "chat/read", body: { to: 99 } });
  const read = await requestAsHolder({ token, path: "chat?after=1" });
  assert.deepEqual([read.data.chat.customer_read, texts(read.data)], [2, ["We are on it"]]);
  assert.equal((await requestAsHolder({ token, path: "status" })).data.chat.unread, 0);
  assert.deepEqual(
    read.data.messages.map(({ sender, name, sequence }: { sender: string; name: string; sequence: number }) => [
      sender,
      name,
      sequence,
    ]),
    [["staff", "Meena", 2]],
  );
  assert.equal((await staff.post(`/actions/valet/${id}/chat/end`)).data.chat.holder, null);
});

test("allows one holder per chat and one chat per holder; a manager takes over", async () => {
  const [ticket, otherTicket] = [await createTicketAt(1), await createTicketAt(1)];
  for (const { token } of [ticket, otherTicket])
    await requestAsHolder({ token, path: "chat/send", body: message("Hello", { name: "Anitha" }) });
  const [first, second, managerClient] = [await asUser(ravi), await asUser(meena), await asUser(manager)];
  const joins = await Promise.all(
    [first, second].map((caller) => caller.post(`/actions/valet/${ticket.id}/chat/join`)),
  );
  assert.deepEqual(
    joins.flatMap(({ code }) => code ?? []),
    ["ALREADY_CHATTING"],
  );
  const [holder, other]: [TestClient, TestClient] = joins[0]!.status === 200 ? [first, second] : [second, first];
  const rejected = await other.post(`/actions/valet/${ticket.id}/chat/send`, message("Me too"));
  const name = holder === first ? "Ravi" : "Meena";
  assert.deepEqual([rejected.code, rejected.errors[0]!.extensions["name"]], ["ALREADY_CHATTING", name]);
  assert.equal((await other.post(`/actions/valet/${ticket.id}/chat/end`)).code, "ALREADY_CHATTING");
  assert.equal((await holder.post(`/actions/valet/${otherTicket.id}/chat/join`)).code, "CHAT_ON");
  assert.equal((await managerClient.post(`/actions/valet/${ticket.id}/chat/join`)).data.chat.holder.first_name, "Boss");
  assert.equal(
    (await holder.post(`/actions/valet/${otherTicket.id}/chat/join`)).status,
    200,
    "the previous holder is free",
  );
  assert.equal((await managerClient.post(`/actions/valet/${ticket.id}/chat/end`)).status, 200);
  assert.equal((await managerClient.post(`/actions/valet/${otherTicket.id}/chat/end`)).status, 200);
});

test("an open chat does not hold up the handover, which ends it, but has to be ended before going off duty", async () => {
  const { id, otp, token } = await createTicketAt(5);
  await requestAsHolder({ token, path: "chat/send", body: message("Where?", { name: "Anitha" }) });
  // A driver without keys of other cars, who may end the duty.
  const gita = await make.user("staff", { branch, first_name: "Gita" });
  const driver = await asUser(gita);
  await driver.post(`/actions/valet/${id}/chat/join`);
  assert.equal((await driver.patch(`/users/${gita.id}`, { in_out_flag: false })).code, "ACTIVE_CHAT_PRESENTS");
  // Also by somebody who is not in the chat.
  const handover = await (await asUser(ravi)).post(`/actions/valet/${id}/hand-over`, { otp });
  assert.equal(handover.status, 200, handover.text);
  const [chat] = await sql`select holder, held_at from valet_chats where valet_and_parking_information = ${id}`;
  assert.deepEqual({ ...chat }, { holder: null, held_at: null });
  assert.deepEqual(texts((await driver.get(`/actions/valet/${id}/chat`)).data), ["Where?"], "stored with the ticket");
  const late = await requestAsHolder({ token, path: "chat/send", body: message("My glasses are in the car") });
  assert.equal(late.code, "NO_NEXT_STATUS");
  assert.equal((await driver.post(`/actions/valet/${id}/chat/join`)).code, "NO_NEXT_STATUS");
  assert.equal((await driver.patch(`/users/${gita.id}`, { in_out_flag: false })).status, 200);
});

test("numbers fifty concurrent messages of both sides without gaps or duplicates", async () => {
  const { id, token } = await createTicketAt(2);
  await requestAsHolder({ token, path: "chat/send", body: message("0", { name: "Anitha" }) });
  const staff = await asUser(meena);
  await staff.post(`/actions/valet/${id}/chat/join`);
  const responses = await Promise.all(
    Array.from({ length: 49 }, (_, index) => {
      const body = message(String(index + 1));
      return index % 2 === 0
        ? requestAsHolder({ token, path: "chat/send", body })
        : staff.post(`/actions/valet/${id}/chat/send`, body);
    }),
  );
  assert.ok(responses.every(({ status }) => status === 200));
  const { data } = await requestAsHolder({ token, path: "chat" });
  const sequences = data.messages.map(({ sequence }: { sequence: number }) => sequence);
  assert.deepEqual(
    sequences,
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
  assert.deepEqual(new Set(texts(data)).size, 50);
  await staff.post(`/actions/valet/${id}/chat/end`);
});

test("the customer of a corrected phone number starts a conversation of their own, and staff read both", async () => {
  const { id, token } = await createTicketAt(1);
  await requestAsHolder({ token, path: "chat/send", body: message("I am not the owner", { name: "Anitha" }) });
  const driver = await asUser(ravi);
  const corrected = await driver.post(`/actions/valet/${id}/correct`, {
    Customer_Phone_Number: "9840055555",
    reason: "Misheard",
  });
  assert.equal(corrected.status, 200, corrected.text);
  const { token: newToken } = await readCustomerTicket({ sql, id });
  const before = (await requestAsHolder({ token: newToken, path: "chat" })).data;
  assert.deepEqual([texts(before), before.chat.customer_name], [[], null]);
  const nameless = await requestAsHolder({ token: newToken, path: "chat/send", body: message("Mine") });
  assert.equal(nameless.code, "JOIN_CHAT_WITHOUT_NAME");
  await requestAsHolder({ token: newToken, path: "chat/send", body: message("Where is it?", { name: "Kavitha" }) });
  assert.deepEqual(texts((await requestAsHolder({ token: newToken, path: "chat" })).data), ["Where is it?"]);
  assert.deepEqual(texts((await driver.get(`/actions/valet/${id}/chat`)).data), ["I am not the owner", "Where is it?"]);
});

test("denies access to the staff of other branches and the customers of other tickets", async () => {
  const [ownTicket, otherTicket] = [await createTicketAt(1), await createTicketAt(1)];
  await requestAsHolder({ token: ownTicket.token, path: "chat/send", body: message("Mine", { name: "Anitha" }) });
  assert.deepEqual((await requestAsHolder({ token: otherTicket.token, path: "chat" })).data.messages, []);
  const stranger = await asUser(await make.user("staff", { branch: await make.valetBranch() }));
  for (const response of [
    await stranger.get(`/actions/valet/${ownTicket.id}/chat`),
    await stranger.post(`/actions/valet/${ownTicket.id}/chat/join`),
    await (await asUser()).get(`/actions/valet/${ownTicket.id}/chat`),
  ])
    assert.equal(response.code, "FORBIDDEN");
  assert.equal((await (await asUser(ravi)).post("/items/valet_chat_messages", {})).code, "FORBIDDEN");
});
