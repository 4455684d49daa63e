// §5 What the imports of a file have in common.
import { PassThrough } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ImportedRow, ImportHeadings } from "#domain/schema/list-import.ts";
import type { ImportPreview } from "#domain/schema/list-import-contract.ts";
import { readListLines } from "#server/features/people/list-file.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { toApiErrorResponse, toErrorBody } from "#server/request.ts";

/** Parses the uploaded file. Throws INVALID_PAYLOAD if a required column is missing. */
export async function parseListFile<N extends string>({
  request,
  queueKey,
  parseHeadings,
  parseRow,
}: {
  request: FastifyRequest;
  /** Key for the fair share of the parser queue: the uploading user. */
  queueKey: string;
  parseHeadings: (cells: readonly string[]) => ImportHeadings<N>;
  parseRow: (row: { line: number; cells: readonly string[]; headings: ImportHeadings<N> }) => ImportedRow<N>;
}): Promise<{ headings: ImportHeadings<N>; rows: ImportedRow<N>[] }> {
  const [first, ...rest] = await readListLines({ request, queueKey });
  const headings = parseHeadings(first!.cells);
  if (headings.missing.length > 0)
    throwInvalidPayload(`The first line of the file must name its columns. Missing: ${headings.missing.join(", ")}.`);
  return { headings, rows: rest.map(({ line, cells }) => parseRow({ line, cells, headings })) };
}

/** FAILED_VALIDATION without a valid row, and unless all rows are valid or `isPartial`. */
export function requireValidRows({
  preview: { good, wrong },
  isPartial,
}: {
  preview: ImportPreview;
  isPartial: boolean;
}): void {
  if (good === 0 || (wrong > 0 && !isPartial))
    throwApiError(
      "FAILED_VALIDATION",
      {},
      "Some rows have errors, so nothing was imported. Correct them and try again.",
    );
}

/** Streams NDJSON: progress lines, then a line with the result or errors in the usual response format. */
export function streamProgress<T>({
  reply,
  run,
}: {
  reply: FastifyReply;
  run: (onProgress: (done: number, of: number) => void) => Promise<T>;
}): FastifyReply {
  const lines = new PassThrough();
  const write = (line: object): void => void (lines.writable && lines.write(`${JSON.stringify(line)}\n`));
  // A client that disconnects does not abort the import, which runs in one transaction.
  lines.on("error", () => {});
  void run((done, of) => write({ done, of }))
    .then((data) => write({ data }))
    .catch((error: unknown) => write(toErrorBody(toApiErrorResponse({ error, request: reply.request }))))
    .finally(() => lines.end());
  return reply.type("application/x-ndjson; charset=utf-8").send(lines);
}
