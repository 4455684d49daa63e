// Requests whose body is far too large are rejected with an error that reaches the client.
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { KeepAliveClient } from "#tools/bench/keep-alive-client.ts";

const { app } = await startApp();
await app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.server.address() as AddressInfo;

test("rejects a body of 10 MB with its error code and keeps the connection usable for the next request", async () => {
  const body = JSON.stringify({ entry_reason: "a".repeat(10 * 1024 * 1024) });
  const path = "/items/Parking_Information";
  const clients = await Promise.all(Array.from({ length: 8 }, () => KeepAliveClient.open({ host: "127.0.0.1", port })));
  for (const client of clients) {
    const response = await client.sendRequest(KeepAliveClient.request({ method: "POST", path, token: "none", body }));
    assert.equal(response.status, 413);
    assert.match(response.text(), /"code":"CONTENT_TOO_LARGE"/);
    const next = await client.sendRequest(
      KeepAliveClient.request({ method: "GET", path: "/server/ping", token: "none" }),
    );
    assert.equal(next.status, 200, next.text());
    client.close();
  }
});
