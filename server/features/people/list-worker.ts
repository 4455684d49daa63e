// Entry point of the process that parses lists (list-file.ts).
import type { ParseListResult, ParseListJob } from "#server/features/people/list-file.ts";
import { parseList } from "#server/features/people/parse-list.ts";
import { ApiError } from "#server/items/api-error.ts";
import { handleJobs } from "#server/processes/worker-program.ts";

async function runJob({ bytes }: ParseListJob): Promise<ParseListResult> {
  try {
    return { lines: await parseList(Buffer.from(bytes)) };
  } catch (error) {
    if (error instanceof ApiError) return { errors: [...error.entries] };
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

handleJobs(runJob);
