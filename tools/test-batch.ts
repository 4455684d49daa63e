// Runs several test files in one process: each is a suite with its own hooks, loaded one after the other.
import path from "node:path";
import { after, before, beforeEach, describe } from "node:test";
import type { TestProgress } from "#tools/test-events.ts";

const files = process.argv.slice(2);
const report = (progress: TestProgress): void => void process.send!(progress);

// Loaded first: their clean-up belongs to the process, not to the file that happens to import them.
if (process.env["TEST_DATABASE_URL"]) await import("#tests/support/database.ts");
const hasStories = files.some((file) => file.endsWith(".story.ts"));
const browser = hasStories ? await import("#tests/support/browser.ts") : undefined;

void describe("all", async () => {
  beforeEach(({ name }) => report({ status: "test", name }));
  for (const file of files) {
    const loading = Promise.withResolvers<void>();
    report({ status: "loading", name: file });
    void describe(file, async () => {
      before(() => report({ status: "file", name: file }));
      after(() => browser?.closePages());
      await import(path.resolve(file)).finally(loading.resolve);
    });
    await loading.promise;
  }
});
