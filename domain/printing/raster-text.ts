// §4: text in letters that printers and the fonts of PDF do not have, drawn as pictures by the server with the fonts of the
// machine.
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

type Anchor = "start" | "middle" | "end";

/** Height of a row as a multiple of the size, and its baseline from the top. */
export const rowSize = { height: 1.5, baseline: 1.1 } as const;

/** SVG of the text, centred unless the anchor says otherwise, in as many rows as it needs. */
export function describeRasterText({
  text,
  size,
  isBold,
  dots,
  anchor = "middle",
}: RasterText & { anchor?: Anchor }): string {
  const rows = wrapText({ text, columns: Math.max(1, Math.floor(dots / (size * widthOfLetter))) });
  const rowHeight = Math.ceil(size * rowSize.height);
  const x = { start: 0, middle: dots / 2, end: dots }[anchor];
  const spans = rows.map(
    (row, index) =>
      `<text x="${x}" y="${Math.round(index * rowHeight + size * rowSize.baseline)}">${escapeXml(row)}</text>`,
  );
  const style = `font-family="${fontFamily}" font-size="${size}" font-weight="${isBold ? 700 : 400}" text-anchor="${anchor}"`;
  const height = rows.length * rowHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${dots}" height="${height}"><rect width="100%" height="100%" fill="white"/><g ${style}>${spans.join("")}</g></svg>`;
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

/** Dots of a side of a cell of a letter chart, which has one row of cells. */
const cellDots = 48;
/** Codes of four and of more digits without a letter. */
const missingLetters = ["\u0378", "\u{1FFFE}"];

/** SVG of letters, each in a cell of its own, for `findMissingLetters`. */
export function describeLetterChart(letters: readonly string[]): string {
  const cells = [...missingLetters, ...letters].map(
    (letter, index) => `<text x="8" y="${index * cellDots + 32}">${escapeXml(letter)}</text>`,
  );
  const style = `font-family="${fontFamily}" font-size="24"`;
  const height = cells.length * cellDots;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${cellDots}" height="${height}"><g ${style}>${cells.join("")}</g></svg>`;
}

/**
 * The letters that no font has, from the pixels of their chart: they are drawn as boxes with their codes, whose outlines are
 * those of codes without a letter.
 */
export function findMissingLetters({ letters, bytes }: { letters: readonly string[]; bytes: Uint8Array }): Set<string> {
  const cells = [...missingLetters, ...letters].map((_, index) => readOutline({ bytes, cell: index }));
  const boxes = cells.slice(0, missingLetters.length);
  return new Set(letters.filter((_, index) => boxes.includes(cells[index + missingLetters.length]!)));
}

/** The sides of what is black in a cell. */
function readOutline({ bytes, cell }: { bytes: Uint8Array; cell: number }): string {
  const pixels = bytes.subarray(cell * cellDots ** 2, (cell + 1) * cellDots ** 2);
  const black = [...pixels].flatMap((grey, index) => (grey < 128 ? [index] : []));
  const columns = black.map((index) => index % cellDots);
  const [top = 0, bottom = 0] = [black[0], black.at(-1)];
  return [Math.min(...columns), Math.max(...columns), Math.floor(top / cellDots), Math.floor(bottom / cellDots)].join();
}
