// §5 Uploaded list of people as CSV or XLSX, parsed in a process with memory and time limits, so that it does not block
// the server.
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { type ErrorCode, isErrorCode } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import type { ListLine } from "#server/features/people/parse-list.ts";
import { throwTooLarge } from "#server/features/people/too-large.ts";
import { throwApiError, throwInvalidPayload, ApiError } from "#server/items/api-error.ts";
import { WorkQueue } from "#server/processes/work-queue.ts";
import { WorkerProcess, WorkerProcessEnded } from "#server/processes/worker-process.ts";

const program = new URL("list-worker.ts", import.meta.url);
const queue = new WorkQueue({ concurrency: 1, maxQueued: 10, maxPerKey: 2, retryAfterSeconds: 10 });

/**
 * Reads the lines of the uploaded file without empty ones. `queueKey` identifies the uploader in the queue. Throws
 * UNSUPPORTED_MEDIA_TYPE, CONTENT_TOO_LARGE, INVALID_PAYLOAD, OUT_OF_TIME, and the errors of WorkQueue.
 */
export async function readListLines({
  request,
  queueKey,
}: {
  request: FastifyRequest;
  queueKey: string;
}): Promise<ListLine[]> {
  if (!request.isMultipart()) throwInvalidPayload("Send the file as form data.");
  const part = await request.file({ limits: { fileSize: limits.importBytes, files: 1 } });
  if (!part) throwInvalidPayload("No file was sent.");
  const bytes = await part
    .toBuffer()
    .catch(() => throwTooLarge(`A file to import may have ${limits.importBytes} bytes.`));
  return queue.run(() => listParser.parse(bytes), { key: queueKey });
}

export interface ParseListJob {
  bytes: Uint8Array;
}
const apiErrorEntry = z.object({
  code: z.custom<ErrorCode>(isErrorCode),
  message: z.string(),
  details: z.record(z.string(), z.json()),
});
/** Answer of the process; `failure` is an internal error. */
const parseListResult = z.union([
  z.object({ lines: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })) }),
  z.object({ errors: z.array(apiErrorEntry) }),
  z.object({ failure: z.string() }),
]);
export type ParseListResult = z.output<typeof parseListResult>;

/** Parses one list at a time in a process that is killed after `timeLimitMs` or when its heap exceeds `memoryMb`. */
export class ListParser {
  readonly #process: WorkerProcess<ParseListJob, ParseListResult>;

  constructor({ timeLimitMs = 20_000, memoryMb = 256 }: { timeLimitMs?: number; memoryMb?: number } = {}) {
    this.#process = new WorkerProcess({
      program,
      answer: parseListResult,
      timeLimitMs,
      execArgv: [`--max-old-space-size=${memoryMb}`],
    });
  }

  /** Throws UNSUPPORTED_MEDIA_TYPE, CONTENT_TOO_LARGE, INVALID_PAYLOAD, OUT_OF_TIME. */
  async parse(bytes: Uint8Array): Promise<ListLine[]> {
    const result = await this.#process.run({ bytes }).catch((error: unknown) => {
      if (!(error instanceof WorkerProcessEnded)) throw error;
      return error.isOutOfTime
        ? throwApiError("OUT_OF_TIME")
        : throwTooLarge("The contents of this file are too large.");
    });
    if ("errors" in result) throw new ApiError(result.errors);
    if ("failure" in result) throw new Error(`The list could not be read: ${result.failure}`);
    return result.lines;
  }

  close(): void {
    this.#process.close();
  }
}

const listParser = new ListParser();
