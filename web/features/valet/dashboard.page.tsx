// §2 /valet-parking/dashboard: every open car by where it stands, live; columns at a desk, one to swipe to on a phone.
import { useQuery } from "@tanstack/react-query";
import { IconKey, IconPlus, IconUsers } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useLive } from "#web/items/live.ts";
import { useBranch } from "#web/items/use-session.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { useGlow } from "#web/ui/glow.ts";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { branchStaff, colourOf, columns, onDuty, openTickets, useStatusName } from "#web/features/valet/board.ts";
import { useChats } from "#web/features/valet/chats.ts";
import { TicketCard } from "#web/features/valet/ticket-card.tsx";
import styles from "#web/features/valet/board.module.css";

export function ValetBoardPage() {
  const { path } = useBranch();
  return (
    <Page
      title="Valet board"
      actions={
        <ButtonLink
          to={path("valet-parking/create")}
          color="marigold"
          size="lg"
          className={styles["take"]}
          leftSection={<IconPlus size={20} aria-hidden="true" />}
        >
          Take a key
        </ButtonLink>
      }
    >
      <OnDuty />
      <Board />
    </Page>
  );
}

function OnDuty() {
  const { branch } = useBranch();
  useLive("users");
  const { data } = useQuery(branchStaff(branch.id));
  if (!data) return null;
  const present = onDuty(data);
  return (
    <p className={styles["duty"]}>
      <IconUsers size={20} aria-hidden="true" />
      {present.length === 0 ? "Nobody is on duty" : `On duty: ${present.map((person) => person.first_name).join(", ")}`}
    </p>
  );
}

function Board() {
  const { branch, path } = useBranch();
  useLive("Valet_and_Parking_Information");
  const { data, error, isPending, refetch } = useQuery(openTickets(branch.id));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows count={6} />;
  if (data.length === 0)
    return (
      <EmptyState icon={IconKey} title="No car is here" text="The first key you take shows here.">
        <ButtonLink to={path("valet-parking/create")} size="lg">
          Take a key
        </ButtonLink>
      </EmptyState>
    );
  return <Columns tickets={data} />;
}

function Columns({ tickets }: { tickets: readonly TicketWire[] }) {
  const nameOf = useStatusName();
  const chats = useChats(useBranch().branch.id);
  const isGlowing = useGlow("Valet_and_Parking_Information");
  const lists = columns.map((sequence) => ({
    sequence,
    tickets: tickets.filter((ticket) => ticket.status_id.sequence === sequence),
  }));
  const first = Math.max(
    0,
    lists.findIndex((list) => list.tickets.length > 0),
  );
  const [shown, setShown] = useState(first);
  const strip = useRef<HTMLDivElement>(null);

  /** A press on the name of a column swipes to it. */
  function open(at: number): void {
    setShown(at);
    strip.current?.children[at]?.scrollIntoView({ behavior: "smooth", block: "nearest", inline: "start" });
  }

  function swiped(): void {
    const { scrollLeft, clientWidth } = strip.current ?? { scrollLeft: 0, clientWidth: 1 };
    setShown(Math.round(scrollLeft / clientWidth));
  }

  return (
    <div>
      <div className={styles["tabs"]} role="group" aria-label="Columns">
        {lists.map((list, at) => (
          <button
            key={list.sequence}
            type="button"
            className={`${styles["tab"]} ${styles[colourOf(list.sequence)]}`}
            aria-pressed={at === shown}
            onClick={() => open(at)}
          >
            <span className={`figures ${styles["count"]}`}>{list.tickets.length}</span>
            {nameOf(list.sequence)}
          </button>
        ))}
      </div>
      <div ref={strip} className={styles["columns"]} onScroll={swiped}>
        {lists.map((list) => (
          <section key={list.sequence} className={styles["column"]} aria-label={nameOf(list.sequence)}>
            <h2 className={`${styles["name"]} ${styles[colourOf(list.sequence)]}`}>
              {nameOf(list.sequence)}
              <span className={`figures ${styles["count"]}`}>{list.tickets.length}</span>
            </h2>
            <ul className={styles["cards"]}>
              {list.tickets.map((ticket) => (
                <TicketCard
                  key={ticket.id}
                  ticket={ticket}
                  chat={chats.get(ticket.id)}
                  glow={isGlowing(ticket.id) ? "glow" : ""}
                />
              ))}
            </ul>
            {list.tickets.length === 0 && <p className={styles["none"]}>None</p>}
          </section>
        ))}
      </div>
    </div>
  );
}
