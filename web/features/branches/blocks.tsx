// Slot blocks (docs/rules/slots.md): name, slot prefix, number of slots and vehicle types.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button, Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { SlotBlocks } from "#domain/branches/branch-configuration.collection.ts";
import type { ServiceName } from "#domain/branches/services.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { maySend } from "#web/product/may-send.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { ItemSheet } from "#web/product/item-sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";

/** A row of the list, or the values of a new one. */
type EditedBlock = Partial<WireRow<"Slot_Blocks">>;

const { zone_or_block, slot_prefix, total_slots } = SlotBlocks.fields;
const fields = {
  zone_or_block,
  slot_prefix: { ...slot_prefix, label: "Slot prefix" },
  total_slots: { ...total_slots, label: "Number of slots" },
};

export function BlocksSection({ service = "is_parking" }: { service?: ServiceName }) {
  const { branch } = useBranch();
  const session = useRequiredSession();
  const [opened, setOpened] = useState<EditedBlock>();
  const [types, setTypes] = useState<readonly number[]>();
  const { data: vehicleTypes = [] } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));
  const open = (block: EditedBlock | undefined) => {
    setOpened(block);
    setTypes(undefined);
  };
  const getTypeNames = (ids: readonly number[] | null | undefined) =>
    vehicleTypes.filter(({ id }) => ids?.includes(id)).map(({ name }) => name);
  const defaults = { branch: branch.id, service };
  const { data, error, refetch } = useQuery(
    itemsQuery("Slot_Blocks", {
      filter: { branch: { _eq: branch.id }, service: { _eq: service } },
      sort: ["sort", "id"],
    }),
  );
  return (
    <Card
      title={
        <SectionLink edit="blocks" menu={service === "is_parking" ? "parking" : "valet-parking"}>
          Slots and blocks
        </SectionLink>
      }
      actions={
        maySend({ session, write: "Slot_Blocks" }) && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => open({ slot_prefix: "" })}
          >
            Add block
          </Button>
        )
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={2} />}
      {data?.length === 0 && <Text c="dimmed">No blocks yet: vehicles park in any free space.</Text>}
      <RowList isFramed={false}>
        {data?.map((block) => (
          <Row key={block.id}>
            <RowButton onPress={() => open(block)}>
              {block.zone_or_block}{" "}
              <Text component="span" c="dimmed" fw="regular" isFigures>
                {block.slot_prefix && `${block.slot_prefix}1… · `}
                {[
                  block.total_slots === 1 ? "1 slot" : `${block.total_slots} slots`,
                  ...getTypeNames(block.vehicle_types),
                ].join(" · ")}
              </Text>
            </RowButton>
          </Row>
        ))}
      </RowList>
      {opened && (
        <ItemSheet
          collection="Slot_Blocks"
          title={opened.id === undefined ? "New block" : (opened.zone_or_block ?? "Block")}
          fields={fields}
          row={data?.find(({ id }) => id === opened.id) ?? opened}
          defaults={defaults}
          extraFields={types && { vehicle_types: [...types] }}
          onClose={() => open(undefined)}
        >
          <FormField name="zone_or_block" placeholder="Basement 1" />
          <FormField name="slot_prefix" placeholder="B" help="blockPrefix" />
          <FormField name="total_slots" placeholder="40" help="blockTotal" />
          {vehicleTypes.length > 0 && (
            <Checkbox.Group
              label="Vehicle types"
              description="Only these park in the block. Without a choice, all types do."
              value={(types ?? opened.vehicle_types ?? []).map(String)}
              onChange={(ids) => setTypes(ids.map(Number))}
            >
              {vehicleTypes.map(({ id, name }) => (
                <Checkbox key={id} size="md" mt="xs" value={String(id)} label={name} />
              ))}
            </Checkbox.Group>
          )}
        </ItemSheet>
      )}
    </Card>
  );
}
