// Client addresses as counted by limits: an IPv6 client by its /64, clients behind a trusted proxy by their own
// address, and X-Forwarded-* headers accepted only from configured proxies.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TrustProxy } from "#server/http/trust-proxy.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedUser, testPassword } from "#tests/support/factories.ts";

const enquiry = { kind: "suggestion", name: "Asha", email: "asha@example.com", message: "More shade, please." };

const { app, sql, clock } = await startApp();
// The delays last seconds: by the real clock they could be over before the next attempt.
clock.now = new Date();
const factories = createFactories(sql);
const user = await factories.user("manager", { branch: await factories.branch() });

describe("IPv6 clients are counted by their /64", () => {
  async function logInFrom(remoteAddress: string, { email, typed }: { email: string; typed: string }): Promise<number> {
    const payload = { email, password: typed };
    return (await app.inject({ method: "POST", url: "/auth/login", payload, remoteAddress })).statusCode;
  }

  test("enquiries: addresses of one /64 share a limit, those of another have their own", async () => {
    const enquireFrom = async (remoteAddress: string): Promise<number> =>
      (await app.inject({ method: "POST", url: "/actions/enquiries", payload: enquiry, remoteAddress })).statusCode;
    const statuses: number[] = [];
    for (let host = 1; host <= 6; host += 1) statuses.push(await enquireFrom(`2001:db8:0:1::${host}`));
    assert.deepEqual(statuses, [204, 204, 204, 204, 204, 429]);
    assert.equal(await enquireFrom("2001:db8:0:2::1"), 204);
  });

  test("an IPv4-mapped address is counted as its IPv4 address", async () => {
    const enquireFrom = async (remoteAddress: string): Promise<number> =>
      (await app.inject({ method: "POST", url: "/actions/enquiries", payload: enquiry, remoteAddress })).statusCode;
    const statuses: number[] = [];
    for (let round = 1; round <= 6; round += 1)
      statuses.push(await enquireFrom(round % 2 === 0 ? "198.51.100.1" : "::ffff:198.51.100.1"));
    assert.deepEqual(statuses, [204, 204, 204, 204, 204, 429]);
    assert.equal(await enquireFrom("::ffff:198.51.100.2"), 204);
  });

  test("login attempts at one account: another address in the /64 does not start a new count", async () => {
    const email = "nobody-here@example.com";
    const statuses: number[] = [];
    for (let host = 1; host <= 11; host += 1)
      statuses.push(await logInFrom(`2001:db8:0:3::${host}`, { email, typed: "wrong" }));
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429]);
  });

  test("a user whose IPv6 address changed within its network is still recognised", async () => {
    assert.equal(await logInFrom("2001:db8:0:4::1", { email: user.email, typed: testPassword }), 200);
    await blockForStrangers(user);
    assert.equal(await logInFrom("198.51.100.99", { email: user.email, typed: testPassword }), 429);
    assert.equal(await logInFrom("2001:db8:0:4:aaaa::2", { email: user.email, typed: testPassword }), 200);
  });

  /** Failed attempts from so many addresses that all unknown to the account are delayed. */
  async function blockForStrangers({ email }: CreatedUser): Promise<void> {
    for (let host = 1; host <= 30; host += 1) await logInFrom(`203.0.113.${host}`, { email, typed: "wrong" });
  }
});

