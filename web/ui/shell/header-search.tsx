// §5: 'Header search accepts a phone number, vehicle number or OTP'. A press of `/` brings the cursor here.
import { useQuery } from "@tanstack/react-query";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import type { FormEvent } from "react";
import { Link } from "react-router";
import { errorText } from "#domain/errors.ts";
import type { Filter } from "#domain/collection.ts";
import { recogniseSearch } from "#domain/rules/header-search.ts";
import type { Sought } from "#domain/rules/header-search.ts";
import { parkingLabel } from "#domain/rules/status-label.ts";
import { itemsQuery } from "#web/items/items.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Plate } from "#web/ui/plate.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { FoundTickets, useFoundTickets } from "#web/ui/shell/found-tickets.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment } from "#web/ui/time.tsx";
import styles from "#web/ui/shell/header-search.module.css";

interface Found {
  id: number;
  receipt_no: string | null;
  in_time: string | null;
  date_created: string;
  is_invited: boolean;
  is_vehicle_prepay_type: boolean;
  parking_status_id: { sequence: number } | null;
  parking_main_info: {
    vehicle_no: string | null;
    name: string | null;
    phone_no: string;
    is_waiting_for_approve: boolean;
  } | null;
}

const fields = [
  "id",
  "receipt_no",
  "in_time",
  "date_created",
  "is_invited",
  "is_vehicle_prepay_type",
  "parking_status_id.sequence",
  "parking_main_info.vehicle_no",
  "parking_main_info.name",
  "parking_main_info.phone_no",
  "parking_main_info.is_waiting_for_approve",
];

/** Undefined for an OTP: only a valet's ticket has one. */
function filterFor(sought: Sought, branch: number): Filter | undefined {
  if (sought.kind === "otp") return undefined;
  const field = sought.kind === "phone" ? "phone_no" : "vehicle_no";
  return { branch: { _eq: branch }, parking_main_info: { [field]: { _eq: sought.value } } };
}

export function HeaderSearch({ takesSlash = false, isInSheet = false }: { takesSlash?: boolean; isInSheet?: boolean }) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [sought, setSought] = useState<Sought>();

  useEffect(() => {
    if (!takesSlash) return;
    function focus(event: KeyboardEvent) {
      const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    }
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, [takesSlash]);

  useEffect(() => {
    if (isInSheet || !sought) return;
    function closeOutside(event: PointerEvent) {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setSought(undefined);
    }
    function closeByKey(event: KeyboardEvent) {
      if (event.key === "Escape") setSought(undefined);
    }
    addEventListener("pointerdown", closeOutside);
    addEventListener("keydown", closeByKey);
    return () => {
      removeEventListener("pointerdown", closeOutside);
      removeEventListener("keydown", closeByKey);
    };
  }, [isInSheet, sought]);

  function search(event: FormEvent) {
    event.preventDefault();
    const recognised = recogniseSearch(typed);
    const isCode = typeof recognised === "string";
    setError(isCode ? errorText(recognised) : undefined);
    setSought(isCode ? undefined : recognised);
  }

  return (
    <div ref={frame} className={isInSheet ? styles["inSheet"] : styles["search"]}>
      <form role="search" noValidate onSubmit={search} className={styles["form"]}>
        <label className="visually-hidden" htmlFor={id}>
          Phone number, vehicle number or OTP
        </label>
        <IconSearch size={20} aria-hidden="true" className={styles["icon"]} />
        <input
          ref={input}
          id={id}
          type="text"
          role="searchbox"
          className={styles["input"]}
          placeholder="Phone, vehicle number or OTP"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
          maxLength={40}
          autoFocus={isInSheet}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {takesSlash && (
          <kbd className={styles["key"]} aria-hidden="true">
            /
          </kbd>
        )}
      </form>
      {error && (
        <p id={`${id}-error`} role="alert" className={styles["error"]}>
          {error}
        </p>
      )}
      {sought && (
        <div className={styles["results"]}>
          <Results sought={sought} onOpened={() => setSought(undefined)} />
        </div>
      )}
    </div>
  );
}

function Results({ sought, onOpened }: { sought: Sought; onOpened: () => void }) {
  const { branch, zone, path } = useBranch();
  const filter = filterFor(sought, branch.id);
  const found = useQuery({
    ...itemsQuery<Found>("Parking_Information", { fields, filter: filter ?? {}, sort: ["-id"], limit: 6 }),
    enabled: filter !== undefined && branch.is_parking,
  });
  const tickets = useFoundTickets(sought);
  const failed = [found, tickets].find((query) => query.isError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (found.isLoading || tickets.isLoading) return <SkeletonRows count={2} />;
  const rows = found.data ?? [];
  if (rows.length === 0 && !tickets.data?.length)
    return (
      <p role="status" className={styles["none"]}>
        {errorText("NO_MATCH_FOUND")}
      </p>
    );
  return (
    <ul className={styles["list"]}>
      <FoundTickets tickets={tickets.data ?? []} onOpened={onOpened} />
      {rows.map((row) => (
        <li key={row.id}>
          <Link className={styles["row"]} to={path(`parking/detail?id=${row.id}`)} onClick={onOpened}>
            {row.parking_main_info?.vehicle_no ? (
              <Plate number={row.parking_main_info.vehicle_no} size="small" />
            ) : (
              <strong>{row.parking_main_info?.name ?? "Visitor"}</strong>
            )}
            <StatusBadge {...labelOf(row)} />
            <span className={styles["when"]}>
              {row.parking_main_info?.phone_no} · <Moment at={row.in_time ?? row.date_created} zone={zone} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function labelOf(row: Found): { label: string; colour: string } {
  return parkingLabel({
    sequence: row.parking_status_id?.sequence ?? 3,
    isInvited: row.is_invited,
    isWaiting: row.parking_main_info?.is_waiting_for_approve ?? false,
    isPrepayVehicle: row.is_vehicle_prepay_type,
  });
}
