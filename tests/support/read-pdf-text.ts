// The texts of a PDF, whose content streams are compressed and whose texts are in hexadecimal.
import { inflateSync } from "node:zlib";

export function readPdfText(file: Buffer): string {
  const source = file.toString("latin1");
  const streams = [...source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream]) => {
    try {
      return inflateSync(Buffer.from(stream!, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  const lines = streams.flatMap((stream) => [...stream.matchAll(/\[(.*?)\] TJ/g)].map(([, line]) => line!));
  return lines
    .map((line) =>
      [...line.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => Buffer.from(hex!, "hex").toString("latin1")).join(""),
    )
    .join("\n");
}
