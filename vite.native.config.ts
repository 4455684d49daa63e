// The pages inside the native shell: the application itself, with an entry that connects it to the system. SERVER_ORIGIN is the
// server that they use.
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { createPagePolicy } from "./server/http/security-headers.ts";

const serverOrigin = process.env["SERVER_ORIGIN"] ?? "";
if (!URL.canParse(serverOrigin) || new URL(serverOrigin).origin !== serverOrigin)
  throw new Error("SERVER_ORIGIN should look like https://park.example, without a path.");

/** Pages that no server sends carry their policy themselves; `frame-ancestors` has no effect there. */
function nativeDocument(): Plugin {
  const policy = `${createPagePolicy({}).replace(" frame-ancestors 'none';", "")}; connect-src 'self' ${serverOrigin}`;
  return {
    name: "native-document",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: policy },
        injectTo: "head-prepend",
      },
    ],
    writeBundle: ({ dir }) => cpSync(fileURLToPath(new URL("web/public", import.meta.url)), dir!, { recursive: true }),
  };
}

export default defineConfig({
  root: "web/native",
  cacheDir: "../../.cache/vite-native",
  define: { "import.meta.env.VITE_SERVER_ORIGIN": JSON.stringify(serverOrigin) },
  plugins: [react(), nativeDocument()],
  build: {
    outDir: fileURLToPath(new URL("dist/native", import.meta.url)),
    assetsDir: "static",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: { output: { chunkFileNames: "static/[hash:7].js", assetFileNames: "static/[hash:7][extname]" } },
  },
});
