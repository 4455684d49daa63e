// The settings of the services outside: each mistake has its line, and production never meets a simulator.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Environment } from "#server/config.ts";
import { outsideFrom } from "#server/outside-config.ts";

const real: Environment = {
  NODE_ENV: "production",
  SMTP_URL: "smtps://user:password@mail.example.com:465",
  MAIL_FROM: "Chaavi <no-reply@example.com>",
  SMS_PROVIDER: "msg91",
  SMS_KEY: "key",
  SMS_SENDER: "CHAAVI",
  SMS_TEMPLATES: "otp=1107160000000000001, test=1107160000000000002",
  VERIFY_CLIENT_ID: "id",
  VERIFY_CLIENT_SECRET: "secret",
};

function read(env: Environment) {
  const mistakes: string[] = [];
  return { outside: outsideFrom({ env, mistakes }), mistakes };
}

test("nothing set is nothing there, in production too", () => {
  const nothing = { mail: null, sms: null, taxIds: null };
  assert.deepEqual(read({}), { outside: nothing, mistakes: [] });
  assert.deepEqual(read({ NODE_ENV: "production" }), { outside: nothing, mistakes: [] });
});

test("everything set, with the addresses of the real services where none is given", () => {
  const { outside, mistakes } = read(real);
  assert.deepEqual(mistakes, []);
  assert.equal(outside.sms!.url, "https://control.msg91.com");
  assert.deepEqual(outside.sms!.templates, { otp: "1107160000000000001", test: "1107160000000000002" });
  assert.equal(outside.taxIds!.url, "https://api.cashfree.com");
});

describe("what is wrong is said in a line", () => {
  const table: [change: Environment, mistake: RegExp][] = [
    [{ MAIL_FROM: "" }, /^SMTP_URL and MAIL_FROM go together/],
    [{ SMTP_URL: "mail.example.com" }, /^SMTP_URL should look like/],
    [{ MAIL_FROM: "Chaavi" }, /^MAIL_FROM is "Chaavi"/],
    [{ MAIL_FROM: "a@b.in\r\nBcc: c@d.in" }, /^MAIL_FROM is/],
    [{ SMS_PROVIDER: "pigeon" }, /^SMS_PROVIDER is "pigeon"/],
    [{ SMS_PROVIDER: "generic" }, /^SMS_URL should look like/],
    [{ SMS_KEY: "" }, /^SMS_KEY is missing/],
    [{ SMS_SENDER: "CHV" }, /^SMS_SENDER should be/],
    [{ SMS_TEMPLATES: "opt=1" }, /^SMS_TEMPLATES: "opt=1"/],
    [{ VERIFY_CLIENT_SECRET: "" }, /^VERIFY_CLIENT_ID and VERIFY_CLIENT_SECRET go together/],
    [{ VERIFY_URL: "http://verify.example.com" }, /^VERIFY_URL must be https/],
    [{ SMS_URL: "https://127.0.0.1:4301" }, /^SMS_URL is on this machine/],
    [{ VERIFY_URL: "https://localhost:4301" }, /^VERIFY_URL is on this machine/],
    [{ SMTP_URL: "smtp://chaavi:simulated@127.0.0.1:38211" }, /^SMTP_URL is on this machine/],
    [{ SMTP_URL: "smtp://[::1]:38211" }, /^SMTP_URL is on this machine/],
  ];
  for (const [change, mistake] of table)
    test(JSON.stringify(change), () => {
      const { mistakes } = read({ ...real, ...change });
      assert.equal(mistakes.length, 1, mistakes.join("\n"));
      assert.match(mistakes[0]!, mistake);
    });
});

test("a mail server of this machine's own, at a mail server's port, is no simulator", () => {
  assert.deepEqual(read({ ...real, SMTP_URL: "smtp://localhost" }).mistakes, []);
});

test("the simulators do not start in production", async () => {
  const { startSimulators } = await import("#simulators/start.ts");
  const before = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  try {
    await assert.rejects(startSimulators(), /do not run in production/);
  } finally {
    if (before === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = before;
  }
});
