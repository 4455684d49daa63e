// §5 header search (domain/valet/header-search.ts). The `/` key focuses it.
import type { WireRow } from "#domain/schema/registry.ts";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconArrowRight, IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { FormEvent } from "react";
import { useLocation } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { getErrorText } from "#domain/errors.ts";
import type { Filter } from "#domain/schema/collection.ts";
import { parseSearchTerm } from "#domain/valet/header-search.ts";
import type { SearchTerm } from "#domain/valet/header-search.ts";
import { getParkingLabel } from "#domain/parking/status-label.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Row, RowLink, RowList } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { TicketSearchResults, useTicketSearch } from "#web/product/shell/ticket-search-results.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import styles from "#web/product/shell/header-search.module.css";
import { t } from "#web/languages/t.ts";

const fields = [
  "id",
  "receipt_no",
  "in_time",
  "date_created",
  "is_invited",
  "is_vehicle_prepay_type",
  "is_awaiting_arrival",
  "decision_reason",
  "approved_at",
  "parking_status_id.sequence",
  "parking_main_info.vehicle_no",
  "parking_main_info.name",
  "parking_main_info.phone_no",
  "parking_main_info.is_waiting_for_approve",
] as const;
type EntrySearchResult = WireRow<"Parking_Information", typeof fields>;

function toSearchFilter({ kind, value }: SearchTerm): Filter {
  switch (kind) {
    case "phone":
      return { parking_main_info: { phone_no: { _eq: value } } };
    case "vehicle":
    case "token":
    case "tag":
      return { parking_main_info: { vehicle_no: { _eq: value } } };
    case "digits":
      return { parking_main_info: { vehicle_no: { _ends_with: value } } };
    case "receipt":
      return { receipt_no: { _eq: value } };
    case "name":
      return { parking_main_info: { name: { _icontains: value } } };
  }
}

export function HeaderSearch({
  hasSlashShortcut = false,
  isInSheet = false,
}: {
  hasSlashShortcut?: boolean;
  isInSheet?: boolean;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isInvalid, setIsInvalid] = useState(false);
  const { key: locationKey } = useLocation();
  const canFindByCode = can(useRequiredSession(), "valet.manage");
  // Results belong to the page they were searched on, so that navigation closes them.
  const [searched, setSearched] = useState<{ term: SearchTerm; locationKey: string }>();
  const term = searched?.locationKey === locationKey ? searched.term : undefined;

  useEffect(() => {
    if (!hasSlashShortcut) return;
    function focus(event: KeyboardEvent) {
      const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    }
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, [hasSlashShortcut]);

  useEffect(() => {
    if (isInSheet || !term) return;
    function closeOutside(event: PointerEvent) {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setSearched(undefined);
    }
    function closeByKey(event: KeyboardEvent) {
      if (event.key === "Escape") setSearched(undefined);
    }
    addEventListener("pointerdown", closeOutside);
    addEventListener("keydown", closeByKey);
    return () => {
      removeEventListener("pointerdown", closeOutside);
      removeEventListener("keydown", closeByKey);
    };
  }, [isInSheet, term]);

  function submit(event: FormEvent) {
    event.preventDefault();
    search();
  }

  function search() {
    const parsed = parseSearchTerm(typed);
    const isErrorCode = typeof parsed === "string";
    setIsInvalid(isErrorCode);
    setSearched(isErrorCode ? undefined : { term: parsed, locationKey });
  }

  const inputs = t(
    canFindByCode
      ? "Vehicle number or its last 4 digits, phone number, name, receipt, token, key tag or OTP"
      : "Vehicle number or its last 4 digits, phone number, name, receipt, token or key tag",
  );
  const popupClassName = isInSheet ? undefined : styles["popup"];
  return (
    <div ref={frame} className={isInSheet ? undefined : styles["frame"]}>
      <form role="search" noValidate onSubmit={submit}>
        <TextInput
          ref={input}
          role="searchbox"
          aria-label={inputs}
          // In the sheet the label is legible, where a phone cuts a placeholder off.
          {...(isInSheet && { description: inputs })}
          placeholder={canFindByCode ? t("Vehicle, phone, name, OTP") : t("Vehicle, phone, name, token")}
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          rightSection={
            typed ? (
              <IconButton label={t("Search")} icon={IconArrowRight} iconSize={20} onPress={search} />
            ) : (
              hasSlashShortcut && <kbd aria-hidden="true">/</kbd>
            )
          }
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setIsInvalid(false);
          }}
          maxLength={40}
          autoFocus={isInSheet}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          error={isInvalid}
        />
      </form>
      {isInvalid && (
        <Notice c="red" role="alert" className={popupClassName}>
          {t("Enter one of these: {inputs}", { inputs })}
        </Notice>
      )}
      {term && (
        <div className={popupClassName}>
          <HeaderSearchResults term={term} />
        </div>
      )}
    </div>
  );
}

function HeaderSearchResults({ term }: { term: SearchTerm }) {
  const { branch, zone, path } = useBranch();
  const filter: Filter = { branch: { _eq: branch.id }, ...toSearchFilter(term) };
  const entries = useQuery({
    ...itemsQuery("Parking_Information", { fields, filter, sort: ["-id"], limit: 6 }),
    enabled: branch.is_parking,
  });
  const tickets = useTicketSearch(term);
  const failed = [entries, tickets].find((query) => query.isError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (entries.isLoading || tickets.isLoading) return <SkeletonRows count={2} />;
  const rows = entries.data ?? [];
  if (rows.length === 0 && !tickets.data?.length)
    return (
      <Text role="status" c="dimmed">
        {getErrorText("NO_MATCH_FOUND")}
      </Text>
    );
  return (
    <RowList isFramed={false}>
      <TicketSearchResults tickets={tickets.data ?? []} />
      {rows.map((row) => (
        <Row key={row.id} trailing={<StatusBadge {...getResultLabel(row)} />}>
          <RowLink to={path(`parking/detail?id=${row.id}`)}>
            {row.parking_main_info?.vehicle_no ? (
              <Plate number={row.parking_main_info.vehicle_no} size="small" />
            ) : (
              (row.parking_main_info?.name ?? t("Visitor"))
            )}
          </RowLink>
          <Text size="sm" c="dimmed">
            {row.parking_main_info?.phone_no && `${row.parking_main_info.phone_no} · `}
            <DateTime at={row.in_time ?? row.date_created} zone={zone} />
          </Text>
        </Row>
      ))}
    </RowList>
  );
}

function getResultLabel(row: EntrySearchResult): { label: string; colour: string } {
  return getParkingLabel({
    sequence: row.parking_status_id?.sequence ?? 3,
    isInvited: row.is_invited,
    isWaiting: row.parking_main_info?.is_waiting_for_approve ?? false,
    isApproved: row.approved_at !== null,
    isPrepayVehicle: row.is_vehicle_prepay_type,
    isBooked: row.is_awaiting_arrival,
    isRejected: row.decision_reason !== null,
  });
}
