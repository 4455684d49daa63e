// §2 /parking/edit: changes of an entry's details that need no reason. See docs/rules/corrections.md.
import { visitDetailNames } from "#domain/visitors/visit-details.ts";

/** Fields of the visitor record that are edited. */
export const editedVisitorFields = ["name", "email", "entry_reason"] as const;
/** Fields of the visitor record that are edited on its own page, where a pass may get another vehicle type. */
export const editedRecordFields = [...editedVisitorFields, "vehicle_type"] as const;
/** Fields of the entry that are edited. */
export const editedEntryFields = ["visitor_id", ...visitDetailNames, "slot_prefix", "slot_no"] as const;
