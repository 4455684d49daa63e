// Vite plugin: the web application manifest and the icons of the installed application, drawn from the favicon, so that the
// mark exists once.
import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import type { Plugin } from "vite";
import { appShortcuts, shortcutParameter } from "#domain/devices/app-shortcuts.ts";
import { sharedFileField, sharePath } from "#domain/devices/shared-picture.ts";
import { getKeys } from "#domain/object-keys.ts";

export const manifestFile = "app.webmanifest";

interface AppIcon {
  file: string;
  size: number;
  /** `maskable` fills the square, since the system cuts it to its own shape. */
  purpose: "any" | "maskable";
}

/** Not in the manifest: iOS takes it from the page. */
const touchIcon: AppIcon = { file: "apple-touch-icon.png", size: 180, purpose: "maskable" };
const icons: readonly AppIcon[] = [
  { file: "icon-192.png", size: 192, purpose: "any" },
  { file: "icon-512.png", size: 512, purpose: "any" },
  { file: "icon-maskable-192.png", size: 192, purpose: "maskable" },
  { file: "icon-maskable-512.png", size: 512, purpose: "maskable" },
];

const startPage = "/my-pages";

export const manifest = {
  id: startPage,
  name: "Chaavi",
  short_name: "Chaavi",
  description: "Parking and valet management: check-in, payments, passes, invites and valet pickups.",
  lang: "en-IN",
  dir: "ltr",
  start_url: startPage,
  scope: "/",
  display: "standalone",
  background_color: "#fbfaf7",
  theme_color: "#fbfaf7",
  icons: [
    ...icons.map(({ file, size, purpose }) => ({
      src: `/${file}`,
      type: "image/png",
      sizes: `${size}x${size}`,
      purpose,
    })),
    { src: "/favicon.svg", type: "image/svg+xml", sizes: "any", purpose: "any" },
  ],
  share_target: {
    action: sharePath,
    method: "POST",
    enctype: "multipart/form-data",
    params: { files: [{ name: sharedFileField, accept: ["image/*"] }] },
  },
  shortcuts: getKeys(appShortcuts).map((name) => ({
    name: appShortcuts[name].label,
    url: `${startPage}?${shortcutParameter}=${name}`,
    icons: [{ src: "/icon-192.png", type: "image/png", sizes: "192x192" }],
  })),
};

/** The mark on a square without corners, small enough for the circle that every system keeps (80 % of the width). */
function toMaskable(svg: string): string {
  const squared = svg.replace(/ rx="[\d.]+"/, "");
  const scaled = squared.replace("<g ", '<g transform="translate(16 16) scale(0.8) translate(-16 -16)" ');
  if (scaled === svg || squared === scaled) throw new Error("The favicon is not a rounded square with one group.");
  return scaled;
}

async function drawIcon({ svg, icon: { size, purpose } }: { svg: string; icon: AppIcon }): Promise<Buffer> {
  const drawn = purpose === "maskable" ? toMaskable(svg) : svg;
  // The favicon is 32 units wide; 72 dots per inch are one pixel per unit.
  return sharp(Buffer.from(drawn), { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer();
}

async function createFiles(publicFolder: string): Promise<Map<string, string | Buffer>> {
  const svg = await readFile(path.join(publicFolder, "favicon.svg"), "utf8");
  const files = new Map<string, string | Buffer>([[manifestFile, `${JSON.stringify(manifest, null, 2)}\n`]]);
  for (const icon of [...icons, touchIcon]) files.set(icon.file, await drawIcon({ svg, icon }));
  return files;
}

export function installedApp(): Plugin {
  let publicFolder = "";
  return {
    name: "installed-app",
    configResolved: (config) => void (publicFolder = config.publicDir),
    transformIndexHtml: {
      order: "post",
      handler: () => [
        { tag: "link", attrs: { rel: "manifest", href: `/${manifestFile}` }, injectTo: "head" },
        { tag: "link", attrs: { rel: "apple-touch-icon", href: `/${touchIcon.file}` }, injectTo: "head" },
      ],
    },
    async generateBundle() {
      for (const [fileName, source] of await createFiles(publicFolder))
        this.emitFile({ type: "asset", fileName, source });
    },
    async configureServer(dev) {
      const files = await createFiles(publicFolder);
      dev.middlewares.use((request, response, next) => {
        const content = files.get((request.url ?? "").split("?")[0]!.slice(1));
        if (content === undefined) return next();
        response.setHeader("content-type", typeof content === "string" ? "application/manifest+json" : "image/png");
        response.end(content);
      });
    },
  };
}
