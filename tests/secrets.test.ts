// No secret, code or phone number appears in the built pages, in the server's output, or in its responses.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { settingsSchemas } from "#server/config.ts";
import { smsKey } from "#simulators/sms.ts";
import { faultNames } from "#simulators/faults.ts";
import { taxIdSecret } from "#simulators/tax-ids.ts";
import { demoPassword } from "#tools/demo/people.ts";
import { buildWeb } from "#tools/web-build.ts";
import { testConfig } from "#tests/support/app.ts";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";
import { createFactories, testPassword } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const { sql, url } = await createTestDatabase();
const { journal, faults, integrations: outside } = await startSimulatedIntegrations();
const factories = createFactories(sql);

/** No declared setting may be named in the browser. */
const settingNames = settingsSchemas.flatMap(({ shape }) => Object.keys(shape)).filter((name) => name !== "NODE_ENV");

const listBuiltFiles = (): string[] =>
  readdirSync("dist/web", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|css|html|map|json|svg)$/.test(name))
    .map((name) => readFileSync(path.join("dist/web", name), "utf8"));

test("the built pages contain no secret, no setting's name and no server code", async () => {
  await buildWeb({ log: () => {} });
  const files = listBuiltFiles();
  for (const known of ["SMS_KEY", "SMTP_URL", "VERIFY_CLIENT_SECRET", "SECRET", "DATABASE_URL", "ADMIN_PASSWORD"])
    assert.ok(settingNames.includes(known), `${known} is one of ${settingNames.join(", ")}`);
  const secrets = [smsKey, taxIdSecret, testConfig.secret, demoPassword, "PRIVATE KEY", "authkey", "graphile_worker"];
  for (const text of files) {
    for (const secret of secrets) assert.ok(!text.includes(secret), secret);
    for (const name of settingNames) assert.doesNotMatch(text, new RegExp(`(^|[^A-Z_])${name}([^A-Z_]|$)`), name);
  }
  // The search would find them: these are the files, and their texts are not compressed.
  assert.ok(files.some((text) => text.includes("Send test message")));
});

interface RunningServer {
  child: ChildProcess;
  address: string;
  printed: () => string;
}
const config = { ...testConfig, integrations: outside };

async function startServer(): Promise<RunningServer> {
  const child = fork("tests/support/worker-server.ts", [url, JSON.stringify(config)], { stdio: "pipe" });
  let printed = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  beforeDatabaseCleanup(async () => child.kill("SIGKILL"));
  const [address] = (await once(child, "message")) as [string];
  return { child, address, printed: () => printed };
}

test("whatever fails outside, the server prints and returns nothing secret", async () => {
  const { address, printed } = await startServer();
  const admin = await factories.user("admin", { branch: await factories.branch() });
  const responses: string[] = [];
  async function post({ to, body, as }: { to: string; body: object; as?: string }): Promise<{ [name: string]: never }> {
    const headers = { "content-type": "application/json", ...(as ? { authorization: `Bearer ${as}` } : {}) };
    const response = await fetch(address + to, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    responses.push(text);
    return JSON.parse(text || "{}") as { [name: string]: never };
  }
  const { data } = (await post({
    to: "/auth/login",
    body: { email: admin.email, password: testPassword },
  })) as unknown as {
    data: { access_token: string };
  };
  responses.length = 0;
  const token = data.access_token;
  let number = 9_840_020_000;
  for (const fault of faultNames) {
    for (const service of ["mail", "sms", "tax-ids"]) faults.set(service, fault);
    number += 1;
    await post({ to: "/send-sms-otp", body: { phone_number: String(number) } });
    await post({ to: "/send-mail/otp", body: { to: `${number}@example.com` } });
    // Together, since each waits for the time-out of a service that does not respond.
    await Promise.all([
      post({ to: "/verify-pan", body: { pan: `AABCP${String(number).slice(-4)}B` }, as: token }),
      post({ to: "/verify-gst", body: { gstin: "33AABCP0001B1ZM" }, as: token }),
    ]);
    await post({ to: "/send-sms-otp", body: { phone_number: { $ne: 1 } } });
  }
  const codes = journal.list().map(({ text }) => /\b[1-9]\d{5}\b/.exec(text)![0]);
  assert.ok(codes.length >= 4, `${codes.length} codes were sent`);
  const output = [printed(), ...responses].join("\n");
  const secrets = [smsKey, taxIdSecret, config.secret, new URL(outside.mail!.url).password, testPassword, token];
  for (const secret of secrets) assert.ok(!output.includes(secret), secret);
  for (const code of codes)
    assert.doesNotMatch(output, new RegExp(`(?<![\\w.:-])${code}(?![\\w-])`), `the code ${code}`);
  assert.doesNotMatch(output, /AABCP\d{4}B(?!1ZM)/);
});
