// npm run native:check: what can be checked of the native shell without the platforms' tools, and what cannot.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const tests = [
  "tests/native-projects.test.ts",
  "tests/e2e/native-shell.story.ts",
  "tests/e2e/native-printers.story.ts",
];
const { status } = spawnSync(process.execPath, ["tools/test.ts", ...tests], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  stdio: "inherit",
});
console.log(`
Not checked here, since it needs the platforms' tools and devices: the Gradle and Xcode builds, permission dialogs,
Keychain and Keystore, printing on a Bluetooth printer, verification of links, status bar and safe areas, back gesture of
the system.`);
process.exitCode = status ?? 1;
