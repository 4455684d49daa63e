// §4: lines of text on A4 pages of a PDF, in the standard fonts of PDF; text in other letters is a picture
// (docs/decisions/027-receipt-pdf.md).
import { describeRasterText, rowSize } from "#domain/printing/raster-text.ts";
import type { ImageProcessor } from "#server/storage/images.ts";

/** An A4 page in points. */
const margin = 56;
const width = 595.28 - 2 * margin;
const bottom = 841.89 - margin;
const amountWidth = 130;
const gap = 12;
const fonts = { text: "Helvetica", strong: "Helvetica-Bold" } as const;
export const sizes = { title: 20, text: 10.5, small: 8.5 } as const;
/** Of pictures: 288 dots per inch. */
const dotsPerPoint = 4;
/** Height of the letters of the standard fonts above the baseline, as a multiple of the size. */
const ascent = 0.718;

/** Draws text in letters that the standard fonts lack; `queueKey` identifies whose share of the image queue it counts for. */
export interface PictureSource {
  images: ImageProcessor;
  queueKey: string;
}

interface Cell {
  text: string;
  width: number;
  /** From the left margin. */
  left: number;
  align: "left" | "right";
}

type Line =
  | { kind: "cells"; cells: readonly Cell[]; isStrong: boolean; size: number; space: number }
  | { kind: "rule" }
  | { kind: "skip"; points: number };

export type Paper = ReturnType<typeof createPaper>;

/** Lines from top to bottom. */
export function createPaper() {
  const lines: Line[] = [];
  const write = (
    text: string,
    { strong: isStrong = false, size = sizes.text }: { strong?: boolean; size?: number } = {},
  ): void => {
    lines.push({ kind: "cells", cells: [{ text, width, left: 0, align: "left" }], isStrong, size, space: 0 });
  };
  /** A label or name with an amount at the right; both may take several lines. */
  const writeRow = (
    label: string,
    value: string,
    { strong: isStrong = false, valueWidth = amountWidth } = {},
  ): void => {
    const labelWidth = width - valueWidth - gap;
    const cells: Cell[] = [
      { text: label, width: labelWidth, left: 0, align: "left" },
      { text: value, width: valueWidth, left: labelWidth + gap, align: "right" },
    ];
    lines.push({ kind: "cells", cells, isStrong, size: sizes.text, space: 4 });
  };
  return {
    lines,
    write,
    writeRow,
    writeField: (label: string, value: string | null) => writeRow(label, value ?? "–", { valueWidth: 320 }),
    writeRule: (): void => void lines.push({ kind: "rule" }),
    skip: (points: number): void => void lines.push({ kind: "skip", points }),
  };
}

/** Amounts are written with Rs.; control characters and parts of letters cannot be drawn. */
const substitutes: readonly [pattern: RegExp, text: string][] = [
  [/₹\s?/gu, "Rs. "],
  [/−/gu, "-"],
  [/\s+/gu, " "],
  [/[\p{Cc}\p{Cs}\p{Cn}]/gu, "?"],
];
/** Latin-1, and the punctuation that the encoding of the standard fonts adds to it. */
const isStandard = (text: string): boolean => /^[\u0020-\u007E\u00A0-\u00FF–—‘’“”•…]*$/u.test(text);

/** Text as it is printed, with a question mark for each letter that no font has. */
async function toPrintable({ input, drawing }: { input: string; drawing: PictureSource }): Promise<string> {
  const text = substitutes.reduce((result, [pattern, substitute]) => result.replaceAll(pattern, substitute), input);
  if (isStandard(text)) return text;
  const { images, queueKey } = drawing;
  const letters = [...new Set(text)].filter((letter) => !isStandard(letter));
  const missing = await images.findMissingLetters({ letters, queueKey });
  return [...text].map((letter) => (missing.has(letter) ? "?" : letter)).join("");
}

/** A cell as it is printed; its picture is as wide as the cell. */
interface PrintedCell extends Cell {
  picture: { bytes: Buffer; height: number } | undefined;
}

async function prepareCell({
  cell,
  line: { isStrong: isBold, size },
  drawing,
}: {
  cell: Cell;
  line: Extract<Line, { kind: "cells" }>;
  drawing: PictureSource;
}): Promise<PrintedCell> {
  const text = await toPrintable({ input: cell.text, drawing });
  if (isStandard(text)) return { ...cell, text, picture: undefined };
  const dots = Math.floor(cell.width * dotsPerPoint);
  const anchor = cell.align === "right" ? "end" : "start";
  const svg = describeRasterText({ text, size: size * dotsPerPoint, isBold, dots, anchor });
  const image = await drawing.images.draw({ svg, queueKey: drawing.queueKey });
  const height = (image.height / image.width) * cell.width;
  return { ...cell, text, picture: { bytes: Buffer.from(image.bytes), height } };
}

/** A PDF of one or more pages. */
export async function printPaper({
  paper: { lines },
  title,
  drawing,
}: {
  paper: Paper;
  title: string;
  drawing: PictureSource;
}): Promise<Buffer> {
  // Its fonts and compression take 20 MB, which a server that creates no PDF does not need.
  const { default: PDFDocument } = await import("pdfkit");
  const pdf = new PDFDocument({ size: "A4", margin, info: { Title: title, Producer: "Chaavi", Creator: "Chaavi" } });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  for (const line of lines) {
    if (line.kind === "skip") pdf.y += line.points;
    else if (line.kind === "rule") printRule(pdf);
    else {
      const cells: PrintedCell[] = [];
      for (const cell of line.cells) cells.push(await prepareCell({ cell, line, drawing }));
      printCells({ pdf, line, cells });
    }
  }
  pdf.end();
  return done;
}

function printRule(pdf: PDFKit.PDFDocument): void {
  pdf.y += 4;
  pdf
    .moveTo(margin, pdf.y)
    .lineTo(margin + width, pdf.y)
    .lineWidth(0.5)
    .stroke("#999999");
  pdf.y += 8;
}

/** On a new page if they do not fit. Text beside a picture has the baseline of its first row. */
function printCells({
  pdf,
  line: { isStrong, size, space },
  cells,
}: {
  pdf: PDFKit.PDFDocument;
  line: Extract<Line, { kind: "cells" }>;
  cells: readonly PrintedCell[];
}): void {
  pdf.font(isStrong ? fonts.strong : fonts.text).fontSize(size);
  const textTop = cells.some(({ picture }) => picture) ? size * (rowSize.baseline - ascent) : 0;
  const heights = cells.map(({ text, picture, ...cell }) =>
    picture ? picture.height : textTop + pdf.heightOfString(text, { width: cell.width }),
  );
  const height = Math.max(...heights);
  if (pdf.y + height > bottom) pdf.addPage();
  const top = pdf.y;
  for (const { text, left, align, picture, ...cell } of cells) {
    if (picture) {
      // Readers of the file copy and search its text.
      pdf.markContent("Span", { actual: text });
      pdf.image(picture.bytes, margin + left, top, { width: cell.width });
      pdf.endMarkedContent();
    } else pdf.text(text, margin + left, top + textTop, { width: cell.width, align });
  }
  pdf.y = top + height + space;
}
