// Where the branch lets one choose a slot (slot_type specific_slot): the free ones, by block.
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { itemsQuery } from "#web/items/items.ts";
import { useBranch } from "#web/items/use-session.ts";
import { useFormState } from "#web/ui/form.tsx";
import { blocksQuery, takenSlotsFilter } from "#web/features/parking/slots.ts";

interface TakenSlot {
  slot_prefix: string | null;
  slot_no: number;
}

const separator = "|";

/** 'A|12' → the two fields of an entry; nothing chosen leaves it to the lowest free slot. */
export function slotFrom(chosen: string): { slot_prefix?: string; slot_no?: number } {
  const at = chosen.lastIndexOf(separator);
  return at < 0 ? {} : { slot_prefix: chosen.slice(0, at), slot_no: Number(chosen.slice(at + 1)) };
}

/** `first` is what choosing none means. */
export function SlotChoice({ first = "The lowest free one" }: { first?: string }) {
  const { branch } = useBranch();
  const { values, errors, setValue } = useFormState();
  const { data: blocks = [] } = useQuery(blocksQuery(branch.id));
  const { data: taken } = useQuery(
    itemsQuery<TakenSlot>("Parking_Information", {
      filter: takenSlotsFilter(branch.id),
      fields: ["slot_prefix", "slot_no"],
      limit: -1,
    }),
  );
  const isTaken = new Set(taken?.map((slot) => `${slot.slot_prefix ?? ""}${separator}${slot.slot_no}`));
  const groups = blocks.map((block) => ({
    group: block.zone_or_block,
    items: Array.from({ length: block.total_slots }, (_, at) => ({
      value: `${block.slot_prefix ?? ""}${separator}${at + 1}`,
      label: `${block.slot_prefix ?? ""}${at + 1}`,
    })).filter((option) => !isTaken.has(option.value)),
  }));
  return (
    <NativeSelect
      name="slot"
      label="Slot"
      disabled={!taken}
      value={String(values["slot"] ?? "")}
      error={errors["slot"]}
      data={[{ value: "", label: first }, ...groups]}
      onChange={(event) => setValue("slot", event.currentTarget.value)}
    />
  );
}
