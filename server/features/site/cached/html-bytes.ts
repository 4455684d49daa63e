// The bytes of a page. Joining its parts as a text first would take several times as long.
import type { FilledTemplate, Html } from "#domain/site/site-document.ts";

/** UTF-8 has at most as many bytes for a code unit of a text. */
const bytesPerUnit = 3;

const bufferBytes = 128 * 1024;
const maxFreeBuffers = 32;
const maxFreeBytes = 4 * bufferBytes;

/** Buffers to write pages into. A new one for each page would start the garbage collector of old objects more than once a second. */
const free: Buffer[] = [];
/** What is being written into. */
let buffer: Buffer;

export interface WrittenHtml {
  /** Overwritten after `release`. */
  bytes: Buffer;
  release: () => void;
}

export function writeHtml(html: Html): WrittenHtml {
  // Not filled with zeros first.
  buffer = free.pop() ?? Buffer.allocUnsafe(bufferBytes);
  const length = write(html, 0);
  const used = buffer;
  return {
    bytes: used.subarray(0, length),
    release: () => {
      if (free.length < maxFreeBuffers && used.length <= maxFreeBytes) free.push(used);
    },
  };
}

/** Bytes that can be kept. */
export function toBytes(html: Html): Buffer {
  const { bytes, release } = writeHtml(html);
  const kept = Buffer.from(bytes);
  release();
  return kept;
}

/** Writes from a position and returns the end. */
function write(html: Html, start: number): number {
  if (typeof html === "string") {
    reserve(start + bytesPerUnit * html.length);
    return start + buffer.write(html, start);
  }
  if ("bytes" in html) return writeTemplate(html, start);
  let end = start;
  for (const part of html) end = write(part, end);
  return end;
}

function writeTemplate({ bytes, ends, values }: FilledTemplate, start: number): number {
  let [end, from] = [start, 0];
  for (const [index, to] of ends.entries()) {
    reserve(end + to - from);
    buffer.set(bytes.subarray(from, to), end);
    end += to - from;
    from = to;
    const value = values[index];
    if (value !== undefined) end = write(value, end);
  }
  return end;
}

function reserve(bytes: number): void {
  if (bytes <= buffer.length) return;
  const larger = Buffer.allocUnsafe(2 * bytes);
  buffer.copy(larger);
  buffer = larger;
}
