// A list as comma-separated values (RFC 4180), read as it comes in.
import { refusePayload } from "#server/items/refused.ts";

/** The records of a text that comes in pieces, each as its cells. A quote that is never closed is INVALID_PAYLOAD. */
export async function* csvRecords(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let record: string[] = [];
  let cell = "";
  let isQuoted = false;
  /** A quote was just read within quotes: it ends them, or is one of a pair. */
  let isAfterQuote = false;
  let isAfterReturn = false;
  let isFirst = true;
  for await (const piece of pieces)
    for (const character of isFirst ? piece.replace(/^\uFEFF/, "") : piece) {
      isFirst = false;
      if (isAfterQuote) {
        isAfterQuote = false;
        if (character === '"') {
          cell += character;
          continue;
        }
        isQuoted = false;
      }
      if (isQuoted) {
        if (character === '"') isAfterQuote = true;
        else cell += character;
        continue;
      }
      const isSecondOfPair = isAfterReturn && character === "\n";
      isAfterReturn = character === "\r";
      if (isSecondOfPair) continue;
      if (character === '"' && cell === "") isQuoted = true;
      else if (character === ",") {
        record.push(cell);
        cell = "";
      } else if (character === "\n" || character === "\r") {
        yield [...record, cell];
        record = [];
        cell = "";
      } else cell += character;
    }
  if (isQuoted && !isAfterQuote) refusePayload("A quote in the file is never closed.");
  if (cell !== "" || record.length > 0) yield [...record, cell];
}
