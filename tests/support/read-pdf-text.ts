// The texts of a PDF, whose content streams are compressed and whose texts are in hexadecimal.
import { inflateSync } from "node:zlib";

function readStreams(file: Buffer): string[] {
  const source = file.toString("latin1");
  return [...source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream]) => {
    try {
      return inflateSync(Buffer.from(stream!, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
}

export function readPdfText(file: Buffer): string {
  const lines = readStreams(file).flatMap((stream) => [...stream.matchAll(/\[(.*?)\] TJ/g)].map(([, line]) => line!));
  return lines
    .map((line) =>
      [...line.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => Buffer.from(hex!, "hex").toString("latin1")).join(""),
    )
    .join("\n");
}

/** What the pictures of a PDF stand for, in UTF-16 after a byte order mark. */
export function readPdfPictureTexts(file: Buffer): string[] {
  const texts = readStreams(file).flatMap((stream) => [...stream.matchAll(/\/ActualText \(\xfe\xff(.*?)\)\n/gs)]);
  return texts.map(([, text]) => {
    const bytes = text!.replaceAll(
      /\\([()\\rnt])/g,
      (_, letter: string) => ({ r: "\r", n: "\n", t: "\t" })[letter] ?? letter,
    );
    return Buffer.from(bytes, "latin1").swap16().toString("utf16le");
  });
}
