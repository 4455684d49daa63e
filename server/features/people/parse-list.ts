// §5 Parses the lines of a CSV or XLSX file. Runs in its own process (list-worker.ts), since it may take seconds.
import { Readable } from "node:stream";
import { zipSync } from "fflate";
import { readSheet } from "read-excel-file/node";
import * as limits from "#domain/limits.ts";
import { throwTooLarge } from "#server/features/people/too-large.ts";
import { unzip } from "#server/features/people/unzip.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { parseCsvRecords } from "#server/items/rest/csv.ts";

export interface ListLine {
  /** 1-based, as in a spreadsheet. */
  line: number;
  cells: string[];
}

/** Limits of an unpacked workbook: five times what the largest list needs. */
const unpackedLimits = { maxBytes: 20 * 1024 * 1024, maxEntries: 500 };
/** Limits of rows, including empty ones, and cells of a sheet; a list has nine columns. */
const maxSheetRows = 2 * limits.importRows;
const maxCells = 40 * limits.importRows;

/**
 * Returns the lines of a file without empty ones. Throws UNSUPPORTED_MEDIA_TYPE, CONTENT_TOO_LARGE, INVALID_PAYLOAD.
 */
export async function parseList(bytes: Buffer): Promise<ListLine[]> {
  const lines: ListLine[] = [];
  let line = 0;
  let cellCount = 0;
  for await (const cells of isZip(bytes) ? parseSheetRows(bytes) : parseCsvRows(bytes)) {
    line += 1;
    if (!cells.some((cell) => cell.trim())) continue;
    lines.push({ line, cells });
    cellCount += cells.length;
    // The first line contains the headings.
    if (lines.length - 1 > limits.importRows) throwTooManyRows();
    if (cellCount > maxCells) throwTooLarge(`At most ${maxCells} cells can be imported at once.`);
  }
  return lines.length > 1 ? lines : throwInvalidPayload("The file holds no rows below its headings.");
}

function throwTooManyRows(): never {
  return throwTooLarge(`At most ${limits.importRows} rows can be imported at once.`);
}

/** Detects the format from the first bytes, not the file name. */
function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString("latin1") === "PK";
}

async function* parseCsvRows(bytes: Buffer): AsyncGenerator<string[]> {
  if (bytes.includes(0)) throwApiError("UNSUPPORTED_MEDIA_TYPE", { where: "file import" });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throwInvalidPayload("The file is not text in UTF-8. Save it as “CSV UTF-8”, or as XLSX.");
  }
  for await (const record of parseCsvRecords(Readable.from([text]))) yield record.map(removeFormulaMark);
}

/** Removes the quote that the product's CSV export puts before texts that look like formulas. */
const removeFormulaMark = (cell: string): string => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell);

async function* parseSheetRows(bytes: Buffer): AsyncGenerator<string[]> {
  const files = unzip({ bytes, limits: unpackedLimits });
  for (const [name, content] of files) if (/^xl\/worksheets\/[^/]+\.xml$/i.test(name)) assertSheetSize(content);
  // Repacks the checked entries, so that the library reads exactly what was checked.
  const repacked = Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }));
  const rows = await readSheet(repacked).catch(() => throwApiError("UNSUPPORTED_MEDIA_TYPE", { where: "file import" }));
  for (const row of rows) yield row.map((cell) => (cell === null || cell === undefined ? "" : String(cell)));
}

/** Counts rows and cells before the XML is parsed, which takes fifty times the time and memory. */
function assertSheetSize(content: Buffer): void {
  let [rows, cells] = [0, 0];
  for (let offset = content.indexOf(lessThan); offset >= 0; offset = content.indexOf(lessThan, offset + 1)) {
    const tag = /^<(?:[A-Za-z][\w.-]{0,20}:)?(row|c)[\s/>]/.exec(content.toString("latin1", offset, offset + 30))?.[1];
    if (tag === "row") rows += 1;
    if (tag === "c") cells += 1;
    if (rows > maxSheetRows) throwTooManyRows();
    if (cells > maxCells) throwTooLarge(`At most ${maxCells} cells can be imported at once.`);
  }
}
const lessThan = "<".charCodeAt(0);
