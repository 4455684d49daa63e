// Determines whether the web build matches the current sources.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const sources = [
  "web",
  "domain",
  "vite.config.ts",
  "vite.site.config.ts",
  "tools/installed-app.ts",
  "tools/picture-fonts.ts",
  "tools/web-chunks.ts",
  "package-lock.json",
];

/** Returns the file with the hash of the built sources; written last, so that an incomplete build does not count. */
export function getHashFile(root: string): string {
  return path.join(root, "dist/web.sources");
}

/** Returns whether a build of the current sources exists; without sources, whether any build exists. */
export function isBuilt(root: string): boolean {
  const hashFile = getHashFile(root);
  if (!existsSync(path.join(root, "dist/web")) || !existsSync(hashFile)) return false;
  return !existsSync(path.join(root, "web")) || readFileSync(hashFile, "utf8") === hashSources(root);
}

export function hashSources(root: string): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((name) => listFiles({ root, name })))
    hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest("hex");
}

function listFiles({ root, name }: { root: string; name: string }): string[] {
  const sourcePath = path.join(root, name);
  if (!existsSync(sourcePath)) return [];
  if (path.extname(name)) return [name];
  const entries = readdirSync(sourcePath, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted();
}
