import assert from "node:assert/strict";
import { once } from "node:events";
import { getPriority } from "node:os";
import { test } from "node:test";
import { forkInBackground } from "#server/processes/fork-in-background.ts";

test("starts the process at a lower priority than the server", async () => {
  const program = new URL("../features/people/list-worker.ts", import.meta.url);
  const child = forkInBackground({ program, env: {}, stdio: "ignore" });
  const exited = once(child, "exit");
  try {
    assert.deepEqual(await once(child, "message"), ["ready", undefined]);
    assert.equal(getPriority(child.pid!), 10);
  } finally {
    child.kill("SIGKILL");
    await exited;
  }
});
