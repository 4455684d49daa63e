// Slot by block and number, with what is free now. Whether it is free when it is saved decides the database
// (docs/rules/slots.md).
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import {
  findNextSlot,
  formatBlockName,
  getSlotState,
  toBlockValue,
  type OccupiedSlot,
} from "#web/product/slots/chosen-slot.ts";
import {
  blocksQuery,
  filterBlocks,
  occupiedSlotsFilter,
  parseVehicleType,
  type SlotBlock,
  type SlotService,
  useSlotHolders,
} from "#web/product/slots/slots.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { Grid, Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

interface SlotUse {
  service: SlotService;
  /** The entry or ticket that is moved. */
  movedEntry: number | undefined;
  /** The pass for which a slot is kept: its own slot counts as free, and those promised to others do not. */
  pass: number | undefined;
  /** Number of the vehicle that is checked in or moved, whose kept slot counts as free. */
  vehicle: string;
}

interface SlotOccupant {
  id: number;
  slot_prefix: string | null;
  slot_no: number | null;
}

function toOccupiedSlot({ slot_prefix: prefix, slot_no: number }: SlotOccupant, vehicle: string): OccupiedSlot {
  return { prefix: prefix ?? "", number: number ?? 0, vehicle };
}

/**
 * Occupied slots of the branch, except that of the entry or ticket which is moved, and slots that are kept for passes, except
 * those of `pass`. Undefined while loading.
 */
function useOccupiedSlots({ service, movedEntry, pass, vehicle }: SlotUse): OccupiedSlot[] | undefined {
  const { branch } = useBranch();
  const isParking = service === "is_parking";
  useLiveCollections(
    ...(isParking
      ? (["Parking_Information", "Parking_Main_Information"] as const)
      : (["Valet_and_Parking_Information"] as const)),
  );
  const holders = useSlotHolders();
  const { data: entries } = useQuery({
    ...itemsQuery("Parking_Information", {
      filter: occupiedSlotsFilter(branch.id),
      fields: ["id", "slot_prefix", "slot_no", "parking_main_info.id", "parking_main_info.vehicle_no"],
      limit: -1,
    }),
    enabled: isParking,
  });
  const { data: tickets } = useQuery({
    ...itemsQuery("Valet_and_Parking_Information", {
      filter: { branch: { _eq: branch.id }, slot_no: { _gt: 0 }, out_time: { _null: true } },
      fields: ["id", "slot_prefix", "slot_no", "Vehicle_Number"],
      limit: -1,
    }),
    enabled: !isParking,
  });
  if (isParking) {
    const standing = entries
      ?.filter(({ id, parking_main_info: main }) => id !== movedEntry && (pass === undefined || main?.id !== pass))
      .map((entry) => toOccupiedSlot(entry, entry.parking_main_info?.vehicle_no ?? ""));
    const moved = entries?.find(({ id }) => id === movedEntry)?.parking_main_info?.vehicle_no ?? vehicle;
    const kept = (pass === undefined ? holders.kept : holders.promised)
      .filter((slot) => slot.pass !== pass && (pass !== undefined || slot.vehicle !== moved))
      .map((slot) => ({ ...slot, isKept: true }));
    const isStanding = ({ prefix, number }: OccupiedSlot) =>
      standing?.some((slot) => slot.prefix === prefix && slot.number === number) === true;
    return standing && [...standing, ...kept.filter((slot) => !isStanding(slot))];
  }
  return tickets?.filter(({ id }) => id !== movedEntry).map((ticket) => toOccupiedSlot(ticket, ticket.Vehicle_Number));
}

function toBlock({ slot_prefix, total_slots }: SlotBlock): { prefix: string; total: number } {
  return { prefix: slot_prefix ?? "", total: total_slots };
}

/** 'Basement (B): 12 free', 'A: full'. */
function describeBlock(block: SlotBlock, occupied: readonly OccupiedSlot[] | undefined): string {
  const { zone_or_block: name, slot_prefix: prefix } = block;
  const label = prefix === null || prefix === "" || prefix === name ? name : `${name} (${prefix})`;
  if (!occupied) return label;
  const state = getSlotState({ block: toBlock(block), occupied, number: "" });
  return state.kind === "open"
    ? t("{block}: {free} free", { block: label, free: state.free })
    : t("{block}: full", { block: label });
}

interface SlotFieldProps {
  /** By default parking. */
  service?: SlotService | undefined;
  /** Type of the vehicle; by default that of the form's field `vehicle_type`. */
  vehicleType?: number | null | undefined;
  /** Id of the entry that is moved: its own slot counts as free. */
  movedEntry?: number | undefined;
  /** Id of the pass for which the slot is kept; 0 for a new one. */
  pass?: number | undefined;
  /** Number of the vehicle; by default that of the form's field `vehicle_no`. */
  vehicleNumber?: string | null | undefined;
  /** Whether the server requires it; by default as the form does. */
  isRequired?: boolean | undefined;
  /** Whether the only block of the branch is chosen once it is known, although it may be deselected. */
  isOnlyBlockPreset?: boolean | undefined;
  /** The option without a block, if the slot is not required. By default it names the slot that is given. */
  emptyLabel?: string | undefined;
}

