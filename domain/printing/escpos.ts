// §4: bytes of ESC/POS for a paper on a receipt printer of 58 or 80 mm, 203 dots per inch. Text is ASCII, which every code
// page has; lines in other characters are pictures, since printers would print question marks.
import type { LineStyle, Paper, PaperLine } from "#domain/printing/paper.ts";

/** Widths of paper in mm, as stored. */
export const paperWidths = ["58", "80"] as const;
export type PaperWidth = (typeof paperWidths)[number];

/** Printable dots and characters of the standard font in a line. */
const sizes: { readonly [width in PaperWidth]: { dots: number; columns: number } } = {
  "58": { dots: 384, columns: 32 },
  "80": { dots: 576, columns: 48 },
};

/** One bit for each dot, rows padded to bytes; 1 is black. */
export interface Bitmap {
  /** Of a row. */
  bytesPerRow: number;
  rows: number;
  bits: Uint8Array;
}

/** A line that is printed as a picture. */
export interface RasterText {
  text: string;
  /** Height of the letters in dots. */
  size: number;
  isBold: boolean;
  /** Width of the paper in dots; a multiple of 8. */
  dots: number;
}

const esc = 0x1b;
const gs = 0x1d;
const init = [esc, 0x40];
const centre = [esc, 0x61, 1];
const bold = (isOn: boolean): number[] => [esc, 0x45, Number(isOn)];
/** `scale` is the factor of width and height, 1 to 8. */
const scaleText = (scale: number): number[] => [gs, 0x21, ((scale - 1) << 4) | (scale - 1)];
const feedLines = (count: number): number[] => [esc, 0x64, count];
/** Feeds to the cutter and cuts all but one point. */
const cut = [gs, 0x56, 66, 0];
/** A pulse of 50 ms on the first pin, after which the drawer rests for 500 ms. */
const openDrawer = [esc, 0x70, 0, 25, 250];
const low = (value: number): number => value & 0xff;
const high = (value: number): number => value >> 8;

const styles: { readonly [style in LineStyle]: { scale: number; isBold: boolean } } = {
  normal: { scale: 1, isBold: false },
  small: { scale: 1, isBold: false },
  heading: { scale: 1, isBold: true },
  plate: { scale: 2, isBold: true },
  slot: { scale: 2, isBold: true },
};

/** Height in dots of a letter of the standard font. */
const letterDots = 24;
/** Dots of a module of a QR code of this width in mm. */
const getModuleDots = (mm: number): number => (mm >= 40 ? 6 : 5);

const substitutes: readonly [pattern: RegExp, text: string][] = [
  [/₹\s?/g, "Rs. "],
  [/[–—−]/g, "-"],
  [/[‘’]/g, "'"],
  [/[“”]/g, '"'],
  [/·/g, "|"],
  [/\u00A0/g, " "],
];

/** Text in ASCII, or as it is if it has other letters. */
function toAscii(input: string): string {
  return substitutes.reduce((text, [pattern, substitute]) => text.replaceAll(pattern, substitute), input);
}

const isAscii = (text: string): boolean => /^[\u0020-\u007E]*$/.test(text);

/** Breaks text between words into lines of at most `columns` characters; longer words are broken, too. */
export function wrapText({ text, columns }: { text: string; columns: number }): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((part) => part.match(new RegExp(`.{1,${columns}}`, "gu")) ?? [])) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

/**
 * Bytes of a paper with a cut at its end. `draw` makes the pictures of lines that are not ASCII; `hasDrawer` opens the
 * drawer for an original with cash.
 */
export async function encodePaper({
  paper: { lines, opensDrawer },
  width,
  hasDrawer,
  draw,
}: {
  paper: Paper;
  width: PaperWidth;
  hasDrawer: boolean;
  draw: (line: RasterText) => Promise<Bitmap>;
}): Promise<Uint8Array> {
  const parts: (readonly number[] | Uint8Array)[] = [init, centre];
  for (const line of lines) parts.push(...(await encodeLine({ line, width, draw })));
  parts.push(feedLines(1), cut);
  if (hasDrawer && opensDrawer) parts.push(openDrawer);
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

async function encodeLine({
  line,
  width,
  draw,
}: {
  line: PaperLine;
  width: PaperWidth;
  draw: (line: RasterText) => Promise<Bitmap>;
}): Promise<(readonly number[] | Uint8Array)[]> {
  // Readers need a margin of four modules.
  if (line.kind === "qr") return [feedLines(1), encodeQr(line), feedLines(1)];
  const { dots, columns } = sizes[width];
  const { scale, isBold } = styles[line.style];
  const text = toAscii(line.text);
  if (!isAscii(text)) return encodeBitmap(await draw({ text: line.text, size: letterDots * scale, isBold, dots }));
  const rows = wrapText({ text, columns: Math.floor(columns / scale) });
  return [bold(isBold), scaleText(scale), toBytes(rows.map((row) => `${row}\n`).join(""))];
}

const toBytes = (ascii: string): number[] => [...ascii].map((letter) => letter.codePointAt(0)!);

/** A command for QR codes; `parameters` follow its number. */
const qrCommand = (command: number, parameters: readonly number[]): number[] => {
  const length = parameters.length + 2;
  return [gs, 0x28, 0x6b, low(length), high(length), 0x31, command, ...parameters];
};

/** QR code model 2 with error correction M: model, size, correction, data, print. */
function encodeQr({ text, mm }: { text: string; mm: number }): number[] {
  const data = [...new TextEncoder().encode(text)];
  return [
    qrCommand(0x41, [0x32, 0]),
    qrCommand(0x43, [getModuleDots(mm)]),
    qrCommand(0x45, [0x31]),
    qrCommand(0x50, [0x30, ...data]),
    qrCommand(0x51, [0x30]),
  ].flat();
}

function encodeBitmap({ bytesPerRow, rows, bits }: Bitmap): (readonly number[] | Uint8Array)[] {
  return [[gs, 0x76, 0x30, 0, low(bytesPerRow), high(bytesPerRow), low(rows), high(rows)], bits];
}
