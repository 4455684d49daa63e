// Vite plugin: writes the fonts of pictures that the server draws beside the renderer of the public site. The packaged
// fonts are WOFF, which text drawing does not read: it is unwrapped to the TrueType font in it.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { inflateSync } from "node:zlib";
import type { Plugin } from "vite";

const folder = "picture-fonts";
const packageFile = createRequire(import.meta.url).resolve("@fontsource/anek-latin/package.json");
/** The extended set has the rupee sign. */
const fonts = ["latin-400", "latin-700", "latin-ext-400", "latin-ext-700"];

/** Letters of other scripts are those of fonts that the machine has. */
const settings = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">.</dir>
  <dir>/usr/share/fonts</dir>
</fontconfig>
`;

export function pictureFonts(): Plugin {
  return {
    name: "picture-fonts",
    apply: "build",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: `${folder}/fonts.conf`, source: settings });
      for (const font of fonts) {
        const woff = await readFile(path.join(path.dirname(packageFile), `files/anek-latin-${font}-normal.woff`));
        this.emitFile({ type: "asset", fileName: `${folder}/${font}.ttf`, source: unwrapWoff(woff) });
      }
    },
  };
}

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const headerBytes = 12;
const entryBytes = 16;

/** The font in a WOFF file (https://www.w3.org/TR/WOFF/), whose tables are each compressed with zlib. */
function unwrapWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(headerBytes + count * entryBytes);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  header.writeUInt16BE(2 ** power * entryBytes, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE((count - 2 ** power) * entryBytes, 10);
  const tables: Buffer[] = [];
  let offset = header.length;
  for (let index = 0; index < count; index += 1) {
    const entry = woff.subarray(woffHeaderBytes + index * woffEntryBytes);
    const [start, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const bytes = woff.subarray(start, start + packed);
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(bytes) : bytes).copy(table);
    const at = headerBytes + index * entryBytes;
    // Name and checksum.
    entry.copy(header, at, 0, 4);
    entry.copy(header, at + 4, 16, 20);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(length, at + 12);
    tables.push(table);
    offset += table.length;
  }
  return Buffer.concat([header, ...tables]);
}
