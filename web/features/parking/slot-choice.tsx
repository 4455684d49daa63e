// Where a slot is chosen (slot_type specific_slot, or a car that moves): the map of each block, live; a taken slot cannot be pressed.
import { Input } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { itemsQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { useBranch } from "#web/items/use-session.ts";
import { useFormState } from "#web/ui/form.tsx";
import { SkeletonLine } from "#web/ui/states.tsx";
import { blocksQuery, takenSlotsFilter } from "#web/features/parking/slots.ts";
import type { Block } from "#web/features/parking/slots.ts";
import styles from "#web/features/parking/slot-choice.module.css";

interface TakenSlot {
  slot_prefix: string | null;
  slot_no: number;
  parking_main_info: { vehicle_no: string | null } | null;
}

const separator = "|";
/** So many slots of a block are drawn at once: a block may have thousands. */
const drawnAtOnce = 120;

/** 'A|12' → the two fields of an entry; nothing chosen leaves it to the lowest free slot. */
export function slotFrom(chosen: string): { slot_prefix?: string; slot_no?: number } {
  const at = chosen.lastIndexOf(separator);
  return at < 0 ? {} : { slot_prefix: chosen.slice(0, at), slot_no: Number(chosen.slice(at + 1)) };
}

function useTaken(): Map<string, string> | undefined {
  const { branch } = useBranch();
  useLive("Parking_Information");
  const { data } = useQuery(
    itemsQuery<TakenSlot>("Parking_Information", {
      filter: takenSlotsFilter(branch.id),
      fields: ["slot_prefix", "slot_no", "parking_main_info.vehicle_no"],
      limit: -1,
    }),
  );
  return (
    data &&
    new Map(
      data.map((slot) => [
        `${slot.slot_prefix ?? ""}${separator}${slot.slot_no}`,
        slot.parking_main_info?.vehicle_no ?? "",
      ]),
    )
  );
}

/** The form's field `slot`. `first` is what choosing none means. */
export function SlotChoice({ first = "The lowest free one" }: { first?: string }) {
  const id = useId();
  const { branch } = useBranch();
  const { values, errors, setValue } = useFormState();
  const { data: blocks = [] } = useQuery(blocksQuery(branch.id));
  const taken = useTaken();
  const chosen = String(values["slot"] ?? "");
  const error = errors["slot"];
  return (
    <div>
      <Input.Label id={id} labelElement="div">
        Slot
      </Input.Label>
      <div role="radiogroup" aria-labelledby={id} className={styles["map"]}>
        <label className={styles["first"]}>
          <input
            type="radio"
            name="slot"
            className="visually-hidden"
            value=""
            checked={chosen === ""}
            onChange={() => setValue("slot", "")}
          />
          {first}
        </label>
        {!taken && <SkeletonLine />}
        {taken && blocks.map((block) => <BlockMap key={block.id} block={block} taken={taken} />)}
      </div>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </div>
  );
}

function BlockMap({ block, taken }: { block: Block; taken: Map<string, string> }) {
  const { values, setValue } = useFormState();
  const [drawn, setDrawn] = useState(drawnAtOnce);
  const prefix = block.slot_prefix ?? "";
  const keyOf = (number: number) => `${prefix}${separator}${number}`;
  const numbers = Array.from({ length: Math.min(drawn, block.total_slots) }, (_, at) => at + 1);
  const takenHere = [...taken.keys()].filter((key) => key.slice(0, key.lastIndexOf(separator)) === prefix).length;
  const free = Math.max(0, block.total_slots - takenHere);
  return (
    <fieldset className={styles["block"]}>
      <legend className={styles["legend"]}>
        {block.zone_or_block}
        <span className={`figures ${styles["free"]}`}>
          {free} of {block.total_slots} free
        </span>
      </legend>
      <div className={styles["slots"]}>
        {numbers.map((number) => {
          const key = keyOf(number);
          const vehicle = taken.get(key);
          return (
            <label
              key={key}
              className={styles["slot"]}
              title={vehicle === undefined ? undefined : `Taken${vehicle ? ` by ${vehicle}` : ""}`}
            >
              <input
                type="radio"
                name="slot"
                className="visually-hidden"
                value={key}
                aria-label={`${prefix}${number}${vehicle === undefined ? "" : ", taken"}`}
                disabled={vehicle !== undefined}
                checked={values["slot"] === key}
                onChange={() => setValue("slot", key)}
              />
              <span className="figures">
                {prefix}
                {number}
              </span>
            </label>
          );
        })}
      </div>
      {drawn < block.total_slots && (
        <button type="button" className={styles["more"]} onClick={() => setDrawn((known) => known + drawnAtOnce)}>
          Show more slots
        </button>
      )}
    </fieldset>
  );
}
