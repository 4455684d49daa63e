// Every response of every route has the security headers, and browsers store no personal data. Headers of built pages
// are tested in tests/e2e/page-headers.story.ts.
import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { before, describe, test } from "node:test";
import { sharePath } from "#domain/devices/shared-picture.ts";
import { createPagePolicy } from "#server/http/security-headers.ts";
import type { RouteList } from "#server/http/route-list.ts";
import { type TestClient, startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";
import { startFilesFixture } from "#tests/support/files-fixture.ts";

const { app, asUser, sql } = await startApp();
const factories = createFactories(sql);
const files = await startFilesFixture();
let manager: TestClient;
let address: string;

before(async () => {
  manager = await asUser(await factories.user("manager", { branch: await factories.branch({ slots: 5 }) }));
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});

const pagePolicy = createPagePolicy({});

type Headers = { [name: string]: unknown };

const requiredHeaders: { [name: string]: string } = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "cross-origin-opener-policy": "same-origin",
  // Printers at USB and Bluetooth are used by the product's own pages only.
  "permissions-policy":
    "camera=(self), geolocation=(self), microphone=(), payment=(), usb=(self), bluetooth=(self), display-capture=(), midi=(), serial=()",
};
const lockedDownPolicy = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** The differences from the headers of an API response. */
function findWrongHeaders(headers: Headers, differing: Headers = {}): string[] {
  const expected = {
    ...requiredHeaders,
    "content-security-policy": lockedDownPolicy,
    "cache-control": "no-store",
    ...differing,
  };
  const wrong = Object.entries(expected).filter(([name, value]) => headers[name] !== value);
  const headerNames = wrong.map(([name]) => name);
  return headerNames.map((name) => `${name}: ${String(headers[name])}`);
}

/** Pages of the public site, which exist with a build only, and what search engines read. */
function getSiteHeaders({ url, headers }: { url: string; headers: Headers }): Headers {
  if (/^\/(robots\.txt|sitemap.*\.xml)$/.test(url) && headers["content-type"] !== "application/json; charset=utf-8")
    return { "cache-control": "public, max-age=3600" };
  const isHtml = headers["content-type"] === "text/html; charset=utf-8";
  // Their addresses can contain a token.
  const isForm = /^\/(rate|ratings|report-mistake)\//.test(url);
  if ((isForm || url.endsWith("/preview")) && isHtml)
    return { "content-security-policy": pagePolicy, "referrer-policy": "no-referrer" };
  // The page of a shared picture is kept by nobody, as every other response.
  if (url === sharePath && isHtml) return { "content-security-policy": pagePolicy };
  const isPage = /^\/((valet-)?parking|valet-service|pre-booking)?(\/\*)?$|\/(info|offers-and-promotions)$/.test(url);
  return isPage && isHtml ? { "content-security-policy": pagePolicy, "cache-control": "no-cache" } : {};
}

describe("every registered route", () => {
  const routes = app.getDecorator<RouteList>("routeList").all();
  // Requested rows do not exist; requests that change global state are excluded.
  const skipped = new Set(["POST /utils/cache/clear"]);

  test("their number matches", () => assert.ok(routes.length > 150, String(routes.length)));

  for (const caller of ["nobody", "a manager"])
    test(`answers ${caller} with all headers`, async () => {
      const wrong: string[] = [];
      for (const { method, url } of routes) {
        const name = `${method} ${url}`;
        if (skipped.has(name)) continue;
        const path = url.replace(/:\w+/g, "1").replace("*", "nothing.js");
        const authorization = caller === "nobody" ? {} : { authorization: `Bearer ${manager.token}` };
        const hasBody = !["GET", "HEAD", "DELETE"].includes(method);
        const response = await app.inject({
          method: method as "GET",
          url: path,
          headers: { ...authorization, ...(hasBody ? { "content-type": "application/json" } : {}) },
          ...(hasBody ? { payload: "{}" } : {}),
        });
        // A missing file of the build is requested as such.
        const isStatic = url.startsWith("/static/");
        if (!isStatic)
          wrong.push(
            ...findWrongHeaders(response.headers, getSiteHeaders({ url, headers: response.headers })).map(
              (text) => `${name} ${response.statusCode} ${text}`,
            ),
          );
        else assert.equal(response.headers["x-content-type-options"], "nosniff");
      }
      assert.deepEqual(wrong, []);
    });
});

