import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { toClientAddressKey } from "#server/http/client-address.ts";

describe("toClientAddressKey", () => {
  const table: [address: string | null | undefined, key: string][] = [
    ["203.0.113.7", "203.0.113.7"],
    ["127.0.0.1", "127.0.0.1"],
    ["203.0.113.7:4711", "203.0.113.7"],
    ["[2001:db8:0:7::1]:4711", "2001:db8:0:7::/64"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["64:ff9b::203.0.113.7", "203.0.113.7"],
    ["2001:db8:0:7::1", "2001:db8:0:7::/64"],
    ["2001:0DB8:0000:0007:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64"],
    ["2001:db8:0:8::1", "2001:db8:0:8::/64"],
    ["::1", "::/64"],
    ["fe80::1%eth0", "fe80::/64"],
    ["", "unknown"],
    [null, "unknown"],
    [undefined, "unknown"],
    ["proxy.internal", "unknown"],
  ];
  for (const [address, key] of table)
    test(`returns ${key} for ${String(address)}`, () => assert.equal(toClientAddressKey(address), key));

  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  const groups = fc.array(group, { minLength: 4, maxLength: 4 });

  test("returns one key for all addresses of a /64 network", () => {
    fc.assert(
      fc.property(fc.constantFrom("2001", "2a02", "fd00"), groups, groups, groups, (firstGroup, prefix, one, other) => {
        const network = [firstGroup, ...prefix.slice(1)];
        const toKey = (host: string[]): string => toClientAddressKey([...network, ...host].join(":"));
        assert.equal(toKey(one), toKey(other));
      }),
    );
  });

  test("returns different keys for different /64 networks", () => {
    fc.assert(
      fc.property(groups, groups, groups, (first, other, host) => {
        fc.pre(first.slice(1).join(":") !== other.slice(1).join(":"));
        const toKey = (network: string[]): string =>
          toClientAddressKey(["2001", ...network.slice(1), ...host].join(":"));
        assert.notEqual(toKey(first), toKey(other));
      }),
    );
  });

  test("returns one key for an IPv4 address and its mapped form, and different keys for different IPv4 addresses", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), (first, other) => {
        assert.equal(toClientAddressKey(`::ffff:${first}`), toClientAddressKey(first));
        assert.equal(toClientAddressKey(first) === toClientAddressKey(other), first === other);
      }),
    );
  });
});
