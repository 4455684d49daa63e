// What stands in deploy/ fits the server: names, times and answers that are written down there a second time.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { errorCatalogue } from "#domain/errors.ts";
import { loadConfig } from "#server/config.ts";
import { drainTimeoutMs } from "#server/http/drain.ts";
import { requestTimeouts } from "#server/http/request-timeouts.ts";

const read = (name: string): string => readFileSync(name, "utf8").replaceAll(/^\s*#.*\n/gm, "");
const caddyfile = read("deploy/Caddyfile");
const compose = read("deploy/compose.yaml");
const example = readFileSync("deploy/env.example", "utf8");
const { drainDelayMs = 0 } = loadConfig({
  env: {
    NODE_ENV: "production",
    SECRET: "s".repeat(44),
    CREDENTIALS_KEY: "c".repeat(44),
    PUBLIC_URL: "https://park.example",
  },
});

/** The lines of the compose file below `name:`, a service's or one of the outermost. */
function section(name: string): string {
  const [, indent, rest] = new RegExp(`^( {0,2})${name}:.*\\n([\\s\\S]*)`, "m").exec(compose)!;
  const end = new RegExp(`^ {0,${indent!.length}}\\S`, "m").exec(rest!);
  return rest!.slice(0, end?.index);
}

/** A duration of the Caddyfile's, in ms. */
function durationOf(name: string): number {
  const [, seconds] = new RegExp(`^\\s*${name} (\\d+)s$`, "m").exec(caddyfile)!;
  return Number(seconds) * 1000;
}

test("the proxy knows every server by its name, and waits for it", () => {
  const servers = [...section("services").matchAll(/^ {2}([\w-]+):\n {4}<<: \*server$/gm)].map(([, name]) => name);
  assert.ok(servers.length >= 2);
  const [, upstreams] = /reverse_proxy (.*) \{/.exec(caddyfile)!;
  assert.deepEqual(
    upstreams!.split(" "),
    servers.map((name) => `${name}:3000`),
  );
  const awaited = [...section("proxy").matchAll(/^ {6}([\w-]+):\n {8}condition: service_healthy$/gm)];
  assert.deepEqual(
    awaited.map(([, name]) => name),
    servers,
  );
});

test("the proxy leaves out a server that stops before that refuses requests", () => {
  assert.match(caddyfile, /^\s*health_uri \/server\/ready$/m);
  const [, fails] = /^\s*health_fails (\d+)$/m.exec(caddyfile)!;
  assert.ok(durationOf("health_interval") * (Number(fails) + 1) < drainDelayMs);
  assert.ok(Number(/stop_grace_period: (\d+)s/.exec(section("x-server"))![1]) * 1000 > drainDelayMs + drainTimeoutMs);
});

test("no request of a visitor's makes the proxy leave a server out", () => {
  assert.doesNotMatch(caddyfile, /fail_duration|max_fails|unhealthy_/);
});

test("the proxy closes idle connections before a server does", () => {
  assert.ok(durationOf("keepalive") < requestTimeouts.keepAlive);
});

test("the proxy's own refusal is the catalogue's", () => {
  const [, body] = /respond @call `(.*)`/.exec(caddyfile)!;
  const { text: message } = errorCatalogue.SERVICE_UNAVAILABLE;
  assert.deepEqual(JSON.parse(body!), { errors: [{ message, extensions: { code: "SERVICE_UNAVAILABLE" } }] });
  assert.equal(/respond @page "(.*)"/.exec(caddyfile)![1], message);
});

test("the refusal of HAProxy is the catalogue's, too", () => {
  const [, text] = /http-error status 503 content-type application\/json string "(.*)" hdr Retry-After \d+$/m.exec(
    read("deploy/haproxy.cfg"),
  )!;
  const { text: message } = errorCatalogue.SERVICE_UNAVAILABLE;
  assert.deepEqual(JSON.parse(text!.replaceAll('\\"', '"')), {
    errors: [{ message, extensions: { code: "SERVICE_UNAVAILABLE" } }],
  });
});

test("what the compose file must have, its example has", () => {
  const required = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
  for (const name of required) assert.match(example, new RegExp(`^${name}=`, "m"));
  assert.match(section("x-server"), /^ {2}env_file: \.env$/m);
});

test("a password of the database may hold what an address may not", () => {
  assert.doesNotMatch(section("x-server"), /:\/\/.*PASSWORD/);
  assert.match(section("x-server"), /PGPASSWORD: \$\{DATABASE_PASSWORD/);
});

test("the volume of the database is where its image has the data", () => {
  const [, version] = /image: postgres:(\d+)/.exec(section("database"))!;
  assert.ok(Number(version) >= 18, "before 18 the image's volume is /var/lib/postgresql/data");
  assert.match(section("database"), /- database:\/var\/lib\/postgresql$/m);
});

test("keys and backups of an operator are kept out of the repository", () => {
  const ignored = readFileSync(".gitignore", "utf8").split("\n");
  for (const name of ["deploy/.env", "deploy/backups/"]) assert.ok(ignored.includes(name), name);
});
