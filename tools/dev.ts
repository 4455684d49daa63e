// npm run dev: the server starts again and the browser reloads by itself when a file is saved.
import { spawn } from "node:child_process";
import { createServer } from "vite";
import { type Environment, readConfig } from "#server/config.ts";
import { freePort, startEmbedded } from "#server/db/embedded.ts";
import { textOf } from "#server/plain-error.ts";
import { onEnd } from "#tools/ending.ts";
import serverFlags from "#tools/server-flags.json" with { type: "json" };
import { simulateMissing } from "#tools/simulate.ts";

const undo: (() => Promise<unknown>)[] = [];
const ending = onEnd(async () => {
  for (const step of undo.toReversed()) await step();
});

try {
  await start();
} catch (error) {
  console.error(textOf(error));
  await ending.begin(1);
}

async function start(): Promise<void> {
  const config = readConfig({ env: process.env });
  const api = await freePort();
  const { env, url: page } = await simulateMissing({
    env: process.env,
    port: config.port && config.port + 1,
    onStep: (step) => undo.push(step),
  });
  if (page) console.log(`Mails and SMS are shown at ${page}`);
  startApi({ env, port: api, url: config.databaseUrl ?? (await ownDatabase(config.dataDir)), secret: config.secret });
  // Where vite.config.ts sends what is not a page.
  process.env["API"] = `http://127.0.0.1:${api}`;
  const vite = await createServer({
    server: { port: config.port, host: config.host, strictPort: true },
  });
  undo.push(() => vite.close());
  await vite.listen();
  vite.printUrls();
}

/** The database is not started again with the server: that would cost a second for every saved file. */
async function ownDatabase(dataDir: string): Promise<string> {
  const embedded = await startEmbedded({ dataDir, log: console.log });
  undo.push(() => embedded.stop());
  return embedded.url;
}

function startApi({
  env: outside,
  port,
  url,
  secret,
}: {
  env: Environment;
  port: number;
  url: string;
  secret: string;
}): void {
  const env = { ...outside, PORT: String(port), HOST: "127.0.0.1", DATABASE_URL: url, SECRET: secret };
  const child = spawn(process.execPath, [...serverFlags, "--watch", "--watch-preserve-output", "tools/serve.ts"], {
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  undo.push(() => {
    child.kill();
    return ended;
  });
}
