import assert from "node:assert/strict";
import { test } from "node:test";
import { describeDevice, isMobileDevice } from "#web/features/accounts/settings/device-labels.ts";

test("describes browser and system of a user agent", () => {
  const cases: [string | null, string, boolean][] = [
    [
      "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
      "Chrome on Android",
      true,
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
      true,
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
      "Edge on Windows",
      false,
    ],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 15.1; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Mac", false],
    [
      "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
      "Samsung Internet on Android",
      true,
    ],
    ["curl/8.5.0", "API client", false],
    [null, "Unknown device", false],
  ];
  for (const [agent, label, isMobile] of cases)
    assert.deepEqual([describeDevice(agent), isMobileDevice(agent)], [label, isMobile]);
});
