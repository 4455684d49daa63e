// npm run native:build: builds the pages of the native shell into dist/native and copies them to native/android and native/ios.
// SERVER_ORIGIN is the server that they use.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

function run(file: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [path.join(root, "node_modules", file), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", CAPACITOR_TELEMETRY: "0" },
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!process.env["SERVER_ORIGIN"]) {
  console.error("SERVER_ORIGIN is missing: the server of the application, like https://park.example.");
  process.exit(1);
}
run("vite/bin/vite.js", ["build", "--config", "vite.native.config.ts", "--logLevel", "warn"]);
run("@capacitor/cli/bin/capacitor", ["sync"]);
