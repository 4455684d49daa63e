import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Plugin } from "vite";
import { customerDocumentPath } from "./domain/valet/customer-fields.ts";
import { installedApp } from "./tools/installed-app.ts";
import { precompress } from "./tools/precompress.ts";
import { chunkGroups } from "./tools/web-chunks.ts";

/** As server/web.ts does: the customer's addresses at the valet open their own document. */
function customerDocument(): Plugin {
  return {
    name: "customer-document",
    configureServer: (dev) =>
      void dev.middlewares.use((request, _response, next) => {
        if (customerDocumentPath.test(request.url?.split("?")[0] ?? "")) request.url = "/customer.html";
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
/** Pages that the server renders, with their built files. */
const sitePaths = [
  "^/((parking|valet-parking|valet-service|pre-booking)(/.*)?)?(\\?.*)?$",
  "^/[^/]+/[^/]+/[^/]+/[^/]+/info",
  "^/static/",
  "^/(robots.txt|sitemap.*[.]xml)$",
  "^/share$",
];

export default defineConfig({
  root: "web",
  cacheDir: "../.cache/vite",
  plugins: [rejectSchemaLibrary(), react(), installedApp(), precompress(), customerDocument()],
  build: {
    outDir: "../dist/web",
    // `/assets` is the API's address for files.
    assetsDir: "static",
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: "es2022",
    // Browsers that do not know it load modules as they are imported.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: { index: "web/index.html", customer: "web/customer.html", site: "web/site/islands/main.ts" },
      output: {
        // Without their names: the entry lists some hundreds of files, and which is which stands in the manifest.
        chunkFileNames: "static/[hash:7].js",
        assetFileNames: "static/[hash:7][extname]",
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    proxy: Object.fromEntries([
      ...sitePaths.map((path) => [path, { target: server }]),
      ...serverPaths.map((path) => [
        path,
        // A page whose address begins alike is ours: only what asks for a document is.
        {
          target: server,
          bypass: (request: { headers: { accept?: string }; url?: string }) =>
            request.headers.accept?.includes("text/html") ? request.url : undefined,
        },
      ]),
    ]),
  },
});
