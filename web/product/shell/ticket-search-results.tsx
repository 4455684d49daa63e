// Valet tickets found by the header search. The server searches, since handover codes are stored hashed.
import { useQuery } from "@tanstack/react-query";
import type { SearchTerm } from "#domain/valet/header-search.ts";
import { call } from "#web/api/call.ts";
import { readItems } from "#web/api/items.ts";
import { ticketFields } from "#web/api/ticket.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { Row, RowLink } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { t } from "#web/languages/t.ts";

const maxResults = 6;

async function findTickets(text: string, signal: AbortSignal): Promise<Ticket[]> {
  const ids = await call({ route: "GET /actions/valet/find", query: { text } }, { signal });
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

export function TicketSearchResults({ tickets }: { tickets: readonly Ticket[] }) {
  const { zone, path } = useBranch();
  return tickets.map((ticket) => (
    <Row
      key={`valet-${ticket.id}`}
      trailing={
        ticket.voided_at ? (
          <StatusBadge label={t("Cancelled")} colour="grey" />
        ) : (
          <StatusBadge label={ticket.status_id.name} colour={ticket.status_id.colour} />
        )
      }
    >
      <RowLink to={path(`valet-parking/detail?id=${ticket.id}`)}>
        <Plate number={ticket.Vehicle_Number} size="small" />
      </RowLink>
      <Text size="sm" c="dimmed">
        {ticket.Customer_Phone_Number} · <DateTime at={ticket.date_created} zone={zone} />
      </Text>
    </Row>
  ));
}
