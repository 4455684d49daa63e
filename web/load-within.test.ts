import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { loadWithin } from "#web/load-within.ts";

test("code that has not loaded after 120 s is given up as offline", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const never = loadWithin(new Promise(() => undefined));
    let isRejected = false;
    const outcome = never.catch((error: unknown) => {
      isRejected = true;
      return error;
    });
    mock.timers.tick(119_999);
    await Promise.resolve();
    assert.equal(isRejected, false);
    mock.timers.tick(1);
    assert.equal(((await outcome) as { code: string }).code, "OFFLINE");
    assert.equal(await loadWithin(Promise.resolve("page")), "page");
    await assert.rejects(loadWithin(Promise.reject(new Error("gone"))), /gone/);
  } finally {
    mock.timers.reset();
  }
});
