// Headers of the built pages: content security policy and cache control.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, test } from "node:test";
import { startApp } from "#tests/support/app.ts";

const { app } = await startApp();
after(() => app.close());

const requiredHeaders: { [name: string]: string } = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
};
const directives = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
  "form-action 'self'",
];

async function fetchHeaders(url: string): Promise<{ [name: string]: unknown }> {
  const response = await app.inject({ url, headers: { accept: "text/html" } });
  assert.equal(response.statusCode, 200, url);
  for (const [name, value] of Object.entries(requiredHeaders))
    assert.equal(response.headers[name], value, `${url} ${name}`);
  const policy = String(response.headers["content-security-policy"]).split("; ");
  for (const directive of directives) assert.ok(policy.includes(directive), `${url} ${directive}`);
  assert.match(String(response.headers["permissions-policy"]), /^camera=\(self\), geolocation=\(self\), /);
  return response.headers;
}

for (const page of ["/", "/partner-with-us", "/a/b/parking/dashboard", "/a/b/valet-parking/customer/login"])
  test(`the page ${page} is always revalidated`, async () => {
    const headers = await fetchHeaders(page);
    assert.equal(headers["cache-control"], "no-cache");
    assert.match(String(headers["content-type"]), /^text\/html/);
  });

test("pages answer every Accept header that allows HTML, and those of the web application JSON if it is preferred", async () => {
  const getStatus = async (url: string, accept?: string): Promise<number> =>
    (await app.inject({ url, headers: accept === undefined ? {} : { accept } })).statusCode;
  for (const accept of ["*/*", "text/*;q=0.5", "application/json, text/html", undefined])
    assert.equal(await getStatus("/", accept), 200, String(accept));
  for (const accept of ["application/json", "text/html;q=0, application/json"])
    assert.equal(await getStatus("/", accept), 404, accept);
  for (const page of ["/partner-with-us", "/a/b/valet-parking/dashboard", "/receipt/a.b"]) {
    for (const accept of ["text/html", "*/*", undefined]) assert.equal(await getStatus(page, accept), 200, page);
    assert.equal(await getStatus(page, "application/json, */*"), 404, page);
  }
  // Below the API, and where no page can be, only a browser gets the page that says so.
  for (const url of ["/items/Nowhere/1/2", "/nothing/here"]) {
    assert.equal(await getStatus(url, "*/*"), 404);
    const page = await app.inject({ url, headers: { accept: "text/html" } });
    assert.equal(page.statusCode, 404, url);
    assert.match(String(page.headers["content-type"]), /^text\/html/);
  }
});

test("files with a hash in their name are cached permanently, others are revalidated", async () => {
  const names = readdirSync("dist/web/static").filter((name) => /\.(js|css|wasm|woff2)$/.test(name));
  assert.ok(names.length > 10);
  for (const name of names) {
    const headers = await fetchHeaders(`/static/${name}`);
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable", name);
  }
  assert.equal((await fetchHeaders("/favicon.svg"))["cache-control"], "no-cache");
});

test("a missing build file is not cached", async () => {
  const response = await app.inject("/static/nothing-0123.js");
  assert.equal(response.statusCode, 404);
  assert.equal(response.headers["cache-control"], "no-store");
});
