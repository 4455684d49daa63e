// §4: passes of a branch with a slot of their own (domain/passes/kept-slot.ts).
import type { SlotHolder } from "#domain/passes/kept-slot.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

/** At most one pass for each slot, some of which are over. The caller holds the lock of `lockSlots`. */
export async function loadSlotHolders({ tx, branch }: { tx: Sql | Tx; branch: number }): Promise<SlotHolder[]> {
  return tx.unsafe<SlotHolder[]>(
    `select "id", "vehicle_no", "slot_prefix", "slot_no", "parking_type", "parking_status_id", "is_unpaid", "is_waiting_for_approve",
      "pass_start_time", "pass_end_time", "due_from", "due_till" from "Parking_Main_Information" where "branch" = $1 and "slot_no" > 0`,
    [branch],
    { prepare: true },
  );
}