describe("responses of each kind", () => {
  const kinds: { [kind: string]: () => Promise<{ statusCode: number; headers: Headers; expected: number }> } = {
    "a list": async () => ({ ...(await asManager("/items/Slot_Blocks")), expected: 200 }),
    "an export": async () => ({ ...(await asManager("/items/Slot_Blocks?export=csv")), expected: 200 }),
    "the person": async () => ({ ...(await asManager("/users/me")), expected: 200 }),
    permissions: async () => ({ ...(await asManager("/permissions/me")), expected: 200 }),
    "the reference": async () => ({ ...(await asManager("/server/specs/oas")), expected: 200 }),
    GraphQL: async () => ({ ...(await asManager("/graphql?query={Slot_Blocks{id}}")), expected: 200 }),
    "a ping": async () => ({ ...(await asManager("/server/ping")), expected: 200 }),
    "an unknown URL": async () => ({ ...(await asManager("/nothing/here")), expected: 404 }),
    "a malformed URL": async () => ({ ...(await asManager("/items/%zz")), expected: 400 }),
    "a body over the limit": async () => ({
      ...(await app.inject({ method: "POST", url: "/auth/login", payload: { email: "x".repeat(2_000_000) } })),
      expected: 413,
    }),
    "an unknown token": async () => ({
      ...(await app.inject({ url: "/users/me", headers: { authorization: "Bearer nothing" } })),
      expected: 401,
    }),
  };
  const asManager = (url: string) => app.inject({ url, headers: { authorization: `Bearer ${manager.token}` } });

  for (const [kind, send] of Object.entries(kinds))
    test(kind, async () => {
      const { statusCode, headers, expected } = await send();
      assert.equal(statusCode, expected);
      assert.deepEqual(findWrongHeaders(headers), []);
    });

  test("an event stream", async (context) => {
    const { ticket } = (await manager.post("/live/ticket")).data;
    const url = `${address}/live?collections=Parking_Information&ticket=${ticket}`;
    const request = get(url, { agent: false });
    context.after(() => request.destroy());
    const [response] = (await once(request, "response")) as [IncomingMessage];
    assert.equal(response.statusCode, 200);
    assert.deepEqual(findWrongHeaders(response.headers), []);
    request.destroy();
  });
});

describe("files", () => {
  test("an image of the gate is revalidated each time and cannot be embedded elsewhere", async () => {
    const { id } = await files.upload("staff");
    const { headers } = await files.asset(id);
    assert.equal(headers.get("cache-control"), "private, no-cache");
    assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
    assert.equal(headers.get("content-security-policy"), "default-src 'none'; sandbox");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    const etag = headers.get("etag")!;
    const repeated = await files.asset(id, { headers: { "if-none-match": etag } });
    assert.deepEqual([repeated.status, repeated.headers.get("cache-control")], [304, "private, no-cache"]);
    const outsider = await fetch(`${files.address}/assets/${id}`, { headers: { "if-none-match": etag } });
    assert.equal(outsider.status, 403);
  });

  test("a published company's logo is cached for a month and can be embedded by other pages", async () => {
    const { id } = await files.upload("manager");
    await files.sql`
      update "Companies" set company_logo = ${id}, status = 'published' where id = ${files.branch.company}`;
    for (const headers of [(await files.asset(id)).headers, (await fetch(`${files.address}/assets/${id}`)).headers]) {
      assert.equal(headers.get("cache-control"), "private, max-age=2592000");
      assert.equal(headers.get("cross-origin-resource-policy"), "cross-origin");
    }
  });
});
