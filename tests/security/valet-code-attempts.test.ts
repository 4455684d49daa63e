// The login of the valet's customer page does not reveal which vehicles are present, and its customer cannot be locked
// out.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";
import { findCodeSentTo } from "#tests/support/outbox.ts";

const { app, asUser, sql, clock } = await startApp();
const factories = createFactories(sql, () => clock.now ?? new Date());
const open = createSealer(testConfig.secret);
const start = new Date("2026-11-21T12:00:00Z");
const wrong = "100000";
let branch: CreatedBranch;
let company: string;
let driver: CreatedUser;
let phones = 0;
const nextPhone = () => `92${String((phones += 1)).padStart(8, "0")}`;

before(async () => {
  clock.now = start;
  branch = await factories.valetBranch();
  driver = await factories.user("staff", { branch });
  const [row] = await sql<{ slug: string }[]>`select slug from "Companies" where id = ${branch.company}`;
  company = row!.slug;
});
beforeEach(() => {
  clock.now = start;
});

async function parkedVehicle(): Promise<{ plate: string; phone: string }> {
  const input = { Vehicle_Number: factories.plate(), Customer_Phone_Number: nextPhone() };
  const { status } = await (await asUser(driver)).post("/actions/valet/create-ticket", input);
  assert.equal(status, 200);
  return { plate: input.Vehicle_Number, phone: input.Customer_Phone_Number };
}

async function post({ path, payload, from }: { path: string; payload: object; from: string }) {
  const url = `/actions/valet/customer/${path}`;
  const response = await app.inject({ method: "POST", url, remoteAddress: from, payload });
  const { data, errors } = response.json<{
    data: { values: string };
    errors?: { extensions: { code: string } }[];
  }>();
  return { status: response.statusCode, data, code: errors?.[0]?.extensions.code };
}

const sendCode = (text: string, from: string) =>
  post({ path: "send-code", payload: { company, branch: branch.slug, text }, from });
const logIn = (values: string, otp: string, from: string) => post({ path: "log-in", payload: { values, otp }, from });

test("seven wrong codes get the same responses for a known and an unknown plate or phone", async () => {
  const { plate, phone: here } = await parkedVehicle();
  const responses = async (text: string, from: string) => {
    const sent = await sendCode(text, from);
    const codes: unknown[] = [sent.status];
    for (let count = 0; count < 7; count += 1) codes.push((await logIn(sent.data.values, wrong, from)).code);
    return codes;
  };
  const present = await responses(plate, "198.51.100.1");
  assert.deepEqual(present.slice(-1), ["OTP_TOO_MANY_TRIES"]);
  assert.deepEqual(await responses(factories.plate(), "198.51.100.2"), present);
  assert.deepEqual(await responses(here, "198.51.100.3"), present);
  assert.deepEqual(await responses("9111111111", "198.51.100.4"), present);
});

test("guesses of another person do not invalidate the customer's code", async () => {
  const { plate, phone: to } = await parkedVehicle();
  const sent = await sendCode(plate, "198.51.100.9");
  const otp = await findCodeSentTo({ sql, sealer: open, to });
  clock.now = new Date(start.getTime() + 31_000);
  const foreign = await sendCode(plate, "203.0.113.1");
  for (let count = 0; count < 6 && foreign.data; count += 1) await logIn(foreign.data.values, wrong, "203.0.113.1");
  assert.equal((await logIn(sent.data.values, otp, "198.51.100.9")).status, 200);
});

test("concurrent guesses are all counted", async () => {
  const { plate } = await parkedVehicle();
  const { data } = await sendCode(plate, "198.51.100.30");
  const guesses = await Promise.all(Array.from({ length: 20 }, () => logIn(data.values, wrong, "198.51.100.30")));
  assert.ok(guesses.filter(({ code }) => code === "OTP_INVALID").length <= 5);
  assert.ok(guesses.every(({ status }) => status !== 200));
});
