// §4 /{company}/{branch}/valet-parking/cash: tickets that are not paid, those handed over with their payment, and tips.
import { useQuery } from "@tanstack/react-query";
import { startOfDay } from "#domain/dates.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { computeTicketBalance, ticketFields, type Ticket } from "#web/api/ticket.ts";
import { useBranch } from "#web/api/use-session.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Row, RowLink, RowList } from "#web/ui/data/row-list.tsx";
import { StatTile } from "#web/ui/data/tile.tsx";
import { Columns, Stack } from "#web/ui/layout.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { openTicketsQuery, useStatusLabel } from "#web/features/valet/board.ts";
import { TipsCard } from "#web/features/valet/tips/tips-card.tsx";
import { t } from "#web/languages/t.ts";
import { tPlural } from "#web/languages/nodes.ts";

const collection = "Valet_and_Parking_Information";

export function ValetCashPage() {
  useLiveCollections(collection);
  return (
    <Page title={t("Valet cash")}>
      <Columns template="1fr 1fr">
        <UnpaidTickets />
        <Stack gap="lg">
          <TipsCard />
          <HandedOverWithPayment />
        </Stack>
      </Columns>
    </Page>
  );
}

/** Tickets that left with a debt, oldest first. */
const leftUnpaidQuery = (branch: number) =>
  itemsQuery(collection, {
    filter: { branch: { _eq: branch }, out_time: { _nnull: true }, extended_amount: { _gt: 0 } },
    fields: ticketFields,
    sort: ["out_time"],
    limit: 100,
  });

/** Debts first, then what is due soonest: at the gate, on the way, requested, parked. */
function useUnpaidTickets() {
  const { branch } = useBranch();
  const now = useNow();
  const open = useQuery(openTicketsQuery(branch.id));
  const left = useQuery(leftUnpaidQuery(branch.id));
  const { error } = open.error ? open : left;
  const refetch = () => Promise.all([open.refetch(), left.refetch()]);
  if (!open.data || !left.data) return { error, refetch };
  const byUrgency = open.data.toSorted((one, other) => other.status_id.sequence - one.status_id.sequence);
  const unpaid = [...left.data, ...byUrgency]
    .map((ticket) => ({ ticket, due: computeTicketBalance({ ticket, now }).extended }))
    .filter(({ due }) => due > 0);
  return { unpaid, error, refetch };
}

function UnpaidTickets() {
  const { unpaid, error, refetch } = useUnpaidTickets();
  const { path } = useBranch();
  const getLabel = useStatusLabel();
  const total = unpaid?.reduce((sum, { due }) => sum + due, 0) ?? 0;
  return (
    <Card title={t("Unpaid tickets")}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!unpaid && !error && <SkeletonRows count={4} />}
      {unpaid?.length === 0 && <Text c="dimmed">{t("All tickets are paid.")}</Text>}
      {unpaid && unpaid.length > 0 && (
        <>
          <StatTile label={tPlural(unpaid.length, "{count} ticket", "{count} tickets")} value={formatRupees(total)} />
          <RowList isFramed={false} label={t("Unpaid tickets")}>
            {unpaid.map(({ ticket, due }) => (
              <Row key={ticket.id} trailing={<Text isFigures>{formatRupees(due)}</Text>}>
                <RowLink to={path(`valet-parking/detail?id=${ticket.id}`)}>{ticket.Vehicle_Number}</RowLink>
                <Text size="sm" c="dimmed">
                  {ticket.out_time ? t("Left unpaid") : getLabel(ticket.status_id.sequence)} · {ticket.token_no}
                </Text>
              </Row>
            ))}
          </RowList>
        </>
      )}
    </Card>
  );
}

/** The payment and the handover are one write, so that they have one time. */
const isWithPayment = ({ paid_at: paid, out_time: out }: Ticket) => paid !== null && paid === out;

function HandedOverWithPayment() {
  const { branch, path, zone } = useBranch();
  const from = startOfDay({ at: useNow(), zone });
  const { data, error, refetch } = useQuery(
    itemsQuery(collection, {
      filter: { branch: { _eq: branch.id }, out_time: { _gte: from.toISOString() }, payment_status: { _eq: "paid" } },
      fields: ticketFields,
      sort: ["-out_time"],
      limit: 200,
    }),
  );
  const tickets = data?.filter(isWithPayment);
  return (
    <Card title={t("Handed over with payment today")}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!tickets && !error && <SkeletonRows count={2} />}
      {tickets?.length === 0 && <Text c="dimmed">{t("No car was paid for and handed over in one step.")}</Text>}
      <RowList isFramed={false} label={t("Handed over with payment today")}>
        {tickets?.map((ticket) => (
          <Row key={ticket.id} trailing={<Text isFigures>{formatRupees(toPaise(ticket.paid_amount ?? "0"))}</Text>}>
            <RowLink to={path(`valet-parking/detail?id=${ticket.id}`)}>{ticket.Vehicle_Number}</RowLink>
            <Text size="sm" c="dimmed">
              <DateTime at={ticket.out_time} zone={zone} is24Hour /> ·{" "}
              {ticket.payment_collected_by?.first_name ?? t("System")}
            </Text>
          </Row>
        ))}
      </RowList>
    </Card>
  );
}
