// Live slot map of each block, used if staff choose slots (slot_type specific_slot) and for slot changes. Occupied slots are disabled.
import { Button, Input } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import { ChoiceCard } from "#web/ui/choice-card.tsx";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { SkeletonLine } from "#web/ui/states.tsx";
import { blocksQuery, filterBlocks, occupiedSlotsFilter, parseVehicleType } from "#web/features/parking/slots.ts";
import type { SlotBlock } from "#web/features/parking/slots.ts";

const separator = "|";
/** Slots of a block rendered at once; a block may have thousands. */
const slotsPerPage = 120;

/** 'A|12' to the two fields of an entry; empty for the default slot. */
export function parseSlotValue(value: string): { slot_prefix?: string; slot_no?: number } {
  const index = value.lastIndexOf(separator);
  return index < 0 ? {} : { slot_prefix: value.slice(0, index), slot_no: Number(value.slice(index + 1)) };
}

function useOccupiedSlots(): Map<string, string> | undefined {
  const { branch } = useBranch();
  useLiveCollections("Parking_Information");
  const { data } = useQuery(
    itemsQuery("Parking_Information", {
      filter: occupiedSlotsFilter(branch.id),
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

/** The form field `slot`. `emptyOptionLabel` labels the option without a slot. */
export function SlotPicker({ emptyOptionLabel = "Lowest free slot" }: { emptyOptionLabel?: string }) {
  const id = useId();
  const { branch } = useBranch();
  const { values, errors, setValue } = useFormState();
  const { data: allBlocks } = useQuery(blocksQuery(branch.id));
  const blocks = filterBlocks(allBlocks ?? [], parseVehicleType(values["vehicle_type"]));
  const occupied = useOccupiedSlots();
  const chosen = String(values["slot"] ?? "");
  const isOffered = blocks.some(({ slot_prefix }) => slot_prefix === (parseSlotValue(chosen).slot_prefix ?? null));
  // A slot chosen before the vehicle type may be for other types.
  useEffect(() => {
    if (allBlocks && chosen !== "" && !isOffered) setValue("slot", "");
  }, [allBlocks, chosen, isOffered, setValue]);
  const error = errors["slot"];
  return (
    <div>
      <Input.Label id={id} labelElement="div">
        Slot
      </Input.Label>
      <Stack gap="sm" role="radiogroup" aria-labelledby={id}>
        <ChoiceCard style={{ justifySelf: "start" }}>
          <input
            type="radio"
            name="slot"
            className="visually-hidden"
            value=""
            checked={chosen === ""}
            onChange={() => setValue("slot", "")}
          />
          {emptyOptionLabel}
        </ChoiceCard>
        {!occupied && <SkeletonLine />}
        {allBlocks && blocks.length < allBlocks.length && (
          <Text c="dimmed">Blocks for other vehicle types are not shown.</Text>
        )}
        {occupied && blocks.map((block) => <BlockMap key={block.id} block={block} occupied={occupied} />)}
      </Stack>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </div>
  );
}

function BlockMap({ block, occupied }: { block: SlotBlock; occupied: Map<string, string> }) {
  const { values, setValue } = useFormState();
  const [shownCount, setShownCount] = useState(slotsPerPage);
  const prefix = block.slot_prefix ?? "";
  const toKey = (number: number) => `${prefix}${separator}${number}`;
  const numbers = Array.from({ length: Math.min(shownCount, block.total_slots) }, (_, index) => index + 1);
  const occupiedInBlock = [...occupied.keys()].filter(
    (key) => key.slice(0, key.lastIndexOf(separator)) === prefix,
  ).length;
  const free = Math.max(0, block.total_slots - occupiedInBlock);
  return (
    <Stack component="fieldset" gap="xs">
      <legend>
        <strong>{block.zone_or_block}</strong>{" "}
        <Text component="span" c="dimmed" isFigures>
          {free} of {block.total_slots} free
        </Text>
      </legend>
      <Grid minColumnWidth={64} gap="xs" fill>
        {numbers.map((number) => {
          const key = toKey(number);
          const vehicle = occupied.get(key);
          return (
            <ChoiceCard
              key={key}
              style={vehicle === undefined ? undefined : { textDecoration: "line-through" }}
              title={vehicle === undefined ? undefined : `Occupied${vehicle ? ` by ${vehicle}` : ""}`}
            >
              <input
                type="radio"
                name="slot"
                className="visually-hidden"
                value={key}
                aria-label={`${prefix}${number}${vehicle === undefined ? "" : ", occupied"}`}
                disabled={vehicle !== undefined}
                checked={values["slot"] === key}
                onChange={() => setValue("slot", key)}
              />
              <span className="figures">
                {prefix}
                {number}
              </span>
            </ChoiceCard>
          );
        })}
      </Grid>
      {shownCount < block.total_slots && (
        <Button variant="default" onClick={() => setShownCount((count) => count + slotsPerPage)}>
          Show more slots
        </Button>
      )}
    </Stack>
  );
}