/** The form fields of `createSlotFields`. */
export function SlotField({
  service = "is_parking",
  vehicleType,
  movedEntry,
  pass,
  vehicleNumber,
  isOnlyBlockPreset = false,
  emptyLabel,
  ...props
}: SlotFieldProps) {
  const { branch } = useBranch();
  const { fields, values, setValue } = useFormState();
  const isRequired = props.isRequired ?? fields["slot_block"]?.required === true;
  const { data: allBlocks } = useQuery(blocksQuery(branch.id, service));
  const vehicle = String(vehicleNumber ?? values["vehicle_no"] ?? "").toUpperCase();
  const occupied = useOccupiedSlots({ service, movedEntry, pass, vehicle });
  const type = vehicleType === undefined ? parseVehicleType(values["vehicle_type"]) : vehicleType;
  const blocks = filterBlocks(allBlocks ?? [], type);
  const next = occupied && findNextSlot({ blocks: blocks.map(toBlock), occupied });
  const defaultLabel = next ? t("Lowest free slot: {slot}", { slot: next }) : t("Lowest free slot");
  const chosen = String(values["slot_block"] ?? "");
  const block = blocks.find(({ slot_prefix }) => toBlockValue(slot_prefix) === chosen);
  const soleBlock = blocks.length === 1 ? toBlockValue(blocks[0]!.slot_prefix) : "";
  const onlyBlock = isRequired ? soleBlock : "";
  // A block chosen before the vehicle type may be for other types; where there is only one, it need not be chosen.
  const corrected = allBlocks && !block ? onlyBlock : chosen;
  useEffect(() => {
    if (corrected !== chosen) setValue("slot_block", corrected);
  }, [corrected, chosen, setValue]);
  // The sheet may open before the blocks are loaded, so that the preset waits for them; it is made only once.
  const isPresetDue = useRef(isOnlyBlockPreset);
  useEffect(() => {
    if (!isPresetDue.current || !allBlocks) return;
    isPresetDue.current = false;
    if (soleBlock) setValue("slot_block", soleBlock);
  }, [allBlocks, soleBlock, setValue]);
  if (allBlocks?.length === 0) return null;
  return (
    <Stack gap="xs">
      <Grid minColumnWidth={200} gap="sm" align="start">
        <FormField
          name="slot_block"
          options={blocks.map((option) => ({
            value: toBlockValue(option.slot_prefix),
            label: describeBlock(option, occupied),
          }))}
          placeholder={isRequired ? undefined : (emptyLabel ?? defaultLabel)}
        />
        {block && <FormField name="slot_no" />}
      </Grid>
      <div role="status">{block && occupied && <SlotStatus block={block} occupied={occupied} />}</div>
      {allBlocks && blocks.length < allBlocks.length && (
        <Text c="dimmed">{t("Blocks for other vehicle types are not shown.")}</Text>
      )}
    </Stack>
  );
}

function SlotStatus({ block, occupied }: { block: SlotBlock; occupied: readonly OccupiedSlot[] }) {
  const { values, setValue } = useFormState();
  const number = String(values["slot_no"] ?? "").trim();
  const state = getSlotState({ block: toBlock(block), occupied, number });
  const prefix = block.slot_prefix ?? "";
  switch (state.kind) {
    case "full":
      return (
        <Text c="red">
          {tNodes("{zone_or_block} is full. Choose another block.", {
            zone_or_block: formatBlockName(block.zone_or_block),
          })}
        </Text>
      );
    case "outside":
      return (
        <Text c="red">
          {tNodes("{zone_or_block} has slots {prefix}1 to {prefix2}{total_slots}.", {
            zone_or_block: formatBlockName(block.zone_or_block),
            prefix,
            prefix2: prefix,
            total_slots: block.total_slots,
          })}
        </Text>
      );
    case "occupied":
      return (
        <Text c="red">
          {t(state.vehicle ? "{slot} is occupied by {vehicle}." : "{slot} is occupied.", {
            slot: prefix + number,
            vehicle: state.vehicle,
          })}
        </Text>
      );
    case "kept":
      return (
        <Text c="red">
          {t(state.vehicle ? "{slot} is kept for a pass of {vehicle}." : "{slot} is kept for a pass.", {
            slot: prefix + number,
            vehicle: state.vehicle,
          })}
        </Text>
      );
    case "free":
      return <Text c="green">{tNodes("{prefix}{number} is free.", { prefix, number })}</Text>;
    case "open":
      return (
        <Group>
          <Text c="dimmed" isFigures>
            {tNodes("{free} of {total_slots} free", { free: state.free, total_slots: block.total_slots })}
          </Text>
          <Button variant="default" onClick={() => setValue("slot_no", String(state.lowest))}>
            {tNodes("Use {prefix}{lowest}", { prefix, lowest: state.lowest })}
          </Button>
        </Group>
      );
  }
}
