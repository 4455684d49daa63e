// Long-term passes: residents, employees and tenants, whose standing records outlast their visits.
import { endOfPass } from "#domain/rules/pass.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Place } from "#tools/demo/branches.ts";
import { newMain } from "#tools/demo/entry.ts";
import { visitorFor } from "#tools/demo/vehicles.ts";
import type { Pass, World } from "#tools/demo/visits.ts";

const day = 86_400_000;
/** Most passes still hold at the end of the demo, some have run out. */
const lengths = [
  { unit: "years", amount: 1 },
  { unit: "month", amount: 6 },
  { unit: "years", amount: 1 },
  { unit: "month", amount: 3 },
] as const;

/** As many passes for every place as `counts` says, begun within the month after `since`. */
export function makePasses(options: {
  world: World;
  places: readonly Place[];
  counts: ReadonlyMap<number, number>;
  since: Date;
}): Pass[] {
  const { world, places, counts, since } = options;
  return places.flatMap((place) =>
    Array.from({ length: counts.get(place.id) ?? 0 }, () => makePass({ world, place, since })),
  );
}

function makePass({ world, place, since }: { world: World; place: Place; since: Date }): Pass {
  const { chance } = world;
  const visitor = visitorFor({ chance, state: place.state });
  const start = new Date(since.getTime() + Math.floor(chance.between({ from: 1, to: 25 }) * day));
  const { unit, amount } = chance.pick(lengths);
  const given = {
    vehicle_no: visitor.plate,
    phone_no: visitor.phone,
    vehicle_type: world.types.get(visitor.type)!,
    name: visitor.name,
    parking_type: "long_time",
    time_type: unit,
    pass_start_time: start,
    pass_end_time: endOfPass({ start, unit, amount, zone: place.zone }),
  };
  const main = newMain({ id: world.nextId.main++, place, who: chance.pick(place.staff), at: start.getTime(), given });
  return { place: place.id, main, visitor };
}

/** A pass's record is written before its visits, which point to it, and brought up to its last visit after them. */
export async function savePassStates({ tx, passes }: { tx: Tx; passes: readonly Pass[] }): Promise<void> {
  const columns = ["status_id", "parking_status_id", "is_waiting_for_approve", "date_updated", "user_updated"];
  for (const { main } of passes) {
    const row = Object.fromEntries(columns.map((column) => [column, main[column] ?? null])) as {
      [column: string]: string;
    };
    await tx`update "Parking_Main_Information" set ${tx(row)} where id = ${main["id"] as number}`;
  }
}
