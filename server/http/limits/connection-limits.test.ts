import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import * as limits from "#domain/limits.ts";
import { ConnectionLimits, getLinkQuota, getUserQuota } from "#server/http/limits/connection-limits.ts";
import { ApiError } from "#server/items/api-error.ts";

const hasErrorCode = (code: string) => (error: unknown) => error instanceof ApiError && error.entries[0]?.code === code;

describe("ConnectionLimits", () => {
  test("limits connections per /64 network and leaves capacity for other addresses", () => {
    const connections = new ConnectionLimits({ perAddress: 2 });
    connections.open({ address: "2001:db8::1" });
    const close = connections.open({ address: "2001:db8::2" });
    assert.throws(() => connections.open({ address: "2001:db8::3" }), hasErrorCode("REQUESTS_EXCEEDED"));
    connections.open({ address: "203.0.113.7" });
    close();
    close();
    connections.open({ address: "2001:db8::3" });
    assert.throws(() => connections.open({ address: "2001:db8::4" }), hasErrorCode("REQUESTS_EXCEEDED"));
  });

  test("limits connections per user and per link across addresses", () => {
    for (const quota of [getUserQuota("a"), getLinkQuota({ kind: "ticket", id: 1 })]) {
      const connections = new ConnectionLimits({ perAddress: 1_000 });
      for (let index = 0; index < quota.max; index += 1)
        connections.open({ address: `203.0.113.${index}`, quotas: [quota] });
      const request = { address: "198.51.100.1", quotas: [quota] };
      assert.throws(() => connections.open(request), hasErrorCode("REQUESTS_EXCEEDED"));
      assert.throws(() => connections.add(quota), hasErrorCode("REQUESTS_EXCEEDED"));
      connections.open({
        address: "198.51.100.1",
        quotas: [getUserQuota("b"), getLinkQuota({ kind: "invite", id: 1 })],
      });
    }
  });

  test("rejects connections over the total with SERVICE_UNAVAILABLE", () => {
    const connections = new ConnectionLimits({ perAddress: limits.liveConnections });
    for (let index = 0; index < limits.liveConnections; index += 1) connections.open({ address: "203.0.113.7" });
    assert.throws(() => connections.open({ address: "198.51.100.1" }), hasErrorCode("SERVICE_UNAVAILABLE"));
  });

  test("allows one address less than a tenth of the total by default", () => {
    assert.ok(limits.liveConnectionsPerAddress * 10 < limits.liveConnections);
  });

  test("counts nothing after every connection was closed or rejected", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(2), fc.boolean())), (attempts) => {
        const connections = new ConnectionLimits({ perAddress: 3 });
        const closers: (() => void)[] = [];
        for (const [host, userId, shouldCloseOne] of attempts) {
          try {
            closers.push(
              connections.open({ address: `203.0.113.${host}`, quotas: [{ key: `person:${userId}`, max: 2 }] }),
            );
          } catch {
            if (shouldCloseOne) closers.pop()?.();
          }
        }
        for (const close of closers) close();
        for (let host = 0; host < 3; host += 1)
          for (let index = 0; index < 3; index += 1) connections.open({ address: `203.0.113.${host}` });
      }),
    );
  });
});
