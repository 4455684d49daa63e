// npm run start:production: starts the server in production. Installs, builds and simulates nothing, and rejects
// development settings. See docs/operations.md.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { loadConfig, type Config } from "#server/config.ts";
import { createPlatformAdmin } from "#server/first-admin.ts";
import { startServer } from "#server/main.ts";
import { OperatorError, formatStartupError } from "#server/operator-error.ts";
import { findDataProblems, findSettingProblems } from "#server/production-checks.ts";
import { onShutdown } from "#tools/shutdown.ts";
import { isBuilt } from "#tools/web-build-hash.ts";

const cleanup: (() => Promise<void>)[] = [];
const shutdown = onShutdown(async (code) => {
  if (code === 0) console.log("Stopping");
  for (const step of cleanup.toReversed())
    await step().catch((error: unknown) => console.error(formatStartupError(error)));
});

await shutdown.run(async () => {
  const config = readSettings();
  const url = await startServer({
    config,
    log: console.log,
    onStarted: (step) => cleanup.push(step),
    // Never called, since the settings disable the demo.
    loadDemo: () => Promise.reject(new Error("There is no demo in production.")),
    createPlatformAdmin,
    beforeListening: async (sql) => exitWithProblems(await findDataProblems(sql)),
  });
  console.log(`Chaavi is running at ${url}, reached at ${config.publicUrl}`);
});

function readSettings(): Config {
  const { NODE_ENV: mode } = process.env;
  if (mode && mode !== "production")
    throw new OperatorError(`NODE_ENV is "${mode}": leave it out, or set it to production.`);
  process.env["NODE_ENV"] = "production";
  const config = loadConfig({ env: process.env, args: ["--no-demo", ...process.argv.slice(2)] });
  const root = fileURLToPath(new URL("..", import.meta.url));
  const problems = findSettingProblems({ env: process.env, config });
  if (!existsSync(path.join(root, "dist/web/index.html"))) problems.push("The web pages are not built: npm run build.");
  else if (!isBuilt(root)) problems.push("The web pages were built of other sources than these: npm run build.");
  exitWithProblems(problems);
  return config;
}

function exitWithProblems(problems: string[]): void {
  if (problems.length > 0) throw new OperatorError(problems.join("\n"));
}
