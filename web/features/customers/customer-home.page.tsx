// §2 addition /{customerType}/home: what stands where now with its charge, then passes, invites and the last receipts.
import { useNotificationRenewal } from "#web/product/notifications/use-notification-renewal.ts";
import { Button } from "@mantine/core";
import { IconCarGarage } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getCustomerType } from "#domain/accounts/customer-type.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import {
  lastReceiptsQuery,
  openInvitesQuery,
  openTicketsQuery,
  openVisitsQuery,
  type OwnPass,
  passesQuery,
  receivedInvitesQuery,
} from "#web/features/customers/home-api.ts";
import { OpenTicket, OpenVisit } from "#web/features/customers/open-visit.tsx";
import { QrSheet } from "#web/product/slip/qr-sheet.tsx";
import { ClockNotice } from "#web/product/clock-notice.tsx";
import { CustomerPage } from "#web/product/customer-page.tsx";
import { ReceiptButton } from "#web/product/payments/visit-links.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Amount } from "#web/ui/data/amount.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";
import { Grid, Group } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { formatPlaceLabel } from "#domain/branches/place-label.ts";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

export function CustomerHomePage() {
  useNotificationRenewal(useRequiredSession().user.id);
  useLiveCollections("Parking_Information", "Valet_and_Parking_Information", "Parking_Main_Information");
  return (
    <CustomerPage title={t("My parking")} heading={t("Parked now")}>
      <OpenVisits />
      <Passes />
      <ReceivedInvites />
      <Invites />
      <LastReceipts />
    </CustomerPage>
  );
}

function OpenVisits() {
  const { user } = useRequiredSession();
  const now = useNow();
  const visits = useQuery(openVisitsQuery(user.contact_number ?? ""));
  const tickets = useQuery(openTicketsQuery());
  const error = visits.error ?? tickets.error;
  if (error && !(visits.data && tickets.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([visits.refetch(), tickets.refetch()])} />;
  if (!visits.data || !tickets.data) return <SkeletonRows count={2} />;
  if (visits.data.data.length === 0 && tickets.data.data.length === 0)
    return (
      <EmptyState
        icon={IconCarGarage}
        title={t("No vehicle is parked")}
        text={t("Vehicles parked with this account's phone number appear here.")}
      >
        <Button component="a" href="/parking" variant="default">
          {t("Find parking")}
        </Button>
      </EmptyState>
    );
  return (
    <>
      <ClockNotice />
      <Grid component="ul" minColumnWidth={320} gap="sm" fill aria-label={t("Parked now")}>
        {visits.data.data.map((visit) => (
          <OpenVisit key={visit.id} visit={visit} now={now} />
        ))}
        {tickets.data.data.map((ticket) => (
          <OpenTicket key={ticket.id} ticket={ticket} now={now} />
        ))}
      </Grid>
    </>
  );
}

function Passes() {
  const { user } = useRequiredSession();
  const [day] = useState(() => new Date(new Date().setHours(0, 0, 0, 0)).toISOString());
  const [opened, setOpened] = useState<OwnPass | null>(null);
  const { data } = useQuery(passesQuery({ phone: user.contact_number ?? "", day }));
  // The page is about what is parked: what else is missing is left out.
  if (!data || data.data.length === 0) return null;
  return (
    <Card title={t("Passes")}>
      <RowList isFramed={false} label={t("Passes")}>
        {data.data.map((pass) => (
          <Row key={pass.id}>
            <RowButton onPress={() => setOpened(pass)}>{pass.vehicle_no ?? pass.name ?? t("Pass")}</RowButton>
            <Text c="dimmed" size="sm">
              {tNodes("{branch}, until {time}", {
                branch: formatPlaceLabel(pass.branch),
                time: <DateTime at={pass.pass_end_time} zone={pass.branch?.time_zone} />,
              })}
            </Text>
          </Row>
        ))}
      </RowList>
      {opened && (
        <QrSheet
          kind="M"
          id={opened.id}
          name={opened.vehicle_no ?? opened.name ?? ""}
          place={formatPlaceLabel(opened.branch)}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  );
}

function ReceivedInvites() {
  const { user } = useRequiredSession();
  const { data } = useQuery(receivedInvitesQuery(user.contact_number ?? ""));
  if (!data || data.data.length === 0) return null;
  return (
    <Card
      title={t("You are invited")}
      actions={
        <ButtonLink to={`/${getCustomerType(user)}/invites?list=received`} variant="subtle">
          {t("Show code")}
        </ButtonLink>
      }
    >
      <RowList isFramed={false} label={t("You are invited")}>
        {data.data.map(({ id, branch, invite_start_date: start }) => (
          <Row key={id}>
            <strong>{formatPlaceLabel(branch)}</strong>
            <Text c="dimmed" size="sm">
              <DateTime at={start} zone={branch?.time_zone} />
            </Text>
          </Row>
        ))}
      </RowList>
    </Card>
  );
}

function Invites() {
  const { user } = useRequiredSession();
  const { data } = useQuery(openInvitesQuery(user.id));
  if (!data || data.data.length === 0) return null;
  return (
    <Card
      title={t("Invites")}
      actions={
        <ButtonLink to={`/${getCustomerType(user)}/invites`} variant="subtle">
          {t("All invites")}
        </ButtonLink>
      }
    >
      <RowList isFramed={false} label={t("Invites")}>
        {data.data.map(({ id, parking_main_info: visitor, branch }) => (
          <Row key={id}>
            <strong>{visitor?.name ?? visitor?.vehicle_no ?? t("Visitor")}</strong>
            <Text c="dimmed" size="sm">
              {formatPlaceLabel(branch)}
            </Text>
          </Row>
        ))}
      </RowList>
    </Card>
  );
}

function LastReceipts() {
  const { user } = useRequiredSession();
  const { data } = useQuery(lastReceiptsQuery(user.contact_number ?? ""));
  if (!data || data.data.length === 0) return null;
  return (
    <Card
      title={t("Last receipts")}
      actions={
        <ButtonLink to={`/${getCustomerType(user)}/parking-history`} variant="subtle">
          {t("All visits")}
        </ButtonLink>
      }
    >
      <RowList isFramed={false} label={t("Last receipts")}>
        {data.data.map((visit) => (
          <Row
            key={visit.id}
            trailing={<ReceiptButton visit={{ kind: "P", id: visit.id }} name={visit.receipt_no ?? ""} />}
          >
            <Group>
              {visit.parking_main_info?.vehicle_no && <Plate number={visit.parking_main_info.vehicle_no} />}
              <Amount rupees={visit.paid_amount} />
            </Group>
            <Text c="dimmed" size="sm">
              {formatPlaceLabel(visit.branch)}, <DateTime at={visit.out_time} zone={visit.branch?.time_zone} />
            </Text>
          </Row>
        ))}
      </RowList>
    </Card>
  );
}
