// The process of a few test files: each is a suite, so that its hooks are its own, and one is loaded after the other.
import path from "node:path";
import { after, describe } from "node:test";

const files = process.argv.slice(2);

// What these do at the end is for the end of the process, not of the file that happens to load them first.
if (process.env["TEST_DATABASE_URL"]) await import("#tests/support/database.ts");
const isOfStories = files.some((file) => file.endsWith(".story.ts"));
const browser = isOfStories ? await import("#tests/support/browser.ts") : undefined;

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
