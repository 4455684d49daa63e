// reading.md §10: every request has an id in its response and in the log; the log contains no secrets.
import assert from "node:assert/strict";
import { test } from "node:test";
import fastify from "fastify";
import { redactUrl } from "#server/http/access-log.ts";
import { addRequestContext, createRequestId } from "#server/http/request-context.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories, testPassword } from "#tests/support/factories.ts";

const logLines: string[] = [];
const observability = { ...testConfig.observability, isAccessLogEnabled: true };
const fixture = await startApp({
  config: { observability },
  logDestination: { write: (line) => void logLines.push(line) },
});
const factories = createFactories(fixture.sql);
const branch = await factories.branch();
const admin = await factories.user("admin", { branch });

interface LogLine {
  log?: string;
  request_id?: string;
  url?: string;
  [name: string]: unknown;
}
const getAccessLines = (): LogLine[] =>
  logLines.map((line) => JSON.parse(line) as LogLine).filter(({ log }) => log === "access");

test("a response has an id, and the access log the same one", async () => {
  const caller = await fixture.asUser(admin);
  const response = await caller.get("/items/Branch?limit=1");
  const id = String(response.headers["x-request-id"]);
  assert.match(id, /^[\w-]{36}$/);
  const line = getAccessLines().find(({ request_id }) => request_id === id);
  assert.ok(line, "no line of this request");
  const { method, route, url, status, person, role, company, ms } = line;
  assert.deepEqual(
    { method, route, url, status },
    {
      method: "GET",
      route: "/items/:collection",
      url: "/items/Branch?limit=1",
      status: 200,
    },
  );
  assert.deepEqual({ person, role, company }, { person: admin.id, role: "admin", company: branch.company });
  assert.equal(typeof ms, "number");
});

test("no line contains a token, password, code, cookie or search term", async () => {
  const { app } = fixture;
  const secrets = ["tok-7f3a9", "Passw0rd-9", "cookie-5521", "9840055555", "link-88312"];
  await app.inject({ method: "GET", url: `/items/users?access_token=${secrets[0]}&search=${secrets[3]}` });
  await app.inject({
    method: "POST",
    url: "/auth/login",
    payload: { email: "nobody@example.com", password: secrets[1] },
    headers: { cookie: `directus_session_token=${secrets[2]}`, authorization: `Bearer ${secrets[0]}` },
  });
  await app.inject({ method: "GET", url: `/actions/payments/link/${secrets[4]}` });
  await app.inject({ method: "GET", url: `/pay/${secrets[4]}`, headers: { accept: "text/html" } });
  const text = logLines.join("");
  for (const secret of secrets) assert.ok(!text.includes(secret), secret);
  assert.ok(getAccessLines().some(({ url }) => url === "/actions/payments/link/[hidden]"));
  assert.ok(
    getAccessLines().some(
      ({ url }) => url === "/items/users?access_token=[hidden]&search=[hidden]" || url === "/users",
    ),
  );
});

const addresses = [
  [
    "/items/Branch/7?fields=id",
    "/items/:collection/:id",
    { collection: "Branch", id: "7" },
    "/items/Branch/7?fields=id",
  ],
  [
    "/items/users?filter[email]=a@b.in",
    "/items/:collection",
    { collection: "users" },
    "/items/users?filter[email]=[hidden]",
  ],
  ["/actions/receipts/abc", "/actions/receipts/:token", { token: "abc" }, "/actions/receipts/[hidden]"],
  ["/pay/secret-link?x=1", undefined, {}, "/pay/…?x=[hidden]"],
  ["/static/app-123.js", "/static/*", { "*": "app-123.js" }, "/static/…"],
  [
    "/items/Branch/%0aforged",
    "/items/:collection/:id",
    { collection: "Branch", id: "\nforged" },
    "/items/Branch/[hidden]",
  ],
] as const;
for (const [url, route, params, expected] of addresses)
  test(`${url} is logged as ${expected}`, () => assert.equal(redactUrl({ url, route, params }), expected));

test("an unexpected error shows its reference, under which the log contains it", async () => {
  await fixture.sql`alter table "Areas" rename to "Areas_away"`;
  try {
    const response = await (await fixture.asUser(admin)).get("/items/Areas");
    assert.equal(response.status, 500);
    const reference = response.errors[0]!.extensions["request_id"];
    assert.equal(reference, response.headers["x-request-id"]);
    assert.ok(logLines.some((line) => line.includes(`"reqId":"${String(reference)}"`) && line.includes('"level":50')));
  } finally {
    await fixture.sql`alter table "Areas_away" rename to "Areas"`;
  }
});

test("an expected rejection stays unchanged", async () => {
  const response = await (
    await fixture.asUser()
  ).post("/auth/login", { email: admin.email, password: `${testPassword}x` });
  assert.equal(response.status, 401);
  assert.deepEqual(response.errors[0]!.extensions, { code: "INVALID_CREDENTIALS" });
});

test("a security event is logged immediately, masked as in the table", async () => {
  const own: string[] = [];
  const options = { ...testConfig.observability, logLevel: "info" as const };
  const { app } = await startApp({
    config: { observability: options },
    logDestination: { write: (line) => void own.push(line) },
  });
  const payload = { email: "lakshmi@example.com", password: "Secret-77" };
  await app.inject({ method: "POST", url: "/auth/login", payload, remoteAddress: "203.0.113.8" });
  const [line] = own.map((text) => JSON.parse(text) as LogLine).filter(({ log }) => log === "security");
  assert.ok(line, own.join(""));
  const { kind, subject, ip, count } = line;
  assert.deepEqual(
    { kind, subject, ip, count },
    {
      kind: "log_in_failed",
      subject: "la•••@example.com",
      ip: "203.0.113.8",
      count: 1,
    },
  );
  assert.ok(!own.join("").includes("lakshmi@") && !own.join("").includes("Secret-77"));
});

async function getRequestId({ trustProxy, headers }: { trustProxy: boolean; headers: object }): Promise<string> {
  const app = fastify({ trustProxy, genReqId: createRequestId });
  addRequestContext(app);
  app.get("/", (request, reply) => reply.send(request.id));
  const response = await app.inject({ url: "/", headers: headers as { [name: string]: string } });
  assert.equal(response.headers["x-request-id"], response.body);
  await app.close();
  return response.body;
}

test("an id is accepted from a trusted proxy only, and only if well formed", async () => {
  const provided = "req-0123456789";
  const forwarded = { "x-forwarded-for": "203.0.113.9", "x-request-id": provided };
  assert.equal(await getRequestId({ trustProxy: true, headers: forwarded }), provided);
  assert.notEqual(await getRequestId({ trustProxy: false, headers: forwarded }), provided);
  assert.notEqual(await getRequestId({ trustProxy: true, headers: { "x-request-id": provided } }), provided);
  for (const forged of ["short", "a b c d e f g", "x".repeat(65), 'a","level":60,"b'])
    assert.notEqual(
      await getRequestId({ trustProxy: true, headers: { ...forwarded, "x-request-id": forged } }),
      forged,
    );
});
