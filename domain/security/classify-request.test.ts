import assert from "node:assert/strict";
import { test } from "node:test";
import { isExport, type RefusedRequest, classifyRefusedRequest } from "#domain/security/classify-request.ts";

const request: RefusedRequest = {
  method: "POST",
  route: "/items/:collection",
  code: "FORBIDDEN",
  isAuthenticated: false,
  token: null,
  isCrossSite: false,
  hasSecondFactor: false,
};

const cases: [string, Partial<RefusedRequest>, ReturnType<typeof classifyRefusedRequest>][] = [
  ["a wrong password", { route: "/auth/login", code: "INVALID_CREDENTIALS" }, "log_in_failed"],
  ["a suspended account", { route: "/auth/login", code: "ACCOUNT_SUSPEND" }, "log_in_failed"],
  ["a malformed login", { route: "/auth/login", code: "INVALID_PAYLOAD" }, null],
  ["a login that needs the two-factor code", { route: "/auth/login", code: "INVALID_OTP" }, null],
  [
    "a wrong two-factor code",
    { route: "/auth/login", code: "INVALID_OTP", hasSecondFactor: true },
    "second_factor_failed",
  ],
  ["a wrong code", { route: "/actions/customers/log-in-with-code", code: "OTP_INVALID" }, "code_refused"],
  ["an expired code", { route: "/actions/customers/log-in-with-code", code: "OTP_EXPIRED" }, null],
  ["a locked handover", { route: "/actions/valet/:id/hand-over", code: "HANDOVER_LOCKED" }, "code_refused"],
  ["too many codes", { route: "/actions/customers/send-code-again", code: "REQUESTS_EXCEEDED" }, "code_flood"],
  ["too many logins", { route: "/auth/login", code: "REQUESTS_EXCEEDED" }, "request_throttled"],
  ["a missing permission", { isAuthenticated: true }, "access_refused"],
  ["an anonymous request", {}, null],
  ["a cookie from another site", { token: "other", isCrossSite: true }, "cross_site_refused"],
  ["a forged token", { code: "INVALID_TOKEN", token: "other" }, "token_refused"],
  ["an unknown integration's token", { code: "INVALID_CREDENTIALS", token: "static" }, "token_refused"],
  ["an expired session", { code: "TOKEN_EXPIRED", token: "other" }, null],
  ["missing credentials", { code: "INVALID_CREDENTIALS", token: "other" }, null],
  ["an expired link", { route: "/auth/password/reset", code: "INVALID_TOKEN" }, null],
  ["a forged payment message", { code: "PAYMENT_NOT_CREDIBLE" }, "callback_forged"],
  ["an invalid field", { code: "FAILED_VALIDATION", isAuthenticated: true }, null],
];
for (const [title, overrides, kind] of cases)
  test(`${title} is ${kind ?? "no event"}`, () =>
    assert.equal(classifyRefusedRequest({ ...request, ...overrides }), kind));

const lists: [string, string | null, string, boolean][] = [
  ["POST", "/utils/export/:collection", "", true],
  ["GET", "/items/:collection", "limit=1&export=csv", true],
  ["GET", "/users", "export=json", true],
  ["GET", "/items/:collection", "fields=is_export", false],
  ["POST", "/items/:collection", "export=csv", false],
  ["GET", null, "", false],
];
for (const [method, route, query, expected] of lists)
  test(`${method} ${route} ${query} is ${expected ? "an" : "no"} export`, () =>
    assert.equal(isExport({ method, route, query }), expected));
