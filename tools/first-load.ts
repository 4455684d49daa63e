// How much JavaScript a page loads before it stands: its chunk, the entry, and all they import, gzipped as sent.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

interface Chunk {
  file: string;
  imports?: string[];
}
type Manifest = { [source: string]: Chunk };

export const firstLoadLimit = 170_000;
/** The customer's page at the valet, on a slow phone. */
export const customerLimit = 150_000;

interface Measured {
  /** The page's file under web/, and the document it stands in. */
  page?: string;
  document?: string;
  limit: number;
}
export const measuredPages = {
  landing: { page: "features/landing/landing.page.tsx", limit: firstLoadLimit },
  "log-in": { page: "features/log-in/log-in.page.tsx", limit: firstLoadLimit },
  customer: { document: "customer.html", limit: customerLimit },
} as const satisfies { [name: string]: Measured };

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

/** Bytes of gzipped JavaScript in all, for a page in its document. */
export function firstLoad({
  page,
  document = "index.html",
  folder = "dist/web",
}: Omit<Measured, "limit"> & { folder?: string }): number {
  const manifest = readManifest(folder);
  const files = reached({ manifest, from: document, seen: new Set(["colour-scheme.js"]) });
  if (page) reached({ manifest, from: page, seen: files });
  const scripts = [...files].filter((file) => file.endsWith(".js"));
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
}

if (import.meta.main) {
  for (const [name, measured] of Object.entries<Measured>(measuredPages)) {
    const bytes = firstLoad(measured);
    console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB of ${measured.limit / 1000} kB`);
    if (bytes > measured.limit) process.exitCode = 1;
  }
}
