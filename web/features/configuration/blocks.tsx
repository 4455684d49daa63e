// Slots and blocks (docs/rules/slots.md): how many slots each has and what stands before their numbers.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { SlotBlocks } from "#domain/collections/branch-parts.ts";
import type { Service } from "#domain/services.ts";
import { itemsQuery } from "#web/items/items.ts";
import { useBranch } from "#web/items/use-session.ts";
import { FormField } from "#web/ui/form-field.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { PartHeading } from "#web/features/configuration/part-heading.tsx";
import { RowSheet } from "#web/ui/row-sheet.tsx";
import styles from "#web/features/configuration/configuration.module.css";

interface Block {
  [field: string]: unknown;
  id?: number;
  zone_or_block?: string;
  slot_prefix?: string | null;
  total_slots?: number;
}

const { zone_or_block, slot_prefix, total_slots } = SlotBlocks.fields;
const fields = {
  zone_or_block,
  slot_prefix: { ...slot_prefix, label: "Letter before the number" },
  total_slots: { ...total_slots, label: "Slots" },
};

export function Blocks({ service = "is_parking" }: { service?: Service }) {
  const { branch } = useBranch();
  const [opened, setOpened] = useState<Block>();
  const own = { branch: branch.id, service };
  const { data, error, refetch } = useQuery(
    itemsQuery<Block>("Slot_Blocks", {
      filter: { branch: { _eq: branch.id }, service: { _eq: service } },
      sort: ["sort", "id"],
    }),
  );
  return (
    <Card>
      <div className={styles["head"]}>
        <PartHeading edit="blocks" menu={service === "is_parking" ? "parking" : "valet-parking"}>
          Slots and blocks
        </PartHeading>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => setOpened({ slot_prefix: "" })}
        >
          Add a block
        </Button>
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={2} />}
      {data?.length === 0 && <p className={styles["soft"]}>No blocks: vehicles park where there is room.</p>}
      <ul className={styles["rows"]}>
        {data?.map((block) => (
          <li key={block.id}>
            <button type="button" className={styles["open"]} onClick={() => setOpened(block)}>
              <span>
                {block.zone_or_block}
                {block.slot_prefix && <span className={styles["soft"]}> {block.slot_prefix}1…</span>}
              </span>
              <strong className="figures">{block.total_slots} slots</strong>
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <RowSheet
          collection="Slot_Blocks"
          title={opened.id === undefined ? "A new block" : `Block ${opened.zone_or_block ?? ""}`}
          fields={fields}
          row={opened}
          belongsTo={own}
          onClose={() => setOpened(undefined)}
        >
          <FormField name="zone_or_block" placeholder="Basement 1" />
          <FormField name="slot_prefix" placeholder="B" help="blockPrefix" />
          <FormField name="total_slots" placeholder="40" help="blockTotal" />
        </RowSheet>
      )}
    </Card>
  );
}
