// Streaming CSV parser (RFC 4180).
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { throwInvalidPayload } from "#server/items/api-error.ts";

/** Accepts files of any spreadsheet: all line endings, a byte order mark, and quotes within cells. */
const options = {
  bom: true,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  relax_quotes: true,
};

/** Parses records from chunks of text, each as a list of cells. INVALID_PAYLOAD for an unclosed quote. */
export async function* parseCsvRecords(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  const parser = parse(options);
  // Destroys the parser if the source fails, so that the error reaches the reader of the records.
  pipeline(chunks, parser).catch(() => {});
  try {
    for await (const record of parser) yield record as string[];
  } catch (error) {
    if (error instanceof CsvError) throwInvalidPayload("A quote in the file is never closed.");
    throw error;
  }
}
