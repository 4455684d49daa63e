import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PlainError } from "#server/plain-error.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const output = path.join(root, "dist/web");
/** Holds the hash of what the build was made from; written last, so that half a build counts as none. */
const stamp = path.join(root, "dist/web.sources");
const sources = ["web", "domain", "vite.config.ts", "tools/web-chunks.ts", "package-lock.json"];

/** Builds the web into dist/web unless what is there was made from the same sources. Throws PlainError. */
export async function buildWeb({ log }: { log: (line: string) => void }): Promise<void> {
  const wanted = hashOfSources();
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  log("Building the web pages");
  rmSync(stamp, { force: true });
  await runVite();
  writeFileSync(stamp, wanted);
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(filesUnder)) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest("hex");
}

function filesUnder(name: string): string[] {
  const place = path.join(root, name);
  if (!existsSync(place)) return [];
  if (path.extname(name)) return [name];
  const entries = readdirSync(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

/** In a process of its own: the bundler's memory is given back before the server serves. */
async function runVite(): Promise<void> {
  const vite = path.join(root, "node_modules/vite/bin/vite.js");
  const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = (): boolean => child.kill();
  process.once("exit", end);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  process.off("exit", end);
  if (code !== 0) throw new PlainError(`The web pages could not be built:\n${said.trim()}`);
}
