// What the header search finds among the valet's tickets; a code is looked for by the server, which alone can.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Sought } from "#domain/rules/header-search.ts";
import { request } from "#web/items/client.ts";
import { readItems } from "#web/items/items.ts";
import { ticketFields } from "#web/items/ticket.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Plate } from "#web/ui/plate.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment } from "#web/ui/time.tsx";
import styles from "#web/ui/shell/header-search.module.css";

const mostShown = 6;

async function findTickets(text: string, signal: AbortSignal): Promise<TicketWire[]> {
  const { data: ids } = await request<{ data: number[] }>(`/actions/valet/find?text=${encodeURIComponent(text)}`, {
    signal,
  });
  if (ids.length === 0) return [];
  const filter = { id: { _in: ids.slice(0, mostShown) } };
  return readItems<TicketWire>(
    "Valet_and_Parking_Information",
    { filter, fields: ticketFields, sort: ["-id"] },
    signal,
  );
}

/** Nothing is asked where the branch has no valet. */
export function useFoundTickets(sought: Sought) {
  const { branch } = useBranch();
  return useQuery({
    queryKey: ["items", "Valet_and_Parking_Information", "found", sought.value],
    queryFn: ({ signal }) => findTickets(sought.value, signal),
    enabled: branch.is_valet_and_parking,
  });
}

export function FoundTickets({ tickets, onOpened }: { tickets: readonly TicketWire[]; onOpened: () => void }) {
  const { zone, path } = useBranch();
  return tickets.map((ticket) => (
    <li key={`valet-${ticket.id}`}>
      <Link className={styles["row"]} to={path(`valet-parking/detail?id=${ticket.id}`)} onClick={onOpened}>
        <Plate number={ticket.Vehicle_Number} size="small" />
        <StatusBadge label={ticket.status_id.name} colour={ticket.status_id.colour} />
        <span className={styles["when"]}>
          {ticket.Customer_Phone_Number} · <Moment at={ticket.date_created} zone={zone} />
        </span>
      </Link>
    </li>
  ));
}
