// npm run dev: restarts the server and reloads the browser when a file is saved.
import { spawn } from "node:child_process";
import { build, createServer } from "vite";
import { loadConfig } from "#server/config.ts";
import type { Environment } from "#server/environment.ts";
import { findFreePort, startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { formatStartupError } from "#server/operator-error.ts";
import { onShutdown } from "#tools/shutdown.ts";
import serverFlags from "#tools/server-flags.json" with { type: "json" };
import { startMissingSimulators } from "#tools/simulated-services.ts";
import { buildWeb } from "#tools/web-build.ts";

const cleanup: (() => Promise<unknown>)[] = [];
const shutdown = onShutdown(async () => {
  for (const step of cleanup.toReversed()) await step();
});

try {
  await start();
} catch (error) {
  console.error(formatStartupError(error));
  await shutdown.begin(1);
}

async function start(): Promise<void> {
  const config = loadConfig({ env: process.env });
  const apiPort = await findFreePort();
  const { env, url: simulatorUrl } = await startMissingSimulators({
    env: process.env,
    port: config.port && config.port + 1,
    onStep: (step) => cleanup.push(step),
  });
  if (simulatorUrl) console.log(`Mails and SMS are shown at ${simulatorUrl}`);
  startApi({
    env,
    port: apiPort,
    url: config.databaseUrl ?? (await startDevDatabase(config.dataDir)),
    secret: config.secret,
  });
  await buildSite();
  // Target to which vite.config.ts forwards requests that are not for pages.
  process.env["API"] = `http://127.0.0.1:${apiPort}`;
  const vite = await createServer({
    server: { port: config.port, host: config.host, strictPort: true },
  });
  cleanup.push(() => vite.close());
  await vite.listen();
  vite.printUrls();
}

/** The server renders the public site from its build, and restarts when that changes. */
async function buildSite(): Promise<void> {
  await buildWeb({ log: console.log });
  const watcher = await build({ configFile: "vite.site.config.ts", logLevel: "warn", build: { watch: {} } });
  cleanup.push(async () => {
    if ("close" in watcher) await watcher.close();
  });
}

/** Started once, not with every restart of the server, which saves a second for each saved file. */
async function startDevDatabase(dataDir: string): Promise<string> {
  const embedded = await startEmbeddedPostgres({ dataDir, log: console.log });
  cleanup.push(() => embedded.stop());
  return embedded.url;
}

function startApi({
  env: baseEnv,
  port,
  url,
  secret,
}: {
  env: Environment;
  port: number;
  url: string;
  secret: string;
}): void {
  const env = { ...baseEnv, PORT: String(port), HOST: "127.0.0.1", DATABASE_URL: url, SECRET: secret };
  const child = spawn(process.execPath, [...serverFlags, "--watch", "--watch-preserve-output", "tools/serve.ts"], {
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  cleanup.push(() => {
    child.kill();
    return exited;
  });
}
