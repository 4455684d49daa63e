// Signatures, checked with test vectors published by the provider.
import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyXVerify, xVerify } from "#server/features/payments/providers/phonepe-v1/provider.ts";
import { webhookHash } from "#server/features/payments/providers/phonepe-v2/provider.ts";

const published = {
  payload:
    "ewoJImdyYW50VG9rZW4iOiAiR1JUOTc5YTYzZjQ4ZjIxYjZmMWRiN2JhOTNiYjRhMGZiMjk3NWQ0OWFmYmMyY2QxMDdkYTBmYWMxZGQ1N2RlN2ZiNCIKfQ==",
  path: "/v3/service/auth/access",
  saltKey: "6b451f58-d565-4890-836f-6fb1gjt84d97",
  hash: "5DE0E70CF2B78F3923CA108E583E6A80FABE910EFD1726570B3E5CB2040DF7D2",
};

test("X-VERIFY matches the published vector, case-insensitively", () => {
  const { payload, path, saltKey, hash } = published;
  const signed = { text: payload + path, saltKey, saltIndex: 1 };
  assert.equal(xVerify(signed), `${hash.toLowerCase()}###1`);
  assert.ok(verifyXVerify({ ...signed, header: `${hash}###1` }));
  assert.ok(!verifyXVerify({ ...signed, header: `${hash}###2` }));
  assert.ok(!verifyXVerify({ ...signed, header: `${hash.slice(0, -1)}0###1` }));
  assert.ok(!verifyXVerify({ ...signed, header: "" }));
});

test("X-VERIFY verifies a status request", () => {
  const text = "/pg/v1/status/PGTESTPAYUAT/MT78505dg454335";
  const header = "a994d7f3461ae4ccce9b695cdd503f3614afa1ec2b3029291c1d8a3ced73571e###1";
  assert.ok(verifyXVerify({ header, text, saltKey: "099eb0cd-02cf-4e2a-8aca-3e6c6aff0399", saltIndex: 1 }));
});

test("webhook header matches the vector of the provider's library", () => {
  const hash = "bc842c31a9e54efe320d30d948be61291f3ceee4766e36ab25fa65243cd76e0e";
  assert.equal(webhookHash({ user: "username", password: "password" }), hash);
});
