// npm start: from an empty folder to a running server with a printed URL.
import { createServer } from "node:net";
import { loadConfig, type Config } from "#server/config.ts";
import { createPlatformAdmin } from "#server/first-admin.ts";
import { toListenError, startServer } from "#server/main.ts";
import { formatStartupError } from "#server/operator-error.ts";
import { loadDemo } from "#tools/demo/load.ts";
import { demoLogIns, demoPassword, firstDemoPin } from "#tools/demo/people.ts";
import { onShutdown } from "#tools/shutdown.ts";
import { startMissingSimulators } from "#tools/simulated-services.ts";
import { buildWeb } from "#tools/web-build.ts";

const cleanup: (() => Promise<void>)[] = [];
const shutdown = onShutdown(async (code) => {
  if (code === 0) log("Stopping");
  for (const step of cleanup.toReversed())
    await step().catch((error: unknown) => console.error(formatStartupError(error)));
});

function log(line: string): void {
  console.log(`· ${line}`);
}

async function start(): Promise<void> {
  const args = process.argv.slice(2);
  const { port } = await checkConfig(loadConfig({ env: process.env, args }));
  const webBuild = buildWeb({ log });
  // Awaited below; a failure before must not be unhandled.
  webBuild.catch(() => {});
  const onStep = (step: () => Promise<void>): unknown => cleanup.push(step);
  const simulated = await startMissingSimulators({ env: process.env, port: port && port + 1, onStep });
  const config = loadConfig({ env: simulated.env, args });
  const url = await startServer({
    config,
    log,
    onStarted: onStep,
    loadDemo,
    createPlatformAdmin,
    beforeListening: () => webBuild,
  });
  console.log(`\nChaavi is running at ${url}\n`);
  if (config.hasDemo) printLogIns(url);
  if (simulated.url) console.log(`Mails and SMS are not sent: they are shown at ${simulated.url}\n`);
  console.log("Press Ctrl-C to stop.");
}

/** Checked before anything slow starts, so that an occupied port is reported immediately. */
async function checkConfig(config: Config): Promise<Config> {
  const { host, port } = config;
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => probe.once("error", reject).listen({ host, port }, resolve));
  } catch (error) {
    throw toListenError({ error, config });
  }
  await new Promise((resolve) => probe.close(resolve));
  return config;
}

function printLogIns(url: string): void {
  const rows = [["Role", "Log in at", "Email", "Lands on"]];
  for (const { role, path, email, landing } of demoLogIns) rows.push([role, `${url}${path}`, email, landing]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    );
  console.log(`\nThe password is ${demoPassword} for all of them.`);
  console.log(
    `A manager shares a device in Branch settings; staff switch on it with the PINs ${firstDemoPin}, ${firstDemoPin + 1}, …\n`,
  );
}

await shutdown.run(start);
