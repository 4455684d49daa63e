// §7: schedule of webhook deliveries (docs/rules/webhooks.md).
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  assessEndpoint,
  disabledAfterMs,
  getHoldTime,
  getRetryDelay,
  maxWebhookAttempts,
  retryDelaysMs,
} from "#domain/integrations/webhooks/delivery.ts";
import { checkEndpointUrl } from "#domain/integrations/webhooks/endpoint-url.ts";
import { isReachableHost } from "#server/features/integrations/webhooks/reachable-address.ts";

const hour = 60 * 60 * 1000;
const start = new Date("2026-11-21T06:00:00Z");
const after = (ms: number): Date => new Date(start.getTime() + ms);

test("repeats a delivery with growing delays over at least 24 hours, then gives it up", () => {
  const delays = Array.from({ length: maxWebhookAttempts }, (_, index) => getRetryDelay(index + 1));
  assert.equal(delays.at(-1), null);
  assert.deepEqual(delays.slice(0, -1), retryDelaysMs);
  assert.ok(retryDelaysMs.every((delay, index) => index === 0 || delay >= retryDelaysMs[index - 1]!));
  const total = retryDelaysMs.reduce((sum, delay) => sum + delay, 0);
  assert.ok(total >= 24 * hour && total <= 48 * hour, String(total / hour));
});

test("leaves an endpoint alone after three failures, for at most five minutes", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 9, 10, 500].map(getHoldTime),
    [0, 0, 0, 5, 10, 300, 300, 300].map((s) => s * 1000),
  );
});

test("disables an endpoint that fails for three days without a success", () => {
  const failing = { failures: 40, failing_since: start, held_until: null, isDelivered: false };
  assert.equal(assessEndpoint({ ...failing, now: after(disabledAfterMs - 1) }).isDisabled, false);
  assert.equal(assessEndpoint({ ...failing, now: after(disabledAfterMs) }).isDisabled, true);
  assert.deepEqual(assessEndpoint({ ...failing, isDelivered: true, now: after(disabledAfterMs) }), {
    failures: 0,
    failing_since: null,
    held_until: null,
    isDisabled: false,
  });
});

describe("refuses addresses that are not of the open internet", () => {
  const check = (url: string, hasLocalWebhooks = false) =>
    checkEndpointUrl({ url, isReachable: isReachableHost({ hasLocalWebhooks }), isPlainAllowed: hasLocalWebhooks });
  for (const url of [
    "http://erp.example/hooks",
    "ftp://erp.example",
    "erp.example",
    "",
    "https://user:pass@erp.example",
    "https://erp.example/#x",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fe80::1]/",
    "https://[fd00::1]/",
    "https://[64:ff9b::7f00:1]/",
  ])
    test(url, () => assert.notEqual(check(url), undefined));
  for (const url of ["https://erp.example/hooks", "https://erp.example:8443/a?b=c", "https://8.8.8.8/"])
    test(url, () => assert.equal(check(url), undefined));
  test("with the setting for trials, this machine and http, but no other internal address", () => {
    assert.equal(check("http://127.0.0.1:4000/", true), undefined);
    assert.notEqual(check("http://10.0.0.1/", true), undefined);
  });
});
