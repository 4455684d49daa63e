// How much JavaScript a page loads before it stands: its chunk, the entry, and all they import, gzipped as sent.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

interface Chunk {
  file: string;
  imports?: string[];
  isEntry?: boolean;
}
type Manifest = { [source: string]: Chunk };

export const firstLoadLimit = 170_000;
export const measuredPages = {
  landing: "features/landing/landing.page.tsx",
  "log-in": "features/log-in/log-in.page.tsx",
};

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
}

function reached({ manifest, from, seen }: { manifest: Manifest; from: string; seen: Set<string> }): Set<string> {
  const chunk = manifest[from];
  if (!chunk) throw new Error(`The build has no '${from}'`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const next of chunk.imports ?? []) reached({ manifest, from: next, seen });
  return seen;
}

/** Bytes of gzipped JavaScript in all, for a page by its file under web/. */
export function firstLoad({ page, folder = "dist/web" }: { page: string; folder?: string }): number {
  const manifest = readManifest(folder);
  const entry = Object.keys(manifest).find((source) => manifest[source]?.isEntry);
  if (!entry) throw new Error("The build has no entry");
  const files = reached({ manifest, from: entry, seen: new Set(["colour-scheme.js"]) });
  reached({ manifest, from: page, seen: files });
  const scripts = [...files].filter((file) => file.endsWith(".js"));
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
}

if (import.meta.main) {
  for (const [name, page] of Object.entries(measuredPages)) {
    const bytes = firstLoad({ page });
    console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB of ${firstLoadLimit / 1000} kB`);
    if (bytes > firstLoadLimit) process.exitCode = 1;
  }
}
