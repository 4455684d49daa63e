import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { OperatorError } from "#server/operator-error.ts";
import { hashSources, isBuilt, getHashFile } from "#tools/web-build-hash.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The pages, and the server's renderer of the public site. */
const configurations = ["vite.config.ts", "vite.site.config.ts"];

/**
 * Builds the web application into dist/web and dist/site unless they were built from the same sources.
 * Throws OperatorError.
 */
export async function buildWeb({ log }: { log: (line: string) => void }): Promise<void> {
  if (isBuilt(root)) return;
  const [hashFile, sourceHash] = [getHashFile(root), hashSources(root)];
  log("Building the web pages");
  rmSync(hashFile, { force: true });
  await Promise.all(configurations.map(runVite));
  writeFileSync(hashFile, sourceHash);
}

/** Uses a separate process, so that the bundler's memory is released before the server starts. */
async function runVite(configuration: string): Promise<void> {
  const vite = path.join(root, "node_modules/vite/bin/vite.js");
  const child = spawn(process.execPath, [vite, "build", "--config", configuration, "--logLevel", "warn"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stopVite = (): boolean => child.kill();
  process.once("exit", stopVite);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  process.off("exit", stopVite);
  if (code !== 0) throw new OperatorError(`The web pages could not be built:\n${output.trim()}`);
}
