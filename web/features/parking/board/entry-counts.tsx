// Entry counts by status, which also act as filters, and slot occupancy.
import { useQuery } from "@tanstack/react-query";
import { parkingSequence, parkingStates } from "#domain/parking/states.ts";
import { countQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import { useNow } from "#web/ui/use-now.ts";
import { toStatusFilter } from "#web/features/parking/board/board-url-state.ts";
import type { BoardUrlState } from "#web/features/parking/board/board-url-state.ts";
import { useSlotCounts } from "#web/product/slots/slots.ts";
import { Grid, Group } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { toStatusColour } from "#web/ui/theme/status-colours.ts";
import { Text } from "#web/ui/text.tsx";
import { StatToggle } from "#web/ui/data/tile.tsx";
import styles from "#web/features/parking/board/entry-counts.module.css";
import { t } from "#web/languages/t.ts";

/** Cancelled entries need nothing at the gate; the report of the day and the vehicle search list them. */
const countedStates = ["in", "out", "pending"] as const;
type CountedState = (typeof countedStates)[number];
const labels: { [state in CountedState]: string } = { in: "Inside now", out: "Out today", pending: "Pending" };

interface EntryCountsProps {
  urlState: BoardUrlState;
  onChange: (next: Partial<BoardUrlState>) => void;
}

export function EntryCounts({ urlState, onChange }: EntryCountsProps) {
  return (
    <Grid minColumnWidth={80} gap="xs" className={styles["counts"]} role="group" aria-label={t("Entries by status")}>
      {countedStates.map((state) => (
        <EntryCount
          key={state}
          state={state}
          isChosen={urlState.state === state}
          onPress={() => onChange({ state: urlState.state === state ? null : state })}
        />
      ))}
    </Grid>
  );
}

function EntryCount({ state, isChosen, onPress }: { state: CountedState; isChosen: boolean; onPress: () => void }) {
  const { branch, zone } = useBranch();
  const now = useNow(60_000);
  const { data } = useQuery(countQuery("Parking_Information", toStatusFilter({ state, branch: branch.id, zone, now })));
  const colour = parkingStates.states[parkingSequence[state]].colour;
  return (
    <StatToggle
      value={data ?? "–"}
      label={t(labels[state])}
      c={toStatusColour(colour)}
      isPressed={isChosen}
      onPress={onPress}
    />
  );
}

/** Renders nothing if the branch has no slots. */
export function Occupancy() {
  useLiveCollections("Parking_Main_Information");
  const slots = useSlotCounts();
  if (!slots) return null;
  const { total, occupied, kept, free } = slots;
  const occupiedPercent = Math.min(100, Math.round((occupied / total) * 100));
  return (
    <Card component="div" gap="xs" padding="sm" className={styles["occupancy"]}>
      <Group align="baseline" justify="space-between">
        <p>
          <Text component="span" size="xl" fw="bold" isFigures>
            {free}
          </Text>{" "}
          <strong>{free === 1 ? t("slot free") : t("slots free")}</strong>
        </p>
        <Text size="sm" c="dimmed" isFigures>
          {kept > 0
            ? t("{occupied} of {total} occupied, {kept} kept for passes", { occupied, total, kept })
            : t("{occupied} of {total} occupied", { occupied, total })}
        </Text>
      </Group>
      <div
        className={styles["bar"]}
        role="meter"
        aria-label={t("Occupied slots")}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(occupied, total)}
      >
        <div style={{ width: `${occupiedPercent}%`, background: `var(--${free === 0 ? "red" : "ink"})` }} />
      </div>
    </Card>
  );
}
