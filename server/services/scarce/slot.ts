// §9: a branch's slots, for parking and valet each their own; never two cars in one.
import { Refusal, type Row } from "#domain/collection.ts";
import { allocateSlot, isSlotFree, type Slot } from "#domain/rules/slots.ts";
import { valetService } from "#domain/rules/valet-entry.ts";
import { valetSequence } from "#domain/states/valet.ts";
import type { Tx } from "#server/db/pool.ts";
import type { ScarceArgs, ScarceStep } from "#server/items/write-context.ts";
import { branchOf } from "#server/services/scarce/counter.ts";

interface Kind {
  service: string;
  config: string;
  /** Apart from each other: two who take a slot of one kind at one branch take turns. */
  lock: number;
  /** Whether this write takes a slot. */
  isDue: (args: ScarceArgs) => boolean;
  taken: string;
}

function isPutElsewhere({ before, changes }: ScarceArgs): boolean {
  return ["slot_prefix", "slot_no"].some((name) => name in changes && changes[name] !== before?.[name]);
}

const parking: Kind = {
  service: "is_parking",
  config: "parking_config",
  lock: 7301,
  // It comes in, or waits at the gate to pay first; or it is there already and is put elsewhere.
  isDue: (args) => {
    const { after, changes } = args;
    const isThere = after["parking_status_id"] === 1 || after["is_vehicle_prepay_type"] === true;
    const isComing = "parking_status_id" in changes || isPutElsewhere(args);
    return after["is_person"] !== true && isThere && !after["out_time"] && isComing;
  },
  taken: `select "slot_prefix" as prefix, "slot_no" as number from "Parking_Information"
    where "branch" = $1 and "out_time" is null and "slot_no" > 0 and "parking_status_id" in (1, 3) and "id" <> $2`,
};

const valet: Kind = {
  service: valetService,
  config: "valet_and_parking_config",
  lock: 7302,
  // A car that is parked, or moved to another slot. `valet-service` has none.
  isDue: (args) => {
    const { before, after, changes } = args;
    if (!before || after["is_valet_parking"] !== true || after["out_time"]) return false;
    const isParked = (after["status_id"] as number) >= valetSequence.parked;
    return changes["status_id"] === valetSequence.parked || (isParked && isPutElsewhere(args));
  },
  taken: `select "slot_prefix" as prefix, "slot_no" as number from "Valet_and_Parking_Information"
    where "branch" = $1 and "out_time" is null and "slot_no" > 0 and "id" <> $2`,
};

const kinds: { [collection: string]: Kind } = {
  Parking_Information: parking,
  Valet_and_Parking_Information: valet,
};

/** The blocks of a service, in the order in which they are filled. */
function blocksOf({ branch, service }: { branch: Row; service: string }) {
  return ((branch["slot_blocks"] ?? []) as Row[])
    .filter((block) => block["service"] === service)
    .toSorted(
      (one, other) =>
        (one["sort"] as number) - (other["sort"] as number) || (one["id"] as number) - (other["id"] as number),
    )
    .map((block) => ({ prefix: (block["slot_prefix"] as string | null) ?? "", total: block["total_slots"] as number }));
}

/** The slot asked for, or the lowest that is free. SLOT_EXIST, SLOT_FULL, SLOT_REQUIRED. */
export const takeSlot: ScarceStep = async (args) => {
  const { ctx, collection, after } = args;
  const kind = kinds[collection.name];
  if (!kind?.isDue(args)) return {};
  const branch = branchOf(args);
  const blocks = blocksOf({ branch, service: kind.service });
  if (blocks.length === 0) return after["slot_no"] ? new Refusal("SLOT_REQUIRED", "slot_no") : {};
  const taken = await takenSlots({
    tx: ctx.tx,
    kind,
    branch: branch["id"] as number,
    except: (after["id"] as number | undefined) ?? 0,
  });
  if (after["slot_no"]) {
    const slot: Slot = { prefix: (after["slot_prefix"] as string | null) ?? "", number: after["slot_no"] as number };
    return isSlotFree({ blocks, taken, slot }) ? { slot_prefix: slot.prefix } : new Refusal("SLOT_EXIST", "slot_no");
  }
  const slot = allocateSlot({ blocks, taken, preferredPrefix: (after["slot_prefix"] as string | null) ?? undefined });
  const isRequired = (branch[kind.config] as Row | null)?.["is_slot_required"] === true;
  if (slot.number === 0 && isRequired) return new Refusal("SLOT_FULL");
  return { slot_prefix: slot.prefix, slot_no: slot.number === 0 ? null : slot.number };
};

/** Sent together, run one after the other: what is taken is looked at only when the lock is ours. */
async function takenSlots({
  tx,
  kind,
  branch,
  except,
}: {
  tx: Tx;
  kind: Kind;
  branch: number;
  except: number;
}): Promise<Slot[]> {
  const [, taken] = await Promise.all([
    tx.unsafe("select pg_advisory_xact_lock($1::integer, $2::integer)", [kind.lock, branch], { prepare: true }),
    tx.unsafe<Slot[]>(kind.taken, [branch, except], { prepare: true }),
  ]);
  return taken;
}
