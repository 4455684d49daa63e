// §4: lines in letters that printers do not have, drawn as pictures by the server with the fonts of the machine.
import { type Bitmap, type RasterText, wrapText } from "#domain/printing/escpos.ts";

const escapes: { readonly [letter: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeXml = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

/** Letters of the widest scripts are about as wide as they are high. */
const widthOfLetter = 0.8;

/**
 * By name: a font that the system chooses may have single letters of a script only, whose signs are then drawn apart from
 * them.
 */
const families = ["Noto Sans", ...["Devanagari", "Tamil", "Telugu", "Kannada"].map((script) => `Noto Sans ${script}`)];
const fontFamily = [...families, "sans-serif"].join(", ");

/** SVG of the text, centred, in as many rows as it needs. */
export function describeRasterText({ text, size, isBold, dots }: RasterText): string {
  const rows = wrapText({ text, columns: Math.max(1, Math.floor(dots / (size * widthOfLetter))) });
  const rowHeight = Math.ceil(size * 1.5);
  const spans = rows.map(
    (row, index) => `<text x="${dots / 2}" y="${Math.round(index * rowHeight + size * 1.1)}">${escapeXml(row)}</text>`,
  );
  const style = `font-family="${fontFamily}" font-size="${size}" font-weight="${isBold ? 700 : 400}" text-anchor="middle"`;
  const height = rows.length * rowHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${dots}" height="${height}"><g ${style}>${spans.join("")}</g></svg>`;
}

/** One bit for each pixel, from one byte for each: 0 is black. */
export function packBitmap({ bytes, width, height }: { bytes: Uint8Array; width: number; height: number }): Bitmap {
  const bytesPerRow = Math.ceil(width / 8);
  const bits = new Uint8Array(bytesPerRow * height);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      if (bytes[row * width + column]! < 128) bits[row * bytesPerRow + (column >> 3)]! |= 0x80 >> (column & 7);
  return { bytesPerRow, rows: height, bits };
}
