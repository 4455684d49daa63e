// What lies on the counter as a picture of one bit for each dot, from the operations of a printer: font A of 12 by 24 dots,
// lines of 30 dots.
import { encode } from "uqr";
import type { Alignment, Operation } from "#simulators/escpos-decoder.ts";
import { isLetterDot } from "#simulators/escpos-letters.ts";

/** One byte for each dot; 1 is black. */
export interface Picture {
  width: number;
  height: number;
  dots: Uint8Array;
}

const letter = { width: 12, height: 24 };
const lineHeight = 30;
/** Between the head and the knife. */
const cutterFeed = 60;

/** Rows of dots, which grow downwards. */
class Canvas {
  readonly width: number;
  readonly #rows: Uint8Array[] = [];
  constructor(width: number) {
    this.width = width;
  }

  get height(): number {
    return this.#rows.length;
  }

  feed(dots: number): void {
    for (let row = 0; row < dots; row += 1) this.#rows.push(new Uint8Array(this.width));
  }

  paint({ x, y, width = 1, height = 1 }: { x: number; y: number; width?: number; height?: number }): void {
    for (let row = y; row < y + height; row += 1) this.#rows[row]?.fill(1, x, x + width);
  }

  toPicture(): Picture {
    return { width: this.width, height: this.height, dots: Uint8Array.from(this.#rows.flatMap((row) => [...row])) };
  }
}

function getStart({ align, width, of }: { align: Alignment; width: number; of: number }): number {
  if (width > of) throw new Error(`${width} dots do not fit on ${of}`);
  return align === "left" ? 0 : align === "right" ? of - width : Math.floor((of - width) / 2);
}

/**
 * Draws the paper on a roll of this width in dots; throws for what the printer does not know, or what does not fit. A picture
 * is drawn as its frame with two diagonals: its letters depend on the fonts of the machine.
 */
export function drawPaper({ operations, width }: { operations: readonly Operation[]; width: number }): Picture {
  const canvas = new Canvas(width);
  for (const operation of operations) drawOperation(canvas, operation);
  return canvas.toPicture();
}

function drawOperation(canvas: Canvas, operation: Operation): void {
  switch (operation.kind) {
    case "text":
      return drawText(canvas, operation);
    case "feed":
      return canvas.feed(operation.lines * lineHeight);
    case "picture":
      return drawFrame(canvas, operation);
    case "qr":
      return drawQr(canvas, operation);
    case "cut":
      return drawCut(canvas, operation);
    case "drawer":
      return drawNote(canvas, `drawer, pin ${operation.pin}: ${operation.onMs} ms, ${operation.offMs} ms`);
    case "error":
      throw new Error(operation.text);
  }
}

/** Each dot of a letter is 2 by 2 dots of font A, and bold ones are one dot wider. */
function drawText(
  canvas: Canvas,
  { text, isBold, width: scaleX, height: scaleY, align }: Omit<Extract<Operation, { kind: "text" }>, "kind">,
): void {
  const advance = letter.width * scaleX;
  const start = getStart({ align, width: text.length * advance, of: canvas.width });
  const top = canvas.height;
  canvas.feed(Math.max(lineHeight, letter.height * scaleY + lineHeight - letter.height));
  for (const [index, character] of [...text].entries())
    for (let x = 0; x < 5; x += 1)
      for (let y = 0; y < 7; y += 1)
        if (isLetterDot({ letter: character, x, y }))
          canvas.paint({
            x: start + index * advance + (1 + 2 * x) * scaleX,
            y: top + (4 + 2 * y) * scaleY,
            width: 2 * scaleX + (isBold ? 1 : 0),
            height: 2 * scaleY,
          });
}

function drawFrame(canvas: Canvas, picture: Extract<Operation, { kind: "picture" }>): void {
  const width = picture.bytesPerRow * 8;
  const x = getStart({ align: picture.align, width, of: canvas.width });
  const [y, height] = [canvas.height, picture.rows];
  canvas.feed(height);
  for (const edge of [y, y + height - 1]) canvas.paint({ x, y: edge, width });
  for (const edge of [x, x + width - 1]) canvas.paint({ x: edge, y, height });
  for (let column = 0; column < width; column += 1) {
    const row = Math.floor((column * height) / width);
    canvas.paint({ x: x + column, y: y + row });
    canvas.paint({ x: x + column, y: y + height - 1 - row });
  }
}

function drawQr(canvas: Canvas, { text, moduleDots, correction, align }: Extract<Operation, { kind: "qr" }>): void {
  const { data, size } = encode(text, { ecc: correction, border: 0 });
  const start = getStart({ align, width: size * moduleDots, of: canvas.width });
  const top = canvas.height;
  canvas.feed(size * moduleDots);
  for (const [row, modules] of data.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark)
        canvas.paint({
          x: start + column * moduleDots,
          y: top + row * moduleDots,
          width: moduleDots,
          height: moduleDots,
        });
}

/** A partial cut leaves a bridge in the middle. */
function drawCut(canvas: Canvas, { isPartial, feedDots }: Extract<Operation, { kind: "cut" }>): void {
  canvas.feed(cutterFeed + feedDots);
  const bridge = isPartial ? 16 : 0;
  const half = (canvas.width - bridge) / 2;
  canvas.feed(1);
  for (const x of [0, half + bridge]) canvas.paint({ x, y: canvas.height - 1, width: half });
}

/** Nothing that is printed. */
function drawNote(canvas: Canvas, text: string): void {
  drawText(canvas, { text, isBold: false, width: 1, height: 1, align: "left" });
}

/** The pictures beside each other, with a line between them. */
export function placeBeside(pictures: readonly Picture[]): Picture {
  const gap = 33;
  const width = pictures.reduce((sum, picture) => sum + picture.width + gap, -gap);
  const height = Math.max(...pictures.map((picture) => picture.height));
  const dots = new Uint8Array(width * height);
  let x = 0;
  for (const picture of pictures) {
    for (let y = 0; y < picture.height; y += 1)
      dots.set(picture.dots.subarray(y * picture.width, (y + 1) * picture.width), y * width + x);
    x += picture.width + gap;
    const line = x - Math.ceil(gap / 2);
    if (x < width) for (let y = 0; y < height; y += 1) dots[y * width + line] = 1;
  }
  return { width, height, dots };
}
