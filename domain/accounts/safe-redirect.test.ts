import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as redirect from "#domain/accounts/safe-redirect.ts";

test("accepts local paths unchanged", () => {
  for (const address of [
    "/",
    "/home",
    "/a/b?x=1&y=//z#top",
    "/a/b#//c",
    "/a?u=https://x.example",
    "/a%20b/.well-known",
  ])
    assert.equal(redirect.toSafeRedirect(address), address);
});

test("rejects anything but local paths", () => {
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
  for (const address of addresses) assert.equal(redirect.toSafeRedirect(address), undefined, String(address));
});

test("an accepted path never leaves the host", () => {
  const suspiciousPath = fc.string({
    unit: fc.constantFrom("/", "\\", ".", "%2e", "\t", "@", ":", "?", "#", "a", "evil.example"),
    maxLength: 12,
  });
  const origin = "https://chaavi.example";
  fc.assert(
    fc.property(suspiciousPath, (tail) => {
      const safe = redirect.toSafeRedirect(`/${tail}`);
      if (safe === undefined) return;
      const resolved = new URL(safe, origin);
      assert.equal(resolved.origin, origin);
      assert.equal(new URL(resolved.pathname, origin).origin, origin);
    }),
  );
});

test("replaces company and branch by placeholders and resolves them to the session's own", () => {
  const template = redirect.toRedirectTemplate("/acme/mg-road/parking/detail?id=4#slip");
  assert.equal(template, "/:company/:branch/parking/detail?id=4#slip");
  const slugs = { companySlug: "zeta", branchSlug: "t-nagar" };
  assert.equal(
    redirect.resolveRedirectTemplate({ address: template, ...slugs }),
    "/zeta/t-nagar/parking/detail?id=4#slip",
  );
  assert.equal(redirect.resolveRedirectTemplate({ address: "/platform", ...slugs }), "/platform");
  assert.equal(redirect.resolveRedirectTemplate({ address: "//evil.example", ...slugs }), undefined);
  assert.equal(redirect.resolveRedirectTemplate({ address: template, companySlug: null, branchSlug: null }), undefined);
  assert.equal(redirect.toRedirectTemplate("/company-register"), "/company-register");
});

test("returns the login path with the redirect", () => {
  assert.equal(
    redirect.getPartnerLoginPath("/acme/mg-road/parking/dashboard"),
    "/partner-with-us?redirect_to=/:company/:branch/parking/dashboard",
  );
  const customer = redirect.getCustomerLoginPath("/commercial/parking-history?page=2&x=a b");
  assert.equal(customer, "/customer/commercial/login?redirect_to=/commercial/parking-history%3Fpage%3D2%26x%3Da%20b");
  assert.equal(
    new URL(customer, "https://chaavi.example").searchParams.get("redirect_to"),
    "/commercial/parking-history?page=2&x=a b",
  );
});
