import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as redirect from "#domain/rules/redirect-to.ts";

test("a path of our own is kept whole", () => {
  for (const address of [
    "/",
    "/home",
    "/a/b?x=1&y=//z#top",
    "/a/b#//c",
    "/a?u=https://x.example",
    "/a%20b/.well-known",
  ])
    assert.equal(redirect.safeRedirect(address), address);
});

test("anything else is ignored", () => {
  const addresses = [
    null,
    undefined,
    "",
    "home",
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " /home",
    "javascript:alert(1)",
    "/a//b",
    "/.//evil.example",
    "/..//evil.example",
    "/a/../..//evil.example",
    "/a/%2e%2E/b",
    "/./b",
    `/${"a".repeat(2_000)}`,
    "/a b",
    "/a?x=\u0000",
  ];
  for (const address of addresses) assert.equal(redirect.safeRedirect(address), undefined, String(address));
});

test("whatever is kept stays on our host", () => {
  const nasty = fc.string({
    unit: fc.constantFrom("/", "\\", ".", "%2e", "\t", "@", ":", "?", "#", "a", "evil.example"),
    maxLength: 12,
  });
  const ours = "https://chaavi.example";
  fc.assert(
    fc.property(nasty, (tail) => {
      const safe = redirect.safeRedirect(`/${tail}`);
      if (safe === undefined) return;
      const resolved = new URL(safe, ours);
      assert.equal(resolved.origin, ours);
      assert.equal(new URL(resolved.pathname, ours).origin, ours);
    }),
  );
});

test("company and branch go out as placeholders and come back as one's own", () => {
  const out = redirect.withPlaceholders("/acme/mg-road/parking/detail?id=4#slip");
  assert.equal(out, "/:company/:branch/parking/detail?id=4#slip");
  const own = { companySlug: "zeta", branchSlug: "t-nagar" };
  assert.equal(redirect.fillPlaceholders({ address: out, ...own }), "/zeta/t-nagar/parking/detail?id=4#slip");
  assert.equal(redirect.fillPlaceholders({ address: "/platform", ...own }), "/platform");
  assert.equal(redirect.fillPlaceholders({ address: "//evil.example", ...own }), undefined);
  assert.equal(redirect.fillPlaceholders({ address: out, companySlug: null, branchSlug: null }), undefined);
  assert.equal(redirect.withPlaceholders("/company-register"), "/company-register");
});

test("where a visitor without a session is sent", () => {
  assert.equal(
    redirect.partnerLogin("/acme/mg-road/parking/dashboard"),
    "/partner-with-us?redirect_to=/:company/:branch/parking/dashboard",
  );
  const customer = redirect.customerLogin("/commercial/parking-history?page=2&x=a b");
  assert.equal(customer, "/customer/commercial/login?redirect_to=/commercial/parking-history%3Fpage%3D2%26x%3Da%20b");
  assert.equal(
    new URL(customer, "https://chaavi.example").searchParams.get("redirect_to"),
    "/commercial/parking-history?page=2&x=a b",
  );
});
