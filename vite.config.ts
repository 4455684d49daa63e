import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Plugin } from "vite";
import { chunkGroups } from "./tools/web-chunks.ts";

/** Writes .br and .gz beside every text file, so that the server never compresses while somebody waits. */
function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      const texts = files.filter((file) => /\.(?:js|css|html|svg|json)$/.test(file) && !file.includes(".vite"));
      await Promise.all(texts.map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, quality));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/** As server/web.ts does: the customer's addresses at the valet open their own document. */
function customerDocument(): Plugin {
  return {
    name: "customer-document",
    configureServer: (dev) =>
      void dev.middlewares.use((request, _response, next) => {
        if (/^\/[^/]+\/[^/]+\/valet-parking\/customer\/(login|status)\b/.test(request.url ?? ""))
          request.url = "/customer.html";
        next();
      }),
  };
}

/** Schemas run on the server alone: zod would add 23 kB to the first load. Pages import their types only. */
function rejectSchemaLibrary(): Plugin {
  return {
    name: "reject-schema-library",
    enforce: "pre",
    resolveId(id, importer) {
      if (/^zod(\/|$)/.test(id)) this.error(`${importer} imports ${id}, which must not enter a browser bundle.`);
    },
  };
}

// The server answers these; in development they are passed on to it.
const server = process.env["API"] ?? "http://127.0.0.1:3000";
const serverPaths = [
  "/items",
  "/actions",
  "/auth",
  "/users",
  "/files",
  "/assets",
  "/server",
  "/live",
  "/roles",
  "/graphql",
  "/utils",
];

export default defineConfig({
  root: "web",
  cacheDir: "../.cache/vite",
  plugins: [rejectSchemaLibrary(), react(), precompress(), customerDocument()],
  build: {
    outDir: "../dist/web",
    // `/assets` is the API's address for files.
    assetsDir: "static",
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: "es2022",
    reportCompressedSize: false,
    rollupOptions: {
      input: { index: "web/index.html", customer: "web/customer.html" },
      output: {
        // Without their names: the entry lists some hundreds of files, and which is which stands in the manifest.
        chunkFileNames: "static/[hash].js",
        assetFileNames: "static/[hash][extname]",
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      serverPaths.map((path) => [
        path,
        // A page whose address begins alike is ours: only what asks for a document is.
        {
          target: server,
          bypass: (request: { headers: { accept?: string }; url?: string }) =>
            request.headers.accept?.includes("text/html") ? request.url : undefined,
        },
      ]),
    ),
  },
});
