import assert from "node:assert/strict";
import { once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { before, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { app, as, sql, clock } = await startApp();
const make = factories(sql);
let branch: MadeBranch;
let company: string;
let ravi: MadeUser;

before(async () => {
  branch = await make.valetBranch({ rate: "20.00", charge: "50.00" });
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
  const [row] = await sql<{ slug: string }[]>`select slug from "Companies" where id = ${branch.company}`;
  company = row!.slug;
});

async function ticketAt(sequence: number, phone = "9840012345") {
  const driver = await as(ravi);
  const made = await driver.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: phone,
  });
  assert.equal(made.status, 200, made.text);
  for (const verb of ["park", "request-pickup", "accept-pickup", "at-the-gate"].slice(0, sequence - 1)) {
    const moved = await driver.post(`/actions/valet/${made.data.id}/${verb}`, {});
    assert.equal(moved.status, 200, `${verb}: ${moved.text}`);
  }
  return made.data;
}

async function logIn({ text, otp }: { text: string; otp: string }) {
  const caller = await as();
  return caller.post("/actions/valet/customer/log-in", { company, branch: branch.slug, text, otp });
}

async function asHolder(method: "GET" | "POST", { action, token }: { action: string; token: string }) {
  const answer = await app.inject({ method, url: `/actions/valet/customer/${action}`, headers: { "x-ticket": token } });
  const { data, errors } = answer.json();
  return { status: answer.statusCode, data, code: errors?.[0].extensions.code, text: answer.body };
}

test("with phone or plate and the code the customer sees the car, asks for it, and sees who brings it", async () => {
  clock.now = new Date("2026-11-21T12:00:00Z");
  const ticket = await ticketAt(2);
  const byPhone = await logIn({ text: "+91 98400 12345", otp: ticket.otp });
  const byPlate = await logIn({ text: ticket.Vehicle_Number, otp: ticket.otp });
  assert.equal(byPhone.status, 200, byPhone.text);
  assert.equal(byPlate.data.token, byPhone.data.token);
  const { token } = byPhone.data;
  assert.ok(ticket.link.endsWith(`/${branch.slug}/valet-parking/customer/status?t=${token}`));

  clock.now = new Date("2026-11-21T12:31:00Z");
  const before = await asHolder("GET", { action: "status", token });
  assert.equal(before.status, 200, before.text);
  assert.equal(before.data.status.sequence, 2);
  assert.equal(before.data.owed.total, 9000);
  assert.equal(before.data.badge, "Pending");
  assert.equal(before.data.estimate, null, "nothing is said before anything is known");
  assert.ok(!before.text.includes("9840012345") && !before.text.includes(ticket.otp));

  const asked = await asHolder("POST", { action: "request-pickup", token });
  assert.equal(asked.data.status.sequence, 3);
  const twice = await asHolder("POST", { action: "request-pickup", token });
  assert.equal(twice.code, "STATUS_ALREADY_UPDATED");
  await (await as(ravi)).post(`/actions/valet/${ticket.id}/accept-pickup`);
  const coming = await asHolder("GET", { action: "status", token });
  assert.deepEqual([coming.data.status.sequence, coming.data.driver], [4, "Ravi"]);
  clock.now = null;
});

test("a forged token, another secret's, and a ticket closed a day ago open nothing", async () => {
  const ticket = await ticketAt(2);
  const { token } = (await logIn({ text: ticket.Vehicle_Number, otp: ticket.otp })).data;
  const [, signature] = token.split(".");
  for (const forged of ["", "1", `${ticket.id + 1}.${signature}`, `${ticket.id}.${"a".repeat(32)}`])
    assert.equal((await asHolder("GET", { action: "status", token: forged })).code, "INVALID_TOKEN");
  assert.equal((await asHolder("GET", { action: "status", token })).status, 200, "the control");
  await sql`update "Valet_and_Parking_Information" set out_time = now() - interval '25 hours' where id = ${ticket.id}`;
  assert.equal((await asHolder("GET", { action: "status", token })).code, "INVALID_TOKEN");
});

test("a stranger learns nothing, and five tries lock the log-in but not the handover", async () => {
  const ticket = await ticketAt(5, "9840055555");
  const wrong = ticket.otp === "1000" ? "1001" : "1000";
  assert.equal((await logIn({ text: "9000000000", otp: ticket.otp })).code, "OTP_INVALID");
  const tries = await Promise.all([1, 2, 3, 4, 5].map(() => logIn({ text: "9840055555", otp: wrong })));
  assert.equal(tries.filter(({ code }) => code === "OTP_TOO_MANY_TRIES").length, 1);
  assert.equal((await logIn({ text: "9840055555", otp: ticket.otp })).code, "OTP_TOO_MANY_TRIES");
  const driver = await as(ravi);
  await driver.post(`/actions/valet/${ticket.id}/take-cash`, {});
  assert.equal((await driver.post(`/actions/valet/${ticket.id}/hand-over`, { otp: ticket.otp })).status, 200);
});

