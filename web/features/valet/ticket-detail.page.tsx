// §2 /valet-parking/detail: a ticket with its location, running charge and history.
import type { WireRow } from "#domain/schema/registry.ts";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { capitalize } from "#domain/text/labels.ts";
import { readDamages } from "#domain/valet/condition/damages.ts";
import { ticketImageKinds, valetSequence } from "#domain/valet/states.ts";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { ApiError } from "#web/api/api-error.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { isId } from "#domain/schema/fields.ts";
import { itemQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { getTicketPaymentLabel, computeTicketBalance, ticketFields } from "#web/api/ticket.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { useNow } from "#web/ui/use-now.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/page.tsx";
import { DetailPage, DetailNotFound, SlotKeyValue } from "#web/product/detail/detail-page.tsx";
import { VehicleImageGallery } from "#web/product/vehicles/vehicle-image-gallery.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { GateCharges } from "#web/product/payments/gate-charges.tsx";
import { ReceivedPayments } from "#web/product/payments/received-payments.tsx";
import { OnlinePayments } from "#web/product/payments/online-payments.tsx";
import { PaymentBadge, StatusBadge } from "#web/product/status-badge.tsx";
import { Duration, DateTime, RelativeTime } from "#web/ui/data/date-time.tsx";
import { useStatusLabel } from "#web/features/valet/board.ts";
import { TicketChargeBreakdown } from "#web/features/valet/charge-breakdown.tsx";
import { TicketHistory } from "#web/features/valet/ticket-history.tsx";
import { DamageDrawing } from "#web/features/valet/condition/damage-drawing.tsx";
import { StaffChat } from "#web/features/valet/chat/staff-chat.tsx";
import { MessageKeyValue, UnsentMessageNotice } from "#web/features/valet/corrections/ticket-message.tsx";
import { canChangeCharge, TicketActions } from "#web/features/valet/ticket-actions.tsx";
import { t } from "#web/languages/t.ts";

const collection = "Valet_and_Parking_Information";
const ticketDetailFields = [
  ...ticketFields,
  "entry_images.vehicle_image",
  "entry_images.kind",
  "voided_by.id",
  "voided_by.first_name",
] as const;
type DetailedTicket = WireRow<typeof collection, typeof ticketDetailFields>;

export function TicketDetailPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get("id") ?? "";
  useLiveCollections(collection);
  const { path } = useBranch();
  const { data, error, refetch } = useQuery({
    ...itemQuery(collection, id, { fields: ticketDetailFields }),
    enabled: isId(id),
  });
  const isMissing = !isId(id) || (error instanceof ApiError && error.status === 403);
  if (data && !isMissing) return <TicketDetail ticket={data} />;
  return (
    <DetailNotFound
      entityName="ticket"
      title={t("Ticket")}
      boardPath={path("valet-parking/dashboard")}
      isMissing={isMissing}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

function TicketDetail({ ticket }: { ticket: DetailedTicket }) {
  const session = useRequiredSession();
  const now = useNow(5_000);
  const balance = computeTicketBalance({ ticket, now });
  const statusName = useStatusLabel();
  const images = ticket.entry_images;
  const damages = readDamages(ticket.damages);
  return (
    <DetailPage
      name={ticket.Vehicle_Number}
      heading={<Plate number={ticket.Vehicle_Number} typeIcon={ticket.vehicle_type?.icon} size="large" />}
      badges={
        <>
          {ticket.voided_at ? (
            <StatusBadge label={t("Cancelled")} colour="grey" size="large" />
          ) : (
            <StatusBadge label={statusName(ticket.status_id.sequence)} colour={ticket.status_id.colour} size="large" />
          )}
          {ticket.is_test && <Badge c="grey">{t("Test ticket")}</Badge>}
          {!ticket.is_test && <PaymentBadge badge={getTicketPaymentLabel({ ticket, balance })} size="large" />}
        </>
      }
      summary={
        <>
          {!ticket.out_time && !ticket.is_test && (
            <UnsentMessageNotice ticket={ticket} canResend={can(session, "gate.operate")} />
          )}
          <TicketChargeBreakdown ticket={ticket} balance={balance} />
          {canChangeCharge({ ticket, balance }, session) && (
            <GateCharges entry={{ kind: "V", id: ticket.id }} recorded={ticket} />
          )}
          <TicketSummary ticket={ticket} />
        </>
      }
      sidebar={
        <>
          {!ticket.is_test && <StaffChat ticket={ticket} />}
          {damages.length > 0 && (
            <Card title={t("Damages when received")}>
              <DamageDrawing damages={damages} />
            </Card>
          )}
          {ticketImageKinds.map((kind) => {
            const ids = images
              .filter((image) => (image.kind ?? "received") === kind)
              .map((image) => image.vehicle_image);
            return (
              ids.length > 0 && <VehicleImageGallery key={kind} ids={ids} title={t(imageKindLabels[kind].label)} />
            );
          })}
          {can(session, "gate.operate") && !ticket.is_test && <ReceivedPayments entry={{ kind: "V", id: ticket.id }} />}
          {!ticket.is_test && <OnlinePayments entry={{ kind: "V", id: ticket.id }} />}
          <TicketHistory id={ticket.id} extras={ticket.tariff?.extras ?? []} />
        </>
      }
    >
      <TicketActions ticket={ticket} balance={balance} now={now} />
    </DetailPage>
  );
}

const imageKindLabels = {
  received: { label: "Photos when received" },
  handed_over: { label: "Photos at the handover" },
  proof: { label: "Photos of the proof" },
} as const;

const handoverModeLabels = {
  otp: { label: "OTP" },
  qr: { label: "QR code" },
  note: { label: "Without OTP" },
} as const;

function TicketSummary({ ticket }: { ticket: DetailedTicket }) {
  const { zone } = useBranch();
  const slot = formatSlot(ticket);
  return (
    <Card>
      <KeyValueList>
        {slot && <SlotKeyValue slot={slot} />}
        {!ticket.is_valet_parking && <KeyValue label={t("Slot")}>{t("Without a slot")}</KeyValue>}
        {ticket.fuel_level && <KeyValue label={t("Fuel")}>{t(capitalize(ticket.fuel_level))}</KeyValue>}
        {ticket.key_tag && <KeyValue label={t("Key tag")}>{ticket.key_tag}</KeyValue>}
        <KeyValue label={t("Token")}>{ticket.token_no}</KeyValue>
        <KeyValue label={t(ticket.status_id.sequence === valetSequence.received ? "Received by" : "Parked by")}>
          {ticket.Assigned_Staff?.first_name ?? t("Not assigned")}
        </KeyValue>
        {ticket.pickup_gate && <KeyValue label={t("Pickup gate")}>{ticket.pickup_gate}</KeyValue>}
        {ticket.pickup_wanted_at && (
          <KeyValue label={t("Scheduled for")}>
            <DateTime at={ticket.pickup_wanted_at} zone={zone} />
          </KeyValue>
        )}
        {ticket.pickup_requested_at && (
          <KeyValue label={t(ticket.out_time ? "Requested at" : "Requested")}>
            {ticket.out_time ? (
              <DateTime at={ticket.pickup_requested_at} zone={zone} />
            ) : (
              <RelativeTime at={ticket.pickup_requested_at} zone={zone} />
            )}
          </KeyValue>
        )}
        {ticket.pickup_request_assigned && (
          <KeyValue label={t("Driver")}>{ticket.pickup_request_assigned.first_name}</KeyValue>
        )}
        <KeyValue label={t("In")}>
          {ticket.in_time ? <DateTime at={ticket.in_time} zone={zone} /> : t("After payment")}
        </KeyValue>
        {ticket.out_time && (
          <KeyValue label={t("Out")}>
            <DateTime at={ticket.out_time} zone={zone} />
          </KeyValue>
        )}
        {ticket.in_time && ticket.status_id.sequence !== valetSequence.received && (
          <KeyValue label={t(ticket.out_time ? "Total time" : "Parked for")}>
            <Duration from={ticket.in_time} until={ticket.out_time} />
          </KeyValue>
        )}
        {ticket.voided_at && (
          <KeyValue label={t("Cancelled")}>
            {ticket.voided_by?.first_name ?? t("Unknown user")}, <RelativeTime at={ticket.voided_at} zone={zone} />
            {ticket.change_reason && `: ${ticket.change_reason}`}
          </KeyValue>
        )}
        {ticket.handover_mode && (
          <KeyValue label={t("Handed over")}>
            {t(handoverModeLabels[ticket.handover_mode].label)}
            {ticket.handover_mode === "note" && ticket.handover_note ? `: ${ticket.handover_note}` : ""}
          </KeyValue>
        )}
        {ticket.online_tip && (
          <KeyValue label={t("Tip paid online")}>{formatRupees(toPaise(ticket.online_tip))}</KeyValue>
        )}
        {ticket.rating && <KeyValue label={t("Rating")}>{t("{rating} of 5", { rating: ticket.rating })}</KeyValue>}
        {ticket.Customer_Name && <KeyValue label={t("Name")}>{ticket.Customer_Name}</KeyValue>}
        <KeyValue label={t("Phone")}>
          <a href={`tel:+91${ticket.Customer_Phone_Number}`}>{ticket.Customer_Phone_Number}</a>
        </KeyValue>
        {ticket.email && <KeyValue label={t("Email")}>{ticket.email}</KeyValue>}
        {!ticket.out_time && !ticket.is_test && <MessageKeyValue ticket={ticket} />}
        {ticket.vehicle_type && <KeyValue label={t("Vehicle type")}>{t(ticket.vehicle_type.name ?? "")}</KeyValue>}
        <KeyValue label={t("Receipt")}>{ticket.receipt_no}</KeyValue>
        {ticket.tariff?.version && (
          <KeyValue label={t("Tariff")}>{t("Version {version}", { version: ticket.tariff.version })}</KeyValue>
        )}
      </KeyValueList>
    </Card>
  );
}
