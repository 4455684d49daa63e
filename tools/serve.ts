// Starts the server without the web pages, for `npm run dev`.
import { loadConfig } from "#server/config.ts";
import { createPlatformAdmin } from "#server/first-admin.ts";
import { startServer } from "#server/main.ts";
import { loadDemo } from "#tools/demo/load.ts";
import { onShutdown } from "#tools/shutdown.ts";

const cleanup: (() => Promise<void>)[] = [];
const shutdown = onShutdown(async () => {
  for (const step of cleanup.toReversed()) await step();
});

await shutdown.run(async () => {
  const config = loadConfig({ env: process.env, args: process.argv.slice(2) });
  const url = await startServer({
    config,
    log: console.log,
    onStarted: (step) => cleanup.push(step),
    loadDemo,
    createPlatformAdmin,
  });
  console.log(`The server answers at ${url}`);
});
