import { watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Folders whose files tests depend on; `docs/` has rule documents that tests execute. */
const watchedFolders = ["domain", "server", "web", "tests", "tools", "simulators", "docs"];
/** An editor writes a file in several steps, and a branch switch writes many files. */
const settleMs = 200;

/** Watches the sources. The returned function resolves when a file has changed since its last call. */
export function watchSources(): () => Promise<void> {
  let change = Promise.withResolvers<void>();
  for (const folder of watchedFolders) watch(folder, { recursive: true }, () => change.resolve());
  return async () => {
    await change.promise;
    await sleep(settleMs);
    change = Promise.withResolvers<void>();
  };
}
