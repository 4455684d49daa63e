// What is far too long is refused with a code that reaches who sent it.
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { KeepAlive } from "#tools/bench/keep-alive.ts";

const { app } = await startApp();
await app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.server.address() as AddressInfo;

test("a body of 10 MB is refused with its code, and the connection is good for the next request", async () => {
  const body = JSON.stringify({ entry_reason: "a".repeat(10 * 1024 * 1024) });
  const path = "/items/Parking_Information";
  const clients = await Promise.all(Array.from({ length: 8 }, () => KeepAlive.open({ host: "127.0.0.1", port })));
  for (const client of clients) {
    const refused = await client.answerTo(KeepAlive.request({ method: "POST", path, token: "none", body }));
    assert.equal(refused.status, 413);
    assert.match(refused.text(), /"code":"CONTENT_TOO_LARGE"/);
    const next = await client.answerTo(KeepAlive.request({ method: "GET", path: "/server/ping", token: "none" }));
    assert.equal(next.status, 200, next.text());
    client.close();
  }
});
