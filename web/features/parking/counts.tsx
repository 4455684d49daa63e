// The day in five numbers: each is a filter too. And how full the place is.
import { useQuery } from "@tanstack/react-query";
import { parkingSequence, parkingStates } from "#domain/states/parking.ts";
import { countQuery } from "#web/items/items.ts";
import { useBranch } from "#web/items/use-session.ts";
import { useNow } from "#web/ui/clock.ts";
import { boardStates, stateFilter } from "#web/features/parking/board-address.ts";
import type { BoardAddress, BoardState } from "#web/features/parking/board-address.ts";
import { blocksQuery, takenSlotsFilter } from "#web/features/parking/slots.ts";
import styles from "#web/features/parking/counts.module.css";

const labels: { [state in BoardState]: string } = {
  in: "In now",
  out: "Out today",
  pending: "Pending",
  cancelled: "Cancelled",
};

interface CountsProps {
  address: BoardAddress;
  onChange: (next: Partial<BoardAddress>) => void;
}

export function Counts({ address, onChange }: CountsProps) {
  return (
    <div className={styles["counts"]} role="group" aria-label="Entries by state">
      {boardStates.map((state) => (
        <Count
          key={state}
          state={state}
          isChosen={address.state === state}
          onPress={() => onChange({ state: address.state === state ? null : state })}
        />
      ))}
    </div>
  );
}

function Count({ state, isChosen, onPress }: { state: BoardState; isChosen: boolean; onPress: () => void }) {
  const { branch, zone } = useBranch();
  const now = useNow(60_000);
  const { data } = useQuery(countQuery("Parking_Information", stateFilter({ state, branch: branch.id, zone, now })));
  const colour = parkingStates.states[parkingSequence[state]].colour;
  return (
    <button type="button" className={styles["count"]} aria-pressed={isChosen} onClick={onPress}>
      <span className={`figures ${styles["number"]}`}>{data ?? "–"}</span>
      <span className={styles["label"]}>
        <span className={styles["dot"]} style={{ background: `var(--${colour})` }} aria-hidden="true" />
        {labels[state]}
      </span>
    </button>
  );
}

/** Nothing where the branch has no slots. */
export function Occupancy() {
  const { branch } = useBranch();
  const { data: blocks = [] } = useQuery(blocksQuery(branch.id));
  const { data: taken } = useQuery(countQuery("Parking_Information", takenSlotsFilter(branch.id)));
  const total = blocks.reduce((sum, block) => sum + block.total_slots, 0);
  if (total === 0 || taken === undefined) return null;
  const free = Math.max(0, total - taken);
  const share = Math.min(100, Math.round((taken / total) * 100));
  return (
    <div className={styles["occupancy"]}>
      <p className={styles["slots"]}>
        <span className={`figures ${styles["free"]}`}>{free}</span>{" "}
        <span>{free === 1 ? "slot free" : "slots free"}</span>
        <span className={`figures ${styles["of"]}`}>
          {taken} of {total} taken
        </span>
      </p>
      <div
        className={styles["bar"]}
        role="meter"
        aria-label="Slots taken"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(taken, total)}
      >
        <div className={free === 0 ? styles["full"] : styles["part"]} style={{ width: `${share}%` }} />
      </div>
    </div>
  );
}
