// §5 A list of people as a file: CSV or XLSX, read into lines of cells, guarded against files that are larger than they seem.
import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { Unzip, UnzipInflate } from "fflate";
import { readSheet } from "read-excel-file/node";
import { limits } from "#domain/limits.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { csvRecords } from "#server/services/csv.ts";

export interface Line {
  /** From 1, as a table shows it. */
  line: number;
  cells: string[];
}

/** The lines of the file that is sent, without empty ones. Throws UNSUPPORTED_MEDIA_TYPE, CONTENT_TOO_LARGE, INVALID_PAYLOAD. */
export async function linesIn(request: FastifyRequest): Promise<Line[]> {
  if (!request.isMultipart()) refusePayload("Send the file as form data.");
  const part = await request.file({ limits: { fileSize: limits.importBytes, files: 1 } });
  if (!part) refusePayload("No file was sent.");
  const bytes = await part.toBuffer().catch(() => tooLarge(`A file to import may have ${limits.importBytes} bytes.`));
  const rows = isZip(bytes) ? await sheetRows(bytes) : await csvRows(bytes);
  const lines = rows
    .map((cells, at) => ({ line: at + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()));
  if (lines.length - 1 > limits.importRows) tooLarge(`At most ${limits.importRows} rows can be imported at once.`);
  return lines.length > 1 ? lines : refusePayload("The file holds no rows below its headings.");
}

function tooLarge(reason: string): never {
  refuse("CONTENT_TOO_LARGE", { reason }, reason);
}

/** What a file is its first bytes say, not its name. */
function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString("latin1") === "PK";
}

async function csvRows(bytes: Buffer): Promise<string[][]> {
  if (bytes.includes(0)) refuse("UNSUPPORTED_MEDIA_TYPE", { where: "file import" });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    refusePayload("The file is not text in UTF-8. Save it as “CSV UTF-8”, or as XLSX.");
  }
  const rows: string[][] = [];
  for await (const record of csvRecords(Readable.from([text]))) rows.push(record.map(unmarked));
  return rows;
}

/** Our own export marks a text that a table would take for a formula. */
const unmarked = (cell: string): string => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell);

async function sheetRows(bytes: Buffer): Promise<string[][]> {
  refuseBomb(bytes);
  const rows = await readSheet(bytes).catch(() => refuse("UNSUPPORTED_MEDIA_TYPE", { where: "file import" }));
  return rows.map((row) => row.map((cell) => (cell === null || cell === undefined ? "" : String(cell))));
}

/** What a file of the largest size that is taken may hold. */
const mostUnpacked = 50 * 1024 * 1024;
const pieceBytes = 64 * 1024;

/** Unpacks it once without keeping anything, and stops where it grows beyond measure. CONTENT_TOO_LARGE. */
function refuseBomb(bytes: Buffer): void {
  let unpacked = 0;
  const unzip = new Unzip((entry) => {
    entry.ondata = (_error, data) => {
      unpacked += data?.length ?? 0;
      if (unpacked > mostUnpacked) tooLarge("What this file holds is too large.");
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      unzip.push(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length);
  } catch (error) {
    if (error instanceof Error && "entries" in error) throw error;
    refuse("UNSUPPORTED_MEDIA_TYPE", { where: "file import" });
  }
}
