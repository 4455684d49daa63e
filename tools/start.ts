// npm start: everything from an empty folder to the printed address.
import { createServer } from "node:net";
import { readConfig, type Config } from "#server/config.ts";
import { addAdmin } from "#server/first-admin.ts";
import { listenError, startServer } from "#server/main.ts";
import { textOf } from "#server/plain-error.ts";
import { loadDemo } from "#tools/demo/load.ts";
import { demoLogIns, demoPassword } from "#tools/demo/people.ts";
import { onEnd } from "#tools/ending.ts";
import { simulateMissing } from "#tools/simulate.ts";
import { buildWeb } from "#tools/web-build.ts";

const undo: (() => Promise<void>)[] = [];
const ending = onEnd(async (code) => {
  if (code === 0) log("Stopping");
  for (const step of undo.toReversed()) await step().catch((error: unknown) => console.error(textOf(error)));
});

function log(line: string): void {
  console.log(`· ${line}`);
}

async function start(): Promise<void> {
  const args = process.argv.slice(2);
  const { port } = await checked(readConfig({ env: process.env, args }));
  const web = buildWeb({ log });
  // Waited for below; until then its failure is nobody's yet.
  web.catch(() => {});
  const onStep = (step: () => Promise<void>): unknown => undo.push(step);
  const simulated = await simulateMissing({ env: process.env, port: port && port + 1, onStep });
  const config = readConfig({ env: simulated.env, args });
  const address = await startServer({ config, log, onStep, loadDemo, addAdmin, beforeListening: () => web });
  console.log(`\nChaavi is running at ${address}\n`);
  if (config.hasDemo) printLogIns(address);
  if (simulated.url) console.log(`No mail or SMS leaves this machine: they are shown at ${simulated.url}\n`);
  console.log("Ctrl-C stops it.");
}

/** Before anything slow is begun, so that a taken port is told at once. */
async function checked(config: Config): Promise<Config> {
  const { host, port } = config;
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => probe.once("error", reject).listen({ host, port }, resolve));
  } catch (error) {
    throw listenError({ error, config });
  }
  await new Promise((resolve) => probe.close(resolve));
  return config;
}

function printLogIns(address: string): void {
  const rows = [["Role", "Log in at", "Email", "Lands on"]];
  for (const { role, path, email, lands } of demoLogIns) rows.push([role, `${address}${path}`, email, lands]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    );
  console.log(`\nThe password is ${demoPassword} for all of them.\n`);
}

try {
  await start();
} catch (error) {
  if (!ending.hasBegun()) {
    console.error(textOf(error));
    await ending.begin(1);
  }
}