test("two tickets of one phone are told apart by their codes", async () => {
  const [one, other] = [await ticketAt(2, "9840066666"), await ticketAt(2, "9840066666")];
  const first = await logIn({ text: "9840066666", otp: one.otp });
  const second = await logIn({ text: "9840066666", otp: other.otp });
  assert.deepEqual(
    [first.data.token.split(".")[0], second.data.token.split(".")[0]],
    [String(one.id), String(other.id)],
  );
});

test("the estimate is learned from this branch's finished pickups, and the queue is counted", async () => {
  await sql`update "Valet_and_Parking_Information" set at_gate_at = null`;
  const minutes = [3, 4, 4, 5, 5, 5, 6, 6, 7, 8, 9, 12];
  for (const [index, taken] of minutes.entries()) {
    const { id } = await ticketAt(5);
    const at = new Date(Date.UTC(2026, 9, 1 + index));
    await sql`update "Valet_and_Parking_Information" set pickup_requested_at = ${at}, status_id = 6,
      at_gate_at = ${new Date(at.getTime() + taken * 60_000)}, out_time = ${at} where id = ${id}`;
  }
  await sql`update "Valet_and_Parking_Information" set status_id = 6, out_time = now(), at_gate_at = null where status_id in (3, 4, 5)`;
  const ticket = await ticketAt(2);
  const { token } = (await logIn({ text: ticket.Vehicle_Number, otp: ticket.otp })).data;
  // What was learned is at most ten seconds old.
  clock.now = new Date(Date.now() + 10_000);
  const before = await asHolder("GET", { action: "status", token });
  assert.deepEqual([before.data.ahead, before.data.estimate], [0, { low: 3, median: 6, high: 11 }]);
  clock.now = null;
  await ticketAt(3);
  await ticketAt(4);
  await asHolder("POST", { action: "request-pickup", token });
  await ticketAt(3);
  const after = await asHolder("GET", { action: "status", token });
  assert.equal(after.data.ahead, 2);
});

test("the customer wants the car at a time, takes it back, tips; what cannot be is refused by its field", async () => {
  clock.now = new Date("2026-11-21T12:00:00Z");
  const ticket = await ticketAt(2);
  const { token } = (await logIn({ text: ticket.Vehicle_Number, otp: ticket.otp })).data;
  const post = async (action: string, body: object) => {
    const answer = await app.inject({
      method: "POST",
      url: `/actions/valet/customer/${action}`,
      headers: { "x-ticket": token, "content-type": "application/json" },
      payload: JSON.stringify(body),
    });
    return answer.json() as { data?: { [field: string]: unknown }; errors?: { extensions: { code: string } }[] };
  };
  const at = "2026-11-21T14:00:00.000Z";
  assert.equal((await post("want", { at })).data?.["pickup_wanted_at"], at);
  const [row] = await sql<{ due: Date }[]>`
    select pickup_due_at as due from "Valet_and_Parking_Information" where id = ${ticket.id}`;
  const { high } = (await asHolder("GET", { action: "status", token })).data.estimate;
  assert.equal(row!.due.toISOString(), new Date(Date.parse(at) - high * 60_000).toISOString(), "as its branch takes");
  assert.equal((await post("want", { at: "2026-11-21T11:00:00Z" })).errors?.[0]?.extensions.code, "PICKUP_TIME");
  assert.equal((await post("want", { at: "soon" })).errors?.[0]?.extensions.code, "FAILED_VALIDATION");
  assert.equal((await post("want", { at: null })).data?.["pickup_wanted_at"], null);
  assert.equal((await post("tip", { tip: "30.00" })).data?.["valet_tip"], 3000);
  assert.equal((await post("tip", { tip: "-1" })).errors?.[0]?.extensions.code, "FAILED_VALIDATION");
  const slip = await (await as(ravi)).get(`/actions/valet/${ticket.id}/slip`);
  assert.equal(slip.data.valet_tip, "30.00");
  clock.now = null;
});

test("the customer's page is told of its own ticket's changes, and of no other's", async () => {
  const [mine, other] = [await ticketAt(2), await ticketAt(2)];
  const { token } = (await logIn({ text: mine.Vehicle_Number, otp: mine.otp })).data;
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const request = get(`http://127.0.0.1:${port}/actions/valet/customer/live?t=${encodeURIComponent(token)}`);
  const [stream] = (await once(request, "response")) as [NodeJS.ReadableStream];
  stream.setEncoding("utf8");
  let heard = "";
  const told = (what: RegExp) =>
    new Promise<void>((resolve) => {
      const look = (text: string) => {
        heard += text;
        if (what.test(heard)) resolve();
      };
      if (what.test(heard)) resolve();
      else stream.on("data", look);
    });
  await told(/event: ready/);
  const driver = await as(ravi);
  await driver.post(`/actions/valet/${other.id}/request-pickup`);
  await driver.post(`/actions/valet/${mine.id}/request-pickup`);
  await told(/data: \{\}\n\n$/);
  await told(/id: \d+/);
  request.destroy();
  const events = heard.match(/^id: (\d+)$/gm)!;
  const toldOf = await sql<{ item: string }[]>`
    select distinct item from activity where id = any(${events.map((event) => Number(event.slice(4)))})`;
  assert.deepEqual([...toldOf], [{ item: String(mine.id) }]);
});
