// What marking the days of reports costs a check-in over HTTP: the same server with and without the triggers, in turn.
import { type BenchBranch, checkOutEntriesAfter, getLastEntryId, setMarks } from "#tools/bench/data.ts";
import { createTables, loadEnvironment, startEnvironment } from "#tools/bench/environments.ts";
import { KeepAliveClient } from "#tools/bench/keep-alive-client.ts";
import { getMedian } from "#tools/bench/quantiles.ts";
import type { CleanupSteps } from "#tools/bench/run-bench.ts";

const pastEntries = 20_000;
export const checkInRounds = 100;
/** Fewer than the free slots of a branch. */
const checkInsPerRound = 40;
/** Not measured, since the server plans statements anew after the triggers have changed. */
const firstCheckIns = 10;

export interface CheckInCost {
  /** Medians in ms. */
  marked: number;
  unmarked: number;
}

/** Check-ins by one client; the order changes with every round, so that none is always the first. */
export async function measureCheckIns({ url, cleanup }: { url: string; cleanup: CleanupSteps }): Promise<CheckInCost> {
  const benchBranches = await createTables({ url });
  const loaded = await loadEnvironment({ url, benchBranches, pastEntries, cleanup });
  const { sql, server } = await startEnvironment({ environment: loaded, cleanup });
  const client = await KeepAliveClient.open({ host: "127.0.0.1", port: server.port });
  cleanup.push(async () => client.close());
  const times = { marked: new Array<number>(), unmarked: new Array<number>() };
  let number = 0;
  for (let round = 0; round < checkInRounds; round += 1)
    for (const kind of round % 2 === 0 ? (["marked", "unmarked"] as const) : (["unmarked", "marked"] as const)) {
      await setMarks(sql, kind === "marked");
      const last = await getLastEntryId(sql);
      for (let index = 0; index < firstCheckIns + checkInsPerRound; index += 1) {
        const request = createRequest(benchBranches[index % benchBranches.length]!, (number += 1));
        const start = performance.now();
        await client.send(request);
        if (index >= firstCheckIns) times[kind].push(performance.now() - start);
      }
      await checkOutEntriesAfter({ sql, last });
    }
  return { marked: getMedian(times.marked), unmarked: getMedian(times.unmarked) };
}

function createRequest({ token }: BenchBranch, number: number): string {
  const digits = String(number).padStart(6, "0");
  const body = JSON.stringify({ vehicle_no: `TN09M${digits}`, phone_no: `8000${digits}` });
  return KeepAliveClient.request({ method: "POST", path: "/actions/parking/check-in", token, body });
}
