// Runs several test files in one process: each is a suite with its own hooks, loaded one after the other.
import path from "node:path";
import { after, describe } from "node:test";

const files = process.argv.slice(2);

// Loaded first: their clean-up belongs to the process, not to the file that happens to import them.
if (process.env["TEST_DATABASE_URL"]) await import("#tests/support/database.ts");
const hasStories = files.some((file) => file.endsWith(".story.ts"));
const browser = hasStories ? await import("#tests/support/browser.ts") : undefined;

void describe("all", async () => {
  for (const file of files) {
    const loading = Promise.withResolvers<void>();
    void describe(file, async () => {
      after(() => browser?.closePages());
      await import(path.resolve(file)).finally(loading.resolve);
    });
    await loading.promise;
  }
});
