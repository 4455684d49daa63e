// The chat of a ticket: in order, once, held by one, read, closed before handing over or leaving.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { startApp, type Caller } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { app, as, sql } = await startApp();
const make = factories(sql);
let branch: MadeBranch;
let ravi: MadeUser;
let meena: MadeUser;
let boss: MadeUser;

before(async () => {
  branch = await make.valetBranch({});
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
  meena = await make.user("staff", { branch, first_name: "Meena" });
  boss = await make.user("manager", { branch, first_name: "Boss" });
});

async function ticketAt(sequence: number) {
  const driver = await as(ravi);
  const made = await driver.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  for (const verb of ["park", "request-pickup", "accept-pickup", "at-the-gate"].slice(0, sequence - 1))
    assert.equal((await driver.post(`/actions/valet/${made.data.id}/${verb}`, {})).status, 200);
  const token = new URL(made.data.link, "http://here").searchParams.get("t")!;
  return { id: made.data.id as number, otp: made.data.otp as string, token };
}

async function ask({ token, path, body }: { token: string; path: string; body?: object }) {
  const answer = await app.inject({
    method: body ? "POST" : "GET",
    url: `/actions/valet/customer/${path}`,
    headers: { "x-ticket": token, "content-type": "application/json" },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  const { data, errors } = answer.json();
  return {
    status: answer.statusCode,
    data,
    code: errors?.[0].extensions.code as string | undefined,
    text: answer.body,
  };
}

const message = (text: string, more: object = {}) => ({ text, client_id: randomUUID(), ...more });
const texts = (data: { messages: { text: string }[] }) => data.messages.map(({ text }) => text);

test("the customer says a name first; then words go both ways, in order, and each is read once", async () => {
  const { id, token } = await ticketAt(2);
  assert.deepEqual((await ask({ token, path: "chat" })).data, { chat: null, messages: [] });
  assert.equal((await ask({ token, path: "chat/send", body: message("Hello") })).code, "JOIN_CHAT_WITHOUT_NAME");
  assert.equal((await ask({ token, path: "chat" })).data.chat, null, "nothing of it was kept");
  const long = message("x".repeat(4097), { name: "Anitha" });
  assert.equal((await ask({ token, path: "chat/send", body: long })).code, "LONG_MESSAGE");
  const most = message("🚗".repeat(4096), { name: "Anitha" });
  assert.equal((await ask({ token, path: "chat/send", body: most })).status, 200);

  const staff = await as(meena);
  assert.equal((await staff.post(`/actions/valet/${id}/chat/send`, message("Yes?"))).code, "CHAT_NOT_JOINED");
  assert.equal((await staff.post(`/actions/valet/${id}/chat/join`)).data.chat.holder.first_name, "Meena");
  const sent = message("We are on it");
  assert.equal((await staff.post(`/actions/valet/${id}/chat/send`, sent)).status, 200);
  const again = await staff.post(`/actions/valet/${id}/chat/send?after=1`, sent);
  assert.deepEqual(texts(again.data), ["We are on it"], "sent again after a break it is there once");

  assert.equal((await ask({ token, path: "status" })).data.chat.unread, 1);
  await ask({ token, path: "chat/read", body: { to: 99 } });
  const read = await ask({ token, path: "chat?after=1" });
  assert.deepEqual([read.data.chat.customer_read, texts(read.data)], [2, ["We are on it"]]);
  assert.equal((await ask({ token, path: "status" })).data.chat.unread, 0);
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

test("one of the staff holds it; nobody holds two; a manager takes over", async () => {
  const [one, other] = [await ticketAt(1), await ticketAt(1)];
  for (const { token } of [one, other])
    await ask({ token, path: "chat/send", body: message("Hello", { name: "Anitha" }) });
  const [first, second, manager] = [await as(ravi), await as(meena), await as(boss)];
  const both = await Promise.all([first, second].map((caller) => caller.post(`/actions/valet/${one.id}/chat/join`)));
  assert.deepEqual(
    both.flatMap(({ code }) => code ?? []),
    ["ALREADY_CHATTING"],
  );
  const [holder, loser]: [Caller, Caller] = both[0]!.status === 200 ? [first, second] : [second, first];
  const refused = await loser.post(`/actions/valet/${one.id}/chat/send`, message("Me too"));
  const name = holder === first ? "Ravi" : "Meena";
  assert.deepEqual([refused.code, refused.errors[0]!.extensions["name"]], ["ALREADY_CHATTING", name]);
  assert.equal((await loser.post(`/actions/valet/${one.id}/chat/end`)).code, "ALREADY_CHATTING");
  assert.equal((await holder.post(`/actions/valet/${other.id}/chat/join`)).code, "CHAT_ON");
  assert.equal((await manager.post(`/actions/valet/${one.id}/chat/join`)).data.chat.holder.first_name, "Boss");
  assert.equal((await holder.post(`/actions/valet/${other.id}/chat/join`)).status, 200, "and who lost it is free");
  assert.equal((await manager.post(`/actions/valet/${one.id}/chat/end`)).status, 200);
  assert.equal((await manager.post(`/actions/valet/${other.id}/chat/end`)).status, 200);
});

test("an open chat is ended before the car is handed over and before leaving duty", async () => {
  const { id, otp, token } = await ticketAt(5);
  await ask({ token, path: "chat/send", body: message("Where?", { name: "Anitha" }) });
  const driver = await as(ravi);
  await driver.post(`/actions/valet/${id}/chat/join`);
  const kept = await driver.post(`/actions/valet/${id}/hand-over`, { otp });
  assert.deepEqual([kept.code, kept.errors[0]!.extensions["name"]], ["ACTIVE_CHAT_PRESENTS", "Ravi"]);
  assert.equal((await driver.patch(`/users/${ravi.id}`, { in_out_flag: false })).code, "ACTIVE_CHAT_PRESENTS");
  assert.equal((await driver.post(`/actions/valet/${id}/chat/end`)).status, 200);
  assert.equal((await driver.post(`/actions/valet/${id}/hand-over`, { otp })).status, 200);
  assert.deepEqual(texts((await driver.get(`/actions/valet/${id}/chat`)).data), ["Where?"], "kept with the ticket");
  assert.equal((await driver.patch(`/users/${ravi.id}`, { in_out_flag: false })).status, 200);
  await driver.patch(`/users/${ravi.id}`, { in_out_flag: true });
});

test("fifty words at once from both sides have fifty places, without gap or double", async () => {
  const { id, token } = await ticketAt(2);
  await ask({ token, path: "chat/send", body: message("0", { name: "Anitha" }) });
  const staff = await as(meena);
  await staff.post(`/actions/valet/${id}/chat/join`);
  const answers = await Promise.all(
    Array.from({ length: 49 }, (_, place) => {
      const body = message(String(place + 1));
      return place % 2 === 0
        ? ask({ token, path: "chat/send", body })
        : staff.post(`/actions/valet/${id}/chat/send`, body);
    }),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  const { data } = await ask({ token, path: "chat" });
  const places = data.messages.map(({ sequence }: { sequence: number }) => sequence);
  assert.deepEqual(
    places,
    Array.from({ length: 50 }, (_, place) => place + 1),
  );
  assert.deepEqual(new Set(texts(data)).size, 50);
  await staff.post(`/actions/valet/${id}/chat/end`);
});

test("another branch's staff and another ticket's customer see and say nothing here", async () => {
  const [mine, theirs] = [await ticketAt(1), await ticketAt(1)];
  await ask({ token: mine.token, path: "chat/send", body: message("Mine", { name: "Anitha" }) });
  assert.deepEqual((await ask({ token: theirs.token, path: "chat" })).data.messages, []);
  const stranger = await as(await make.user("staff", { branch: await make.valetBranch() }));
  for (const answer of [
    await stranger.get(`/actions/valet/${mine.id}/chat`),
    await stranger.post(`/actions/valet/${mine.id}/chat/join`),
    await (await as()).get(`/actions/valet/${mine.id}/chat`),
  ])
    assert.equal(answer.code, "FORBIDDEN");
  assert.equal((await (await as(ravi)).post("/items/valet_chat_messages", {})).code, "FORBIDDEN");
});
