// §9: what is scarce, taken under a lock in the transaction of the write: receipt numbers and slots.
import { Refusal, type Row } from "#domain/collection.ts";
import { wallClock } from "#domain/rules/dates.ts";
import { receiptId } from "#domain/rules/receipt-id.ts";
import { allocateSlot, type Block, isSlotFree, type Slot } from "#domain/rules/slots.ts";
import type { Tx } from "#server/db/pool.ts";
import type { ScarceArgs, ScarceStep } from "#server/items/write-context.ts";

/** The branch a parking entry belongs to, as its rules saw it. */
function branchOf({ related }: ScarceArgs): Row {
  const main = related["parking_main_info"] as Row;
  return main["branch"] as Row;
}

/** The calendar day of a branch, 'YYYY-MM-DD'. */
function dayOf({ now, zone }: { now: Date; zone: string }): string {
  const { year, month, day } = wallClock({ at: now, zone });
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** The next number of a branch's counter; whoever comes second waits until the first has committed or given up. */
async function nextNumber({
  tx,
  branch,
  name,
  day,
}: {
  tx: Tx;
  branch: number;
  name: string;
  day: string;
}): Promise<number> {
  const [row] = await tx.unsafe<{ value: number }[]>(
    `insert into "counters" as c ("branch", "name", "day", "value") values ($1, $2, $3::text::date, 1)
     on conflict ("branch", "name", "day") do update set "value" = c."value" + 1 returning "value"`,
    [branch, name, day],
    { prepare: true },
  );
  return row!.value;
}

const takeReceipt: ScarceStep = async (args) => {
  const { ctx, before, after } = args;
  if (before) return {};
  const branch = branchOf(args);
  const zone = (branch["time_zone"] as string | null) ?? undefined;
  const day = dayOf({ now: ctx.now, zone: zone ?? "Asia/Kolkata" });
  const number = await nextNumber({ tx: ctx.tx, branch: branch["id"] as number, name: "receipt", day });
  const isGovernment = branch["entity_type"] === "government";
  return {
    receipt_no: receiptId({
      isGovernment,
      isPerson: after["is_person"] === true,
      count: number - 1,
      now: ctx.now,
      zone,
    }),
  };
};

/** Inside, or at the gate to pay first; one that was invited or waits for approval has no claim to a slot yet. */
function isThere({ after, related }: ScarceArgs): boolean {
  if (after["parking_status_id"] === 1) return true;
  const isWaiting = related["parking_main_info"]?.["is_waiting_for_approve"] === true;
  const isAtGate = after["is_vehicle_prepay_type"] === true && after["is_invited"] !== true && !isWaiting;
  return after["parking_status_id"] === 3 && isAtGate;
}

/** It comes in now, or is there already and is put elsewhere. */
function asksForSlot({ before, changes }: ScarceArgs): boolean {
  const isMoved = ["slot_prefix", "slot_no"].some((name) => name in changes && changes[name] !== before?.[name]);
  return "parking_status_id" in changes || isMoved;
}

/** A vehicle that comes in, or waits at the gate to pay first, gets the slot asked for or the lowest that is free. */
const takeSlot: ScarceStep = async (args) => {
  const { ctx, before, after } = args;
  if (after["is_person"] === true) return {};
  if (!isThere(args)) return before || !after["slot_no"] ? {} : { slot_no: null };
  if (before && !asksForSlot(args)) return {};
  const branch = branchOf(args);
  const config = branch["parking_config"] as Row | null;
  const hasBlocks = ((branch["slot_blocks"] ?? []) as Row[]).some((block) => block["service"] === "is_parking");
  if (!hasBlocks) return after["slot_no"] ? new Refusal("SLOT_EXIST", "slot_no") : {};
  const where = { tx: ctx.tx, branch: branch["id"] as number };
  // Sent together, run one after the other: blocks and what is taken are looked at only when the lock is ours.
  const [, blocks, taken] = await Promise.all([
    lockSlots(where),
    blocksOf(where),
    takenSlots({ ...where, except: (after["id"] as number | undefined) ?? 0 }),
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

/** Two who take a slot of one branch take turns, so that both see what the other took. */
export async function lockSlots({ tx, branch }: { tx: Tx; branch: number }): Promise<void> {
  await tx.unsafe("select pg_advisory_xact_lock(7301, $1::integer)", [branch], { prepare: true });
}

/** As they are now: a block may have been made smaller since the rules looked. */
async function blocksOf({ tx, branch }: { tx: Tx; branch: number }): Promise<Block[]> {
  return tx.unsafe<Block[]>(
    `select coalesce("slot_prefix", '') as prefix, "total_slots" as total from "Slot_Blocks"
     where "branch" = $1 and "service" = 'is_parking' order by "sort", "id"`,
    [branch],
    { prepare: true },
  );
}

async function takenSlots({ tx, branch, except }: { tx: Tx; branch: number; except: number }): Promise<Slot[]> {
  return tx.unsafe<Slot[]>(
    `select "slot_prefix" as prefix, "slot_no" as number from "Parking_Information"
     where "branch" = $1 and "out_time" is null and "slot_no" > 0 and "parking_status_id" in (1, 3) and "id" <> $2`,
    [branch, except],
    { prepare: true },
  );
}

export const scarceSteps = { receipt: takeReceipt, slot: takeSlot };
