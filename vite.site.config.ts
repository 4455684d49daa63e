// Build of the public site's renderer for the server: HTML from React components, with their style sheet. Visitors' browsers
// load none of its JavaScript (docs/decisions/025-public-site.md).
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { pictureFonts } from "./tools/picture-fonts.ts";
import { precompress } from "./tools/precompress.ts";

export default defineConfig({
  root: "web",
  cacheDir: "../.cache/vite-site",
  plugins: [react(), pictureFonts(), precompress()],
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  publicDir: false,
  // The server runs without development packages.
  ssr: { noExternal: true },
  build: {
    ssr: "site/render.tsx",
    emitAssets: true,
    manifest: true,
    cssCodeSplit: false,
    outDir: "../dist/site",
    assetsDir: "static",
    emptyOutDir: true,
    target: "node20",
    reportCompressedSize: false,
    rollupOptions: { output: { entryFileNames: "render.js" } },
  },
});
