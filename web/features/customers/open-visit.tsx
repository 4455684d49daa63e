// A vehicle of the customer that is parked now: where, since when, its charge, and what can be done with it.
import { Button } from "@mantine/core";
import { IconQrcode } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { computeTicketBalance, getTicketPaymentLabel, type OwnTicket } from "#web/api/ticket.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { computeEntryBalance, getEntryPaymentLabel } from "#web/api/entry.ts";
import type { OwnVisit } from "#web/features/customers/home-api.ts";
import { QrSheet } from "#web/product/slip/qr-sheet.tsx";
import { DirectionsLink, PayVisitButton, ReceiptButton } from "#web/product/payments/visit-links.tsx";
import { PaymentBadge, StatusBadge } from "#web/product/status-badge.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { Amount } from "#web/ui/data/amount.tsx";
import { DateTime, Duration } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { formatPlaceLabel } from "#domain/branches/place-label.ts";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

export function OpenVisit({ visit, now }: { visit: OwnVisit; now: Date }) {
  const [isQrOpen, setIsQrOpen] = useState(false);
  const balance = computeEntryBalance({ entry: visit, now });
  const slot = formatSlot(visit);
  const { branch, parking_main_info: visitor } = visit;
  const name = visitor?.vehicle_no ?? visitor?.name ?? t("You");
  return (
    <Card component="li" gap="xs" padding="md">
      <Group justify="space-between">
        {visitor?.vehicle_no ? <Plate number={visitor.vehicle_no} /> : <strong>{name}</strong>}
        <PaymentBadge badge={getEntryPaymentLabel({ entry: visit, balance })} />
      </Group>
      <p>
        <strong>{formatPlaceLabel(branch)}</strong>
        {slot && <span className="figures">{`, ${t("slot {slot}", { slot })}`}</span>}
      </p>
      <Text c="dimmed">
        {tNodes("Since {time}, {duration}", {
          time: <DateTime at={visit.in_time} zone={branch?.time_zone} />,
          duration: <Duration from={visit.in_time} />,
        })}
      </Text>
      <Amount paise={balance.total} size="large" />
      <Group>
        {balance.extended > 0 && <PayVisitButton visit={{ kind: "P", id: visit.id }} amount={balance.extended} />}
        {balance.paid > 0 && <ReceiptButton visit={{ kind: "P", id: visit.id }} name={visit.receipt_no ?? name} />}
        <Button
          variant="default"
          size="lg"
          leftSection={<IconQrcode size={20} aria-hidden="true" />}
          onClick={() => setIsQrOpen(true)}
        >
          {t("Show QR code")}
        </Button>
        <DirectionsLink branch={branch} />
      </Group>
      {isQrOpen && (
        <QrSheet
          kind="P"
          id={visit.id}
          name={name}
          place={formatPlaceLabel(branch)}
          onClose={() => setIsQrOpen(false)}
        />
      )}
    </Card>
  );
}

/** The ticket's own page, which messages link to as well, has the pickup, the payment and the QR code of the handover. */
export function OpenTicket({ ticket, now }: { ticket: OwnTicket; now: Date }) {
  const balance = computeTicketBalance({ ticket, now });
  const slot = formatSlot(ticket);
  async function open(): Promise<void> {
    const { link } = await call({ route: "GET /actions/valet/:id/my-page", id: ticket.id });
    location.assign(link);
  }
  return (
    <Card component="li" gap="xs" padding="md">
      <Group justify="space-between">
        <Plate number={ticket.Vehicle_Number} />
        <StatusBadge label={ticket.status_id.name} colour={ticket.status_id.colour} />
      </Group>
      <p>
        <strong>{formatPlaceLabel(ticket.branch)}</strong>, {t("valet")}
        {slot && <span className="figures">{`, ${t("slot {slot}", { slot })}`}</span>}
      </p>
      <Text c="dimmed">
        {tNodes("Since {time}, {duration}", {
          time: <DateTime at={ticket.date_created} zone={ticket.branch?.time_zone} />,
          duration: <Duration from={ticket.date_created} />,
        })}
      </Text>
      <Group justify="space-between">
        <Amount paise={balance.total} size="large" />
        <PaymentBadge badge={getTicketPaymentLabel({ ticket, balance })} />
      </Group>
      <AsyncButton color="marigold" size="lg" fullWidth onPress={open}>
        {t("Call my car or pay")}
      </AsyncButton>
      <Group>
        <DirectionsLink branch={ticket.branch} />
      </Group>
    </Card>
  );
}
