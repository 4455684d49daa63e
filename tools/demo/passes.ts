// Long-term passes of residents, employees and tenants, whose visitor records are used by several entries.
import { computePassEnd } from "#domain/passes/pass.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DemoSite } from "#tools/demo/branches.ts";
import { createVisitorRecord } from "#tools/demo/entry.ts";
import { drawVisitor } from "#tools/demo/vehicles.ts";
import type { DemoPass, DemoSimulation } from "#tools/demo/entry-simulation.ts";

const day = 86_400_000;
/** Durations of passes: most are valid at the end of the demo, some have expired. */
const passDurations = [
  { unit: "years", amount: 1 },
  { unit: "month", amount: 6 },
  { unit: "years", amount: 1 },
  { unit: "month", amount: 3 },
] as const;

/** Creates the number of passes given by `counts` for every site, starting within the month after `since`. */
export function createPasses(options: {
  simulation: DemoSimulation;
  sites: readonly DemoSite[];
  counts: ReadonlyMap<number, number>;
  since: Date;
}): DemoPass[] {
  const { simulation, sites, counts, since } = options;
  return sites.flatMap((site) =>
    Array.from({ length: counts.get(site.id) ?? 0 }, () => createPass({ simulation, site, since })),
  );
}

function createPass({
  simulation,
  site,
  since,
}: {
  simulation: DemoSimulation;
  site: DemoSite;
  since: Date;
}): DemoPass {
  const { random } = simulation;
  const visitor = drawVisitor({ random, state: site.state });
  const start = new Date(since.getTime() + Math.floor(random.between({ from: 1, to: 25 }) * day));
  const { unit, amount } = random.pick(passDurations);
  const values = {
    vehicle_no: visitor.vehicleNumber,
    phone_no: visitor.phone,
    vehicle_type: simulation.types.get(visitor.type)!,
    name: visitor.name,
    parking_type: "long_time",
    time_type: unit,
    pass_start_time: start,
    pass_end_time: computePassEnd({ start, unit, amount, zone: site.zone }),
  };
  const visitorRecord = createVisitorRecord({
    id: simulation.nextId.visitorRecord++,
    site,
    actor: random.pick(site.staff),
    at: start.getTime(),
    values,
  });
  return { site: site.id, visitorRecord, visitor };
}

/** Updates the visitor records of passes, which are written before their entries, to the state of the last one. */
export async function savePassStatuses({ tx, passes }: { tx: Tx; passes: readonly DemoPass[] }): Promise<void> {
  const columns = ["status_id", "parking_status_id", "is_waiting_for_approve", "date_updated", "user_updated"];
  for (const { visitorRecord } of passes) {
    const row = Object.fromEntries(columns.map((column) => [column, visitorRecord[column] ?? null])) as {
      [column: string]: string;
    };
    await tx`update "Parking_Main_Information" set ${tx(row)} where id = ${visitorRecord["id"] as number}`;
  }
}
