// §2 /valet-parking/dashboard: open tickets by status, live; columns on a desktop, swiped one by one on a phone.
import { useQuery } from "@tanstack/react-query";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useLayoutEffect, useRef, useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { OnDuty } from "#web/product/on-duty.tsx";
import { isOffDuty } from "#web/product/shell/duty.tsx";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { SetUpNotice } from "#web/product/set-up-notice.tsx";
import type { Session } from "#web/api/session.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { useRowHighlight } from "#web/product/use-row-highlight.ts";
import { FilterChip } from "#web/ui/filters/filter-chip.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import {
  branchStaffQuery,
  getStatusColour,
  boardColumns,
  filterOnDuty,
  openTicketsQuery,
  useStatusLabel,
} from "#web/features/valet/board.ts";
import { useChats } from "#web/features/valet/chat/chats.ts";
import { maySend } from "#web/product/may-send.ts";
import { KeysInHand, OtherKeys } from "#web/features/valet/keys-in-hand.tsx";
import { TicketCard } from "#web/features/valet/ticket-card.tsx";
import styles from "#web/features/valet/board.module.css";
import { t } from "#web/languages/t.ts";

/** Not as support, which writes nothing. */
const mayReceive = (session: Session): boolean =>
  can(session, "gate.operate") && maySend({ session, write: "POST /actions/valet/create-ticket" });

export function ValetBoardPage() {
  const { path } = useBranch();
  const session = useRequiredSession();
  return (
    <Page
      title={t("Valet board")}
      actions={
        mayReceive(session) && (
          <ButtonLink
            to={path("valet-parking/create")}
            color={isOffDuty(session) ? "ink" : "marigold"}
            size="lg"
            className={styles["deskOnly"]}
            leftSection={<IconPlus size={20} aria-hidden="true" />}
          >
            {t("New ticket")}
          </ButtonLink>
        )
      }
    >
      <SetUpNotice />
      <OnDutyStaff />
      <TicketBoard />
    </Page>
  );
}

function OnDutyStaff() {
  const { branch } = useBranch();
  useLiveCollections("users");
  const { data } = useQuery(branchStaffQuery(branch.id));
  return data ? <OnDuty people={filterOnDuty(data)} /> : null;
}

function TicketBoard() {
  const { branch, path } = useBranch();
  const session = useRequiredSession();
  useLiveCollections("Valet_and_Parking_Information");
  const { data, error, isPending, refetch } = useQuery(openTicketsQuery(branch.id));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows count={6} />;
  if (data.length === 0)
    return (
      <EmptyState icon={IconKey} title={t("No open tickets")} text={t("Cars you receive appear here.")}>
        {mayReceive(session) && (
          <ButtonLink to={path("valet-parking/create")} size="lg">
            {t("New ticket")}
          </ButtonLink>
        )}
      </EmptyState>
    );
  return (
    <>
      <KeysInHand tickets={data} />
      <TicketColumns tickets={data} />
      <OtherKeys tickets={data} />
    </>
  );
}

function TicketColumns({ tickets }: { tickets: readonly Ticket[] }) {
  const getLabel = useStatusLabel();
  const chats = useChats(useBranch().branch.id);
  const isHighlighted = useRowHighlight("Valet_and_Parking_Information");
  const lists = boardColumns.map((sequence) => ({
    sequence,
    tickets: tickets.filter((ticket) => ticket.status_id.sequence === sequence),
  }));
  const first = Math.max(
    0,
    lists.findIndex((list) => list.tickets.length > 0),
  );
  const [current, setCurrent] = useState(first);
  const strip = useRef<HTMLDivElement>(null);
  const tabs = useRef<HTMLElement>(null);
  // Opens at the first column with tickets, as its tab says.
  const initialColumn = useRef(first);
  useLayoutEffect(() => {
    const column = strip.current?.children[initialColumn.current];
    if (column instanceof HTMLElement) strip.current!.scrollLeft = column.offsetLeft;
  }, []);

  // On a phone not all tabs fit, and the one of the open column says which tickets these are.
  useLayoutEffect(() => {
    tabs.current?.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);

  /** Scrolls to the column of the selected tab. */
  function openColumn(index: number): void {
    setCurrent(index);
    strip.current?.children[index]?.scrollIntoView({ behavior: "smooth", block: "nearest", inline: "start" });
  }

  const shown = { column: current, count: lists[current]!.tickets.length };
  const lastShown = useRef(shown);
  // On a phone the page has the height of the longest column: a shorter one could be out of sight, and one whose last
  // ticket moved on has nothing to show.
  useLayoutEffect(() => {
    const last = lastShown.current;
    lastShown.current = shown;
    const isSameColumn = last.column === shown.column;
    const element = strip.current?.children[shown.column];
    const isOnPhone = element instanceof HTMLElement && element.offsetWidth >= strip.current!.clientWidth;
    if (!isOnPhone || (isSameColumn && last.count === shown.count)) return;
    if (isSameColumn && shown.count === 0) openColumn(first);
    const isOutOfSight = element.getBoundingClientRect().bottom < innerHeight / 2;
    if (isOutOfSight) scrollTo({ top: 0 });
  });

  function handleScroll(): void {
    const { scrollLeft, clientWidth } = strip.current ?? { scrollLeft: 0, clientWidth: 1 };
    setCurrent(Math.round(scrollLeft / clientWidth));
  }

  return (
    <Stack gap="sm">
      <Group ref={tabs} wrap="nowrap" role="group" aria-label={t("Status columns")} className={styles["tabs"]}>
        {lists.map((list, index) => (
          <FilterChip
            key={list.sequence}
            label={getLabel(list.sequence)}
            count={list.tickets.length}
            isChosen={index === current}
            onPress={() => openColumn(index)}
          />
        ))}
      </Group>
      <div ref={strip} className={styles["columns"]} onScroll={handleScroll}>
        {lists.map((list) => (
          <Stack
            key={list.sequence}
            component="section"
            gap="xs"
            className={styles["column"]}
            aria-label={getLabel(list.sequence)}
          >
            <Group justify="space-between">
              <Title>
                <StatusBadge label={getLabel(list.sequence)} colour={getStatusColour(list.sequence)} size="large" />
              </Title>
              <Text size="lg" fw="bold" isFigures>
                {list.tickets.length}
              </Text>
            </Group>
            <Stack component="ul" gap="xs">
              {list.tickets.map((ticket) => (
                <TicketCard
                  key={ticket.id}
                  ticket={ticket}
                  chat={chats.get(ticket.id)}
                  highlightClass={isHighlighted(ticket.id) ? "glow" : ""}
                />
              ))}
            </Stack>
            {list.tickets.length === 0 && <Text c="dimmed">{t("None")}</Text>}
          </Stack>
        ))}
      </div>
    </Stack>
  );
}
