// Settings of the integrations: every invalid setting is reported in one line, and production rejects simulators.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Environment } from "#server/environment.ts";
import { parseIntegrationsConfig } from "#server/integrations-config.ts";

const validEnv: Environment = {
  NODE_ENV: "production",
  SMTP_URL: "smtps://user:password@mail.example.com:465",
  MAIL_FROM: "Chaavi <no-reply@example.com>",
  SMS_PROVIDER: "msg91",
  SMS_KEY: "key",
  SMS_SENDER: "CHAAVI",
  SMS_TEMPLATES: "otp=1107160000000000001, test=1107160000000000002",
  PUSH_KEY: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  PUSH_CONTACT: "mailto:operations@example.com",
  VERIFY_CLIENT_ID: "id",
  VERIFY_CLIENT_SECRET: "secret",
};

function parse(env: Environment) {
  const errors: string[] = [];
  return { config: parseIntegrationsConfig({ env, errors }), errors };
}

test("disables integrations without settings, also in production", () => {
  const none = { mail: null, sms: null, push: null, taxIds: null };
  assert.deepEqual(parse({}), { config: none, errors: [] });
  assert.deepEqual(parse({ NODE_ENV: "production" }), { config: none, errors: [] });
});

test("defaults to the URLs of the real services", () => {
  const { config, errors } = parse(validEnv);
  assert.deepEqual(errors, []);
  assert.equal(config.sms!.url, "https://control.msg91.com");
  assert.deepEqual(config.sms!.templates, { otp: "1107160000000000001", test: "1107160000000000002" });
  assert.equal(config.taxIds!.url, "https://api.cashfree.com");
});

describe("reports each invalid setting in one line", () => {
  const table: [change: Environment, expectedError: RegExp][] = [
    [{ MAIL_FROM: "" }, /^SMTP_URL and MAIL_FROM go together/],
    [{ SMTP_URL: "mail.example.com" }, /^SMTP_URL should look like/],
    [{ MAIL_FROM: "Chaavi" }, /^MAIL_FROM is "Chaavi"/],
    [{ MAIL_FROM: "a@b.in\r\nBcc: c@d.in" }, /^MAIL_FROM is/],
    [{ SMS_PROVIDER: "pigeon" }, /^SMS_PROVIDER is "pigeon"/],
    [{ SMS_PROVIDER: "generic" }, /^SMS_URL should look like/],
    [{ SMS_KEY: "" }, /^SMS_KEY is missing/],
    [{ SMS_SENDER: "CHV" }, /^SMS_SENDER should be/],
    [{ SMS_TEMPLATES: "opt=1" }, /^SMS_TEMPLATES: "opt=1"/],
    [{ PUSH_CONTACT: "" }, /^PUSH_KEY and PUSH_CONTACT go together/],
    [{ PUSH_CONTACT: "operations" }, /^PUSH_CONTACT should look like/],
    [{ PUSH_KEY: "short" }, /^PUSH_KEY is not a private key/],
    [{ PUSH_KEY: "A".repeat(43) }, /^PUSH_KEY is not a private key/],
    [{ LOCAL_PUSH: "on" }, /^LOCAL_PUSH is for trials/],
    [{ VERIFY_CLIENT_SECRET: "" }, /^VERIFY_CLIENT_ID and VERIFY_CLIENT_SECRET go together/],
    [{ VERIFY_URL: "http://verify.example.com" }, /^VERIFY_URL must be https/],
    [{ SMS_URL: "https://127.0.0.1:4301" }, /^SMS_URL is on this machine/],
    [{ VERIFY_URL: "https://localhost:4301" }, /^VERIFY_URL is on this machine/],
    [{ SMTP_URL: "smtp://chaavi:simulated@127.0.0.1:38211" }, /^SMTP_URL is on this machine/],
    [{ SMTP_URL: "smtp://mail.example.com?tls=maybe" }, /^SMTP_URL: tls may only be none/],
    [{ SMTP_URL: "smtp://[::1]:38211" }, /^SMTP_URL is on this machine/],
  ];
  for (const [change, expectedError] of table)
    test(JSON.stringify(change), () => {
      const { errors } = parse({ ...validEnv, ...change });
      assert.equal(errors.length, 1, errors.join("\n"));
      assert.match(errors[0]!, expectedError);
    });
});

test("accepts a local mail server on a privileged port in production", () => {
  assert.deepEqual(parse({ ...validEnv, SMTP_URL: "smtp://localhost" }).errors, []);
});

test("refuses to start the simulators in production", async () => {
  const { startSimulators } = await import("#simulators/start-simulators.ts");
  const previous = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  try {
    await assert.rejects(startSimulators(), /do not run in production/);
  } finally {
    if (previous === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = previous;
  }
});
