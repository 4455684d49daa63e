// Valet tickets found by the header search. The server searches, since handover codes are stored hashed.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { SearchTerm } from "#domain/valet/header-search.ts";
import { request } from "#web/api/client.ts";
import { readItems } from "#web/api/items.ts";
import { ticketFields } from "#web/api/ticket.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import styles from "#web/product/shell/header-search.module.css";

const maxResults = 6;

async function findTickets(text: string, signal: AbortSignal): Promise<Ticket[]> {
  const { data: ids } = await request<{ data: number[] }>(`/actions/valet/find?text=${encodeURIComponent(text)}`, {
    signal,
  });
  if (ids.length === 0) return [];
  const filter = { id: { _in: ids.slice(0, maxResults) } };
  return readItems("Valet_and_Parking_Information", { filter, fields: ticketFields, sort: ["-id"] }, signal);
}

/** Disabled if the branch has no valet service. */
export function useTicketSearch(term: SearchTerm) {
  const { branch } = useBranch();
  return useQuery({
    queryKey: ["items", "Valet_and_Parking_Information", "found", term.value],
    queryFn: ({ signal }) => findTickets(term.value, signal),
    enabled: branch.is_valet_and_parking,
  });
}

export function TicketSearchResults({ tickets, onOpened }: { tickets: readonly Ticket[]; onOpened: () => void }) {
  const { zone, path } = useBranch();
  return tickets.map((ticket) => (
    <li key={`valet-${ticket.id}`}>
      <Link className={styles["row"]} to={path(`valet-parking/detail?id=${ticket.id}`)} onClick={onOpened}>
        <Plate number={ticket.Vehicle_Number} size="small" />
        <StatusBadge label={ticket.status_id.name} colour={ticket.status_id.colour} />
        <span className={styles["when"]}>
          {ticket.Customer_Phone_Number} · <DateTime at={ticket.date_created} zone={zone} />
        </span>
      </Link>
    </li>
  ));
}
