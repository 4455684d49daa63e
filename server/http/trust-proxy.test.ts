import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { coreSettings } from "#server/settings/core-settings.ts";
import { toFastifyTrustProxy, type TrustProxy } from "#server/http/trust-proxy.ts";
import { readSettings } from "#server/settings/settings.ts";

function parseTrustProxy({ text, errors }: { text: string | undefined; errors: string[] }): TrustProxy {
  return readSettings({ env: { TRUST_PROXY: text }, schema: coreSettings, errors }).TRUST_PROXY;
}

describe("TRUST_PROXY", () => {
  const accepted: [text: string | undefined, trustProxy: TrustProxy][] = [
    [undefined, false],
    ["", false],
    ["off", false],
    ["1", 1],
    ["10", 10],
    ["10.0.0.5", ["10.0.0.5"]],
    ["10.0.0.0/8, fd00::/8,loopback", ["10.0.0.0/8", "fd00::/8", "loopback"]],
  ];
  for (const [text, trustProxy] of accepted)
    test(`accepts ${String(text)}`, () => {
      const errors: string[] = [];
      assert.deepEqual(parseTrustProxy({ text, errors }), trustProxy);
      assert.deepEqual(errors, []);
    });

  for (const text of ["true", "on", "0", "11", "-1", "10.0.0.0/33", "0.0.0.0/0", "::/0", "proxy.internal", "10.0.0.5,"])
    test(`rejects ${text}`, () => {
      const errors: string[] = [];
      assert.equal(parseTrustProxy({ text, errors }), false);
      assert.equal(errors.length, 1);
      assert.match(errors[0]!, /^TRUST_PROXY is ".*": give the number of proxies/);
    });

  test("trusts a number of hops, the first of them only in a private network", () => {
    const isTrusted = toFastifyTrustProxy(2) as (address: string, hop: number) => boolean;
    const peers = ["127.0.0.1", "::1", "10.1.2.3", "::ffff:172.16.0.1", "192.168.0.9", "fd00::7", "100.64.0.1"];
    for (const peer of peers) assert.equal(isTrusted(peer, 0), true, peer);
    for (const peer of ["203.0.113.7", "2a00::1", "::ffff:8.8.8.8", "unknown"])
      assert.equal(isTrusted(peer, 0), false, peer);
    assert.equal(isTrusted("203.0.113.7", 1), true);
    assert.equal(isTrusted("10.1.2.3", 2), false);
  });
});
