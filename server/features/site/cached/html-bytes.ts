// The bytes of a page. Joining its parts as a text first would take several times as long.
import type { FilledTemplate, Html } from "#domain/site/site-document.ts";

/** UTF-8 has at most as many bytes for a code unit of a text. */
const bytesPerUnit = 3;

/** Grows to the largest page; its bytes are copied out. */
let buffer = Buffer.allocUnsafe(256 * 1024);

export function toBytes(html: Html): Buffer {
  const length = write(html, 0);
  // Not filled with zeros first.
  const bytes = Buffer.allocUnsafe(length);
  buffer.copy(bytes, 0, 0, length);
  return bytes;
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