describe("behind a proxy", () => {
  /**
   * The statuses of six enquiries, each of another client of this peer: 429 for the last if they are counted as one.
   */
  async function sendFromClients(options: {
    trustProxy?: TrustProxy;
    peer: string;
    chain?: string;
  }): Promise<number[]> {
    const { app } = await startApp({ config: { trustProxy: options.trustProxy ?? false } });
    const statuses: number[] = [];
    for (let client = 1; client <= 6; client += 1) {
      const { statusCode } = await app.inject({
        method: "POST",
        url: "/actions/enquiries",
        payload: enquiry,
        remoteAddress: options.peer,
        headers: { "x-forwarded-for": (options.chain ?? "203.0.113.N").replace("N", String(client)) },
      });
      statuses.push(statusCode);
    }
    return statuses;
  }
  const separate = [204, 204, 204, 204, 204, 204];
  const together = [...separate.slice(1), 429];

  test("clients of a trusted range are counted individually", async () => {
    assert.deepEqual(await sendFromClients({ trustProxy: ["10.0.0.0/8"], peer: "10.0.0.1" }), separate);
  });

  test("clients of a proxy trusted by count are counted individually", async () => {
    assert.deepEqual(await sendFromClients({ trustProxy: 1, peer: "10.0.0.1" }), separate);
  });

  test("headers of an untrusted peer are ignored", async () => {
    assert.deepEqual(await sendFromClients({ trustProxy: ["10.0.0.0/8"], peer: "198.51.100.9" }), together);
    assert.deepEqual(await sendFromClients({ trustProxy: 1, peer: "198.51.100.9" }), together);
    assert.deepEqual(await sendFromClients({ peer: "10.0.0.1" }), together);
  });

  test("header values added by the client before the proxy are ignored", async () => {
    const chain = "192.0.2.N, 203.0.113.1";
    assert.deepEqual(await sendFromClients({ trustProxy: ["10.0.0.0/8"], peer: "10.0.0.1", chain }), together);
    assert.deepEqual(await sendFromClients({ trustProxy: 1, peer: "10.0.0.1", chain }), together);
  });

  test("the activity log contains the client's address", async () => {
    const { app, sql } = await startApp({ config: { trustProxy: ["10.0.0.0/8"] } });
    const factories = createFactories(sql);
    const user = await factories.user("manager", { branch: await factories.branch() });
    const headers = { "x-forwarded-for": "203.0.113.44" };
    const payload = { email: user.email, password: testPassword };
    await app.inject({ method: "POST", url: "/auth/login", payload, remoteAddress: "10.0.0.1", headers });
    const [row] = await sql`select ip from activity where action = 'login' and "user" = ${user.id}`;
    assert.equal(row?.["ip"], "203.0.113.44");
  });
});

describe("Secure cookies and HSTS follow PUBLIC_URL", () => {
  for (const { publicUrl, isSecure } of [
    { publicUrl: "https://park.example", isSecure: true },
    { publicUrl: "http://localhost:3000", isSecure: false },
  ])
    test(`${publicUrl}: ${isSecure ? "both" : "neither"}, regardless of headers`, async () => {
      const { app, sql } = await startApp({ config: { publicUrl } });
      const factories = createFactories(sql);
      const user = await factories.user("manager", { branch: await factories.branch() });
      for (const proto of ["http", "https"])
        for (const mode of ["cookie", "session"]) {
          const response = await app.inject({
            method: "POST",
            url: "/auth/login",
            payload: { email: user.email, password: testPassword, mode },
            headers: { "x-forwarded-proto": proto },
          });
          assert.equal(response.statusCode, 200);
          const attributes = String(response.headers["set-cookie"]).split("; ");
          assert.equal(attributes.includes("Secure"), isSecure, `${mode}: ${attributes.join("; ")}`);
          assert.ok(attributes.includes("HttpOnly") && attributes.includes("SameSite=Lax"));
          const hsts = isSecure ? "max-age=31536000; includeSubDomains" : undefined;
          assert.equal(response.headers["strict-transport-security"], hsts);
        }
    });

  test("a page at PUBLIC_URL may use its cookie if the proxy requests another host", async () => {
    const { app, sql } = await startApp({ config: { publicUrl: "https://park.example" } });
    const factories = createFactories(sql);
    const user = await factories.user("manager", { branch: await factories.branch() });
    const payload = { email: user.email, password: testPassword, mode: "session" };
    const loggedIn = await app.inject({ method: "POST", url: "/auth/login", payload });
    const cookie = String(loggedIn.headers["set-cookie"]).split(";")[0]!;
    const statusFrom = async (headers: { [name: string]: string }): Promise<number> =>
      (
        await app.inject({
          method: "PATCH",
          url: "/users/me",
          payload: { first_name: "Asha" },
          headers: { cookie, host: "server:3000", ...headers },
        })
      ).statusCode;
    assert.equal(await statusFrom({ origin: "https://park.example" }), 200);
    assert.equal(await statusFrom({ origin: "http://server:3000" }), 200);
    assert.equal(await statusFrom({ origin: "https://evil.example" }), 403);
    assert.equal(await statusFrom({ origin: "https://evil.example", "x-forwarded-host": "evil.example" }), 403);
    assert.equal(await statusFrom({ origin: "null" }), 403);
  });
});
