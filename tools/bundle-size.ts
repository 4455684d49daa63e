// Gzipped JavaScript of the first load of a page: its chunk, the entry, and all their static imports.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

interface Chunk {
  file: string;
  imports?: string[];
}
type Manifest = { [source: string]: Chunk };

export const firstLoadLimitBytes = 170_000;
/** The customer's valet page, often opened on slow phones. */
export const customerLimitBytes = 150_000;
/** The public site: pages work without its script. */
export const siteLimitBytes = 60_000;

interface MeasuredPage {
  /** The page's file under web/, and its HTML document. */
  page?: string;
  document?: string;
  limit: number;
}
export const measuredPages = {
  "log-in": { page: "features/accounts/log-in.page.tsx", limit: firstLoadLimitBytes },
  customer: { document: "customer.html", limit: customerLimitBytes },
  site: { document: "site/islands/main.ts", limit: siteLimitBytes },
} as const satisfies { [name: string]: MeasuredPage };

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
}

function collectChunks({
  manifest,
  from,
  visited,
}: {
  manifest: Manifest;
  from: string;
  visited: Set<string>;
}): Set<string> {
  const chunk = manifest[from];
  if (!chunk) throw new Error(`The build has no '${from}'`);
  if (visited.has(chunk.file)) return visited;
  visited.add(chunk.file);
  for (const next of chunk.imports ?? []) collectChunks({ manifest, from: next, visited });
  return visited;
}

/** Total bytes of gzipped JavaScript for a page and its document. */
export function getFirstLoadBytes({
  page,
  document = "index.html",
  folder = "dist/web",
}: Omit<MeasuredPage, "limit"> & { folder?: string }): number {
  const manifest = readManifest(folder);
  const files = collectChunks({ manifest, from: document, visited: new Set(["colour-scheme.js"]) });
  if (page) collectChunks({ manifest, from: page, visited: files });
  const scripts = [...files].filter((file) => file.endsWith(".js"));
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
}

if (import.meta.main) {
  for (const [name, measuredPage] of Object.entries<MeasuredPage>(measuredPages)) {
    const bytes = getFirstLoadBytes(measuredPage);
    console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB of ${measuredPage.limit / 1000} kB`);
    if (bytes > measuredPage.limit) process.exitCode = 1;
  }
}
