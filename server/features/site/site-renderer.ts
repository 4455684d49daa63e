// Loads the built renderer of the public site and the paths of its files (vite.site.config.ts, vite.config.ts).
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import type { SiteAssets, SiteRenderer } from "#domain/site/site-document.ts";
import { jsonText } from "#server/json-text.ts";

const distFolder = fileURLToPath(new URL("../../../dist", import.meta.url));
const rendererFile = path.join(distFolder, "site/render.js");
/** The font of the first view, of several for other scripts. */
const firstFont = /anek-latin-latin-wght/;

const manifestText = jsonText(
  z.record(z.string(), z.object({ file: z.string(), css: z.array(z.string()).optional() })),
);
const rendererModule = z.object({
  renderSite: z.custom<SiteRenderer["renderSite"]>((value) => typeof value === "function"),
});

export interface LoadedSite extends SiteRenderer {
  assets: SiteAssets;
}

let loaded: Promise<LoadedSite> | undefined;

/** Undefined on a server without a build, which answers no pages. The build may end after the server has started. */
export async function loadSite(): Promise<LoadedSite | undefined> {
  if (!loaded && existsSync(rendererFile)) loaded = load();
  return loaded;
}

async function load(): Promise<LoadedSite> {
  const [module, site, web]: unknown[] = await Promise.all([
    import(pathToFileURL(rendererFile).href),
    readFile(path.join(distFolder, "site/.vite/manifest.json"), "utf8"),
    readFile(path.join(distFolder, "web/.vite/manifest.json"), "utf8"),
  ]);
  const siteFiles = Object.values(manifestText.parse(site)).map(({ file }) => `/${file}`);
  const script = manifestText.parse(web)["site/islands/main.ts"];
  return {
    renderSite: rendererModule.parse(module).renderSite,
    assets: {
      styles: siteFiles.filter((file) => file.endsWith(".css")),
      fonts: siteFiles.filter((file) => firstFont.test(file)),
      scripts: script ? [`/${script.file}`] : [],
    },
  };
}
