// The entries: cards on a phone, a table at a desk. The plate is the link, and the whole row leads where it leads.
import { useMediaQuery } from "@mantine/hooks";
import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import { limits } from "#domain/limits.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { badgeOfEntry, labelOfEntry, owedByEntry, slotOf } from "#web/items/entry.ts";
import type { EntryWire } from "#web/items/entry.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Amount } from "#web/ui/amount.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { PaymentBadge, StatusBadge } from "#web/ui/status-badge.tsx";
import { Lasting, Moment } from "#web/ui/time.tsx";
import { useGlow } from "#web/ui/glow.ts";
import rows from "#web/ui/rows.module.css";
import styles from "#web/ui/entry-list.module.css";

interface EntryListProps {
  entries: readonly EntryWire[];
  now: Date;
}

export function EntryList({ entries, now }: EntryListProps) {
  const isPhone = useMediaQuery(`(max-width: ${limits.mobileWidthPx - 1}px)`, false, {
    getInitialValueInEffect: false,
  });
  const isGlowing = useGlow("Parking_Information");
  const rows = entries.map((entry) => ({ entry, now, glow: isGlowing(entry.id) ? "glow" : "" }));
  return isPhone ? (
    <ul className={styles["cards"]} aria-label="Entries">
      {rows.map((row) => (
        <Card key={row.entry.id} {...row} />
      ))}
    </ul>
  ) : (
    <table className={styles["table"]} aria-label="Entries">
      <thead>
        <tr>
          <th scope="col">Vehicle</th>
          <th scope="col">Slot</th>
          <th scope="col">In</th>
          <th scope="col">Time inside</th>
          <th scope="col">State</th>
          <th scope="col">Payment</th>
          <th scope="col" className={styles["right"]}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.entry.id} {...row} />
        ))}
      </tbody>
    </table>
  );
}

/** Arrow keys move from row to row, Enter opens: the plates are links. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const links = [...(event.currentTarget.closest("tbody, ul")?.querySelectorAll<HTMLElement>("a") ?? [])];
  const next = links[links.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Nothing is asked of what never came in. */
function isCancelled(entry: EntryWire): boolean {
  return entry.parking_status_id === parkingSequence.cancelled;
}

interface RowProps {
  entry: EntryWire;
  now: Date;
  glow: string;
}

function Who({ entry }: { entry: EntryWire }) {
  const { path } = useBranch();
  const main = entry.parking_main_info;
  return (
    <Link className={rows["link"]} to={path(`parking/detail?id=${entry.id}`)} onKeyDown={moveByArrows}>
      {main?.vehicle_no ? <Plate number={main.vehicle_no} /> : <strong>{main?.name ?? "Unknown"}</strong>}
    </Link>
  );
}

function State({ entry }: { entry: EntryWire }) {
  const { label, colour } = labelOfEntry(entry);
  return <StatusBadge label={label} colour={colour} />;
}

function TableRow({ entry, now, glow }: RowProps) {
  const { zone } = useBranch();
  const owed = owedByEntry({ entry, now });
  return (
    <tr className={`${styles["row"]} ${glow}`}>
      <td>
        <Who entry={entry} />
        <span className={styles["name"]}>
          {entry.parking_main_info?.vehicle_no ? entry.parking_main_info.name : null}
        </span>
      </td>
      <td className={`figures ${styles["slot"]}`}>{slotOf(entry) ?? "–"}</td>
      <td className={styles["soft"]}>
        <Moment at={entry.in_time} zone={zone} />
      </td>
      <td>
        <Lasting from={entry.in_time} until={entry.out_time} />
      </td>
      <td>
        <State entry={entry} />
      </td>
      <td>{isCancelled(entry) ? "–" : <PaymentBadge badge={badgeOfEntry({ entry, owed })} />}</td>
      <td className={styles["right"]}>{isCancelled(entry) ? "–" : <Amount paise={owed.total} />}</td>
    </tr>
  );
}

function Card({ entry, now, glow }: RowProps) {
  const owed = owedByEntry({ entry, now });
  const slot = slotOf(entry);
  return (
    <li className={`${styles["card"]} ${glow}`}>
      <div className={styles["line"]}>
        <Who entry={entry} />
        <State entry={entry} />
      </div>
      <div className={styles["line"]}>
        <span className={styles["place"]}>
          {slot && <strong className="figures">{slot}</strong>}
          <Lasting from={entry.in_time} until={entry.out_time} />
        </span>
        {!isCancelled(entry) && (
          <span className={styles["money"]}>
            <PaymentBadge badge={badgeOfEntry({ entry, owed })} />
            <strong>
              <Amount paise={owed.total} />
            </strong>
          </span>
        )}
      </div>
    </li>
  );
}
