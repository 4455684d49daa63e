// §9: a branch's slots, for parking and valet each their own; never two cars in one.
import { Refusal, type Row } from "#domain/collection.ts";
import { allocateSlot, type Block, isSlotFree, type Slot } from "#domain/rules/slots.ts";
import { valetService } from "#domain/rules/valet-entry.ts";
import { valetSequence } from "#domain/states/valet.ts";
import type { Tx } from "#server/db/pool.ts";
import type { ScarceArgs, ScarceStep } from "#server/items/write-context.ts";
import { branchOf } from "#server/services/scarce/counter.ts";

export type SlotService = "is_parking" | typeof valetService;

interface Kind {
  service: SlotService;
  config: string;
  /** Has a claim to a slot now: one that was invited or waits for approval has not, nor a car whose key was just taken. */
  isThere: (args: ScarceArgs) => boolean;
  status: string;
}

const parking: Kind = {
  service: "is_parking",
  config: "parking_config",
  status: "parking_status_id",
  isThere({ after, related }) {
    if (after["is_person"] === true) return false;
    if (after["parking_status_id"] === 1) return true;
    const isWaiting = related["parking_main_info"]?.["is_waiting_for_approve"] === true;
    const isAtGate = after["is_vehicle_prepay_type"] === true && after["is_invited"] !== true && !isWaiting;
    return after["parking_status_id"] === 3 && isAtGate;
  },
};

const valet: Kind = {
  service: valetService,
  config: "valet_and_parking_config",
  status: "status_id",
  // `valet-service` parks in no slot.
  isThere: ({ after }) =>
    after["is_valet_parking"] === true && after["status_id"] === valetSequence.parked && !after["out_time"],
};

const kinds: { [collection: string]: Kind } = {
  Parking_Information: parking,
  Valet_and_Parking_Information: valet,
};

/** What stands in a branch's slots: `$1` the branch. */
const takenSql: { readonly [service in SlotService]: string } = {
  is_parking: `from "Parking_Information"
    where "branch" = $1 and "out_time" is null and "slot_no" > 0 and "parking_status_id" in (1, 3)`,
  is_valet_and_parking: `from "Valet_and_Parking_Information"
    where "branch" = $1 and "out_time" is null and "slot_no" > 0`,
};

interface Place {
  tx: Tx;
  branch: number;
  service: SlotService;
}

/** It comes in now, or is there already and is put elsewhere. */
function asksForSlot({ before, changes }: ScarceArgs, status: string): boolean {
  const isMoved = ["slot_prefix", "slot_no"].some((name) => name in changes && changes[name] !== before?.[name]);
  return status in changes || isMoved;
}

/** The slot asked for, or the lowest that is free. SLOT_EXIST, SLOT_FULL, and SLOT_REQUIRED where each is chosen by hand. */
export const takeSlot: ScarceStep = async (args) => {
  const { ctx, collection, before, after } = args;
  const kind = kinds[collection.name]!;
  if (!kind.isThere(args)) return before || !after["slot_no"] ? {} : { slot_no: null };
  if (before && !asksForSlot(args, kind.status)) return {};
  const branch = branchOf(args);
  const config = branch[kind.config] as Row | null;
  const hasBlocks = ((branch["slot_blocks"] ?? []) as Row[]).some((block) => block["service"] === kind.service);
  if (!hasBlocks) return after["slot_no"] ? new Refusal("SLOT_EXIST", "slot_no") : {};
  const place = { tx: ctx.tx, branch: branch["id"] as number, service: kind.service };
  // Sent together, run one after the other: blocks and what is taken are looked at only when the lock is ours.
  const [, blocks, taken] = await Promise.all([
    lockSlots(place),
    blocksOf(place),
    takenSlots({ ...place, except: (after["id"] as number | undefined) ?? 0 }),
  ]);
  if (after["slot_no"]) {
    const slot: Slot = { prefix: (after["slot_prefix"] as string | null) ?? "", number: after["slot_no"] as number };
    return isSlotFree({ blocks, taken, slot }) ? { slot_prefix: slot.prefix } : new Refusal("SLOT_EXIST", "slot_no");
  }
  if (config?.["slot_type"] === "specific_slot") return new Refusal("SLOT_REQUIRED", "slot_no");
  const slot = allocateSlot({ blocks, taken, preferredPrefix: (after["slot_prefix"] as string | null) ?? undefined });
  if (slot.number === 0 && config?.["is_slot_required"] === true) return new Refusal("SLOT_FULL");
  return { slot_prefix: slot.prefix, slot_no: slot.number === 0 ? null : slot.number };
};

/** Two who take a slot of one branch and service take turns, so that both see what the other took. */
export async function lockSlots({ tx, branch, service }: Place): Promise<void> {
  const key = service === "is_parking" ? 7301 : 7304;
  await tx.unsafe("select pg_advisory_xact_lock($1::integer, $2::integer)", [key, branch], { prepare: true });
}

/** As they are now: a block may have been made smaller since the rules looked. */
async function blocksOf({ tx, branch, service }: Place): Promise<Block[]> {
  return tx.unsafe<Block[]>(
    `select coalesce("slot_prefix", '') as prefix, "total_slots" as total from "Slot_Blocks"
      where "branch" = $1 and "service" = $2 order by "sort", "id"`,
    [branch, service],
    { prepare: true },
  );
}

async function takenSlots({ tx, branch, service, except }: Place & { except: number }): Promise<Slot[]> {
  return tx.unsafe<Slot[]>(
    `select "slot_prefix" as prefix, "slot_no" as number ${takenSql[service]} and "id" <> $2`,
    [branch, except],
    { prepare: true },
  );
}

/** The highest number in use in a block, 0 for none. Call it with the lock. */
export async function highestTaken({ tx, branch, service, prefix }: Place & { prefix: string }): Promise<number> {
  const [row] = await tx.unsafe<{ highest: number }[]>(
    `select coalesce(max("slot_no"), 0) as highest ${takenSql[service]} and "slot_prefix" = $2`,
    [branch, prefix],
    { prepare: true },
  );
  return row!.highest;
}
