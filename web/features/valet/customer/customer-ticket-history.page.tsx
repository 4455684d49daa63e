// §2 /{customerType}/valet-parking-history: valet tickets of the logged-in customer; an open ticket links to its status page.
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconKey } from "@tabler/icons-react";
import { Button } from "@mantine/core";
import * as limits from "#domain/limits.ts";
import { formatDateTime12 } from "#domain/dates.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { call } from "#web/api/call.ts";
import { readPage } from "#web/api/items.ts";
import { computeTicketBalance, getTicketPaymentLabel, type OwnTicket, ownTicketFields } from "#web/api/ticket.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { Amount } from "#web/ui/data/amount.tsx";
import { CustomerPage } from "#web/product/customer-page.tsx";
import { Grid, Group } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { PayVisitButton, ReceiptButton } from "#web/product/payments/visit-links.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { PaymentBadge, StatusBadge } from "#web/product/status-badge.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { formatPlaceLabel } from "#domain/branches/place-label.ts";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

const collection = "Valet_and_Parking_Information";

export function CustomerTicketHistoryPage() {
  useLiveCollections(collection);
  const now = useNow();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["items", collection, "own"],
    queryFn: ({ pageParam, signal }) =>
      readPage(collection, { fields: ownTicketFields, sort: ["-id"], page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ count }, _all, page) => (page * limits.pageSize < count ? page + 1 : undefined),
  });
  const tickets = data?.pages.flatMap((page) => page.data);
  return (
    <CustomerPage title={t("Valet history")}>
      {error && !tickets && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <SkeletonRows count={4} />}
      {tickets?.length === 0 && (
        <EmptyState
          icon={IconKey}
          title={t("No valet visits yet")}
          text={t("Valet visits with your phone number appear here.")}
        />
      )}
      <Grid component="ul" minColumnWidth={340} gap="sm" fill>
        {tickets?.map((ticket) => (
          <TicketHistoryItem key={ticket.id} ticket={ticket} now={now} />
        ))}
      </Grid>
      {hasNextPage && (
        <Button variant="default" size="lg" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("Show more")}
        </Button>
      )}
    </CustomerPage>
  );
}

function TicketHistoryItem({ ticket, now }: { ticket: OwnTicket; now: Date }) {
  const balance = computeTicketBalance({ ticket, now });
  const { branch, status_id: status } = ticket;
  const formatAt = (at: string) =>
    formatDateTime12({ at: new Date(at), ...(branch ? { zone: branch.time_zone } : {}) });
  const isOpen = status.sequence !== valetSequence.checkedOut;

  async function open(): Promise<void> {
    const { link } = await call({ route: "GET /actions/valet/:id/my-page", id: ticket.id });
    location.assign(link);
  }
  return (
    <Card component="li" gap="xs">
      <Group justify="space-between">
        <Plate number={ticket.Vehicle_Number} />
        {ticket.voided_at ? (
          <StatusBadge label={t("Cancelled")} colour="grey" />
        ) : (
          <StatusBadge label={status.name} colour={status.colour} />
        )}
      </Group>
      <p>
        {formatPlaceLabel(branch) ?? t("Valet parking")} ·{" "}
        {tNodes("receipt {number}", { number: <span className="figures">{ticket.receipt_no}</span> })}
      </p>
      <Text c="dimmed" isFigures>
        {formatAt(ticket.date_created)}
        {ticket.out_time && ` ${t("to {time}", { time: formatAt(ticket.out_time) })}`}
      </Text>
      {!ticket.voided_at && (
        <Group justify="space-between">
          <PaymentBadge badge={getTicketPaymentLabel({ ticket, balance })} />
          <Amount paise={balance.total} size="large" />
        </Group>
      )}
      {!ticket.voided_at && (balance.paid > 0 || (!isOpen && balance.extended > 0)) && (
        <Group>
          {!isOpen && balance.extended > 0 && (
            <PayVisitButton visit={{ kind: "V", id: ticket.id }} amount={balance.extended} />
          )}
          {balance.paid > 0 && <ReceiptButton visit={{ kind: "V", id: ticket.id }} name={ticket.receipt_no ?? ""} />}
        </Group>
      )}
      {isOpen && (
        <AsyncButton color="marigold" size="xl" fullWidth onPress={open}>
          {t("View and request car")}
        </AsyncButton>
      )}
    </Card>
  );
}
