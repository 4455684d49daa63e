// List of entries: cards on a phone, a table on a desktop. The plate is the link, stretched over the whole row.
import { useMediaQuery } from "@mantine/hooks";
import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import { limits } from "#domain/limits.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { getEntryPaymentLabel, getEntryStatusLabel, computeEntryBalance, formatSlot } from "#web/api/entry.ts";
import type { Entry } from "#web/api/entry.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Amount } from "#web/ui/data/amount.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { PaymentBadge, StatusBadge } from "#web/product/status-badge.tsx";
import { Duration, DateTime } from "#web/ui/data/date-time.tsx";
import { useRowHighlight } from "#web/product/use-row-highlight.ts";
import rows from "#web/product/rows.module.css";
import styles from "#web/product/entry-list.module.css";

interface EntryListProps {
  entries: readonly Entry[];
  now: Date;
}

export function EntryList({ entries, now }: EntryListProps) {
  const isPhone = useMediaQuery(`(max-width: ${limits.mobileWidthPx - 1}px)`, false, {
    getInitialValueInEffect: false,
  });
  const isHighlighted = useRowHighlight("Parking_Information");
  const rows = entries.map((entry) => ({ entry, now, highlightClass: isHighlighted(entry.id) ? "glow" : "" }));
  return isPhone ? (
    <ul className={styles["cards"]} aria-label="Entries">
      {rows.map((row) => (
        <EntryCard key={row.entry.id} {...row} />
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
          <th scope="col">Status</th>
          <th scope="col">Payment</th>
          <th scope="col" className={styles["right"]}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <EntryTableRow key={row.entry.id} {...row} />
        ))}
      </tbody>
    </table>
  );
}

/** Arrow keys move the focus between the links of the rows. */
function handleArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const links = [...(event.currentTarget.closest("tbody, ul")?.querySelectorAll<HTMLElement>("a") ?? [])];
  const next = links[links.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Cancelled entries have no amount due. */
function isCancelled(entry: Entry): boolean {
  return entry.parking_status_id === parkingSequence.cancelled;
}

interface EntryRowProps {
  entry: Entry;
  now: Date;
  highlightClass: string;
}

function EntryIdentity({ entry }: { entry: Entry }) {
  const { path } = useBranch();
  const visitorRecord = entry.parking_main_info;
  return (
    <Link className={rows["link"]} to={path(`parking/detail?id=${entry.id}`)} onKeyDown={handleArrowKeys}>
      {visitorRecord?.vehicle_no ? (
        <Plate number={visitorRecord.vehicle_no} />
      ) : (
        <strong>{visitorRecord?.name ?? "Unknown"}</strong>
      )}
    </Link>
  );
}

function EntryStatus({ entry }: { entry: Entry }) {
  const { label, colour } = getEntryStatusLabel(entry);
  return <StatusBadge label={label} colour={colour} />;
}

function EntryTableRow({ entry, now, highlightClass }: EntryRowProps) {
  const { zone } = useBranch();
  const balance = computeEntryBalance({ entry, now });
  return (
    <tr className={`${styles["row"]} ${highlightClass}`}>
      <td>
        <EntryIdentity entry={entry} />
        <span className={styles["name"]}>
          {entry.parking_main_info?.vehicle_no ? entry.parking_main_info.name : null}
        </span>
      </td>
      <td className={`figures ${styles["slot"]}`}>{formatSlot(entry) ?? "–"}</td>
      <td className={styles["soft"]}>
        <DateTime at={entry.in_time} zone={zone} />
      </td>
      <td>
        <Duration from={entry.in_time} until={entry.out_time} />
      </td>
      <td>
        <EntryStatus entry={entry} />
      </td>
      <td>{isCancelled(entry) ? "–" : <PaymentBadge badge={getEntryPaymentLabel({ entry, balance })} />}</td>
      <td className={styles["right"]}>{isCancelled(entry) ? "–" : <Amount paise={balance.total} />}</td>
    </tr>
  );
}

function EntryCard({ entry, now, highlightClass }: EntryRowProps) {
  const balance = computeEntryBalance({ entry, now });
  const slot = formatSlot(entry);
  return (
    <li className={`${styles["card"]} ${highlightClass}`}>
      <div className={styles["line"]}>
        <EntryIdentity entry={entry} />
        <EntryStatus entry={entry} />
      </div>
      <div className={styles["line"]}>
        <span className={styles["place"]}>
          {slot && <strong className="figures">{slot}</strong>}
          <Duration from={entry.in_time} until={entry.out_time} />
        </span>
        {!isCancelled(entry) && (
          <span className={styles["money"]}>
            <PaymentBadge badge={getEntryPaymentLabel({ entry, balance })} />
            <strong>
              <Amount paise={balance.total} />
            </strong>
          </span>
        )}
      </div>
    </li>
  );
}
