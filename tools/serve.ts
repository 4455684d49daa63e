// The server without the web pages, for `npm run dev`.
import { readConfig } from "#server/config.ts";
import { addAdmin } from "#server/first-admin.ts";
import { startServer } from "#server/main.ts";
import { textOf } from "#server/plain-error.ts";
import { loadDemo } from "#tools/demo/load.ts";
import { onEnd } from "#tools/ending.ts";

const undo: (() => Promise<void>)[] = [];
const ending = onEnd(async () => {
  for (const step of undo.toReversed()) await step();
});

try {
  const config = readConfig({ env: process.env, args: process.argv.slice(2) });
  const address = await startServer({
    config,
    log: console.log,
    onStep: (step) => undo.push(step),
    loadDemo,
    addAdmin,
  });
  console.log(`The server answers at ${address}`);
} catch (error) {
  if (!ending.hasBegun()) {
    console.error(textOf(error));
    await ending.begin(1);
  }
}
