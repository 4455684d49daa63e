// §2 /valet-parking/detail: one car: where it stands, what it owes by the minute, what was done and by whom.
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { ApiError } from "#web/items/api-error.ts";
import { slotOf } from "#web/items/entry.ts";
import { itemQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { badgeOfTicket, owedByTicket, ticketFields } from "#web/items/ticket.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import { useBranch } from "#web/items/use-session.ts";
import { useNow } from "#web/ui/clock.ts";
import { Detail, Fact, Facts, NoDetail, SlotFact } from "#web/ui/detail/detail.tsx";
import { Pictures } from "#web/ui/pictures.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { OnlinePayments } from "#web/ui/online-payments.tsx";
import { PaymentBadge, StatusBadge } from "#web/ui/status-badge.tsx";
import { Lasting, Moment, Since } from "#web/ui/time.tsx";
import { useStatusName } from "#web/features/valet/board.ts";
import { Charge } from "#web/features/valet/charge.tsx";
import { History } from "#web/features/valet/history.tsx";
import { StaffChat } from "#web/features/valet/staff-chat.tsx";
import { TicketActions } from "#web/features/valet/ticket-actions.tsx";

const collection = "Valet_and_Parking_Information";
const isId = (id: string) => /^\d{1,9}$/.test(id);

export function ValetDetailPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get("id") ?? "";
  useLive(collection);
  const { path } = useBranch();
  const { data, error, refetch } = useQuery({
    ...itemQuery<TicketWire>(collection, id, { fields: [...ticketFields, "entry_images.vehicle_image"] }),
    enabled: isId(id),
  });
  const isMissing = !isId(id) || (error instanceof ApiError && error.status === 403);
  if (data && !isMissing) return <Ticket ticket={data} />;
  return (
    <NoDetail
      what="ticket"
      title="Ticket"
      board={path("valet-parking/dashboard")}
      isMissing={isMissing}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

function Ticket({ ticket }: { ticket: TicketWire }) {
  const now = useNow(5_000);
  const owed = owedByTicket({ ticket, now });
  const statusName = useStatusName();
  const images = ticket.entry_images ?? [];
  return (
    <Detail
      name={ticket.Vehicle_Number}
      heading={<Plate number={ticket.Vehicle_Number} size="large" />}
      badges={
        <>
          <StatusBadge label={statusName(ticket.status_id.sequence)} colour={ticket.status_id.colour} size="large" />
          <PaymentBadge badge={badgeOfTicket({ ticket, owed })} size="large" />
        </>
      }
      facts={
        <>
          <Charge ticket={ticket} owed={owed} />
          <TicketFacts ticket={ticket} />
        </>
      }
      beside={
        <>
          <StaffChat ticket={ticket} />
          {images.length > 0 && <Pictures ids={images.map((image) => image.vehicle_image)} />}
          <OnlinePayments entry={{ kind: "V", id: ticket.id }} />
          <History id={ticket.id} />
        </>
      }
    >
      <TicketActions ticket={ticket} owed={owed} now={now} />
    </Detail>
  );
}

const proofs = { otp: "With the OTP", qr: "With the slip's QR", note: "Without the OTP" } as const;

function TicketFacts({ ticket }: { ticket: TicketWire }) {
  const { zone } = useBranch();
  const slot = slotOf(ticket);
  return (
    <Facts>
      {slot && <SlotFact slot={slot} />}
      {ticket.key_tag && <Fact name="Key tag">{ticket.key_tag}</Fact>}
      <Fact name="Token">{ticket.token_no}</Fact>
      <Fact name="Looked after">{ticket.Assigned_Staff?.first_name ?? "Nobody yet"}</Fact>
      {ticket.pickup_wanted_at && (
        <Fact name="Wanted at">
          <Moment at={ticket.pickup_wanted_at} zone={zone} />
        </Fact>
      )}
      {ticket.pickup_requested_at && (
        <Fact name="Asked for">
          <Since at={ticket.pickup_requested_at} zone={zone} />
        </Fact>
      )}
      {ticket.pickup_request_assigned && <Fact name="Brought by">{ticket.pickup_request_assigned.first_name}</Fact>}
      <Fact name="In">{ticket.in_time ? <Moment at={ticket.in_time} zone={zone} /> : "Pays first"}</Fact>
      {ticket.out_time && (
        <Fact name="Out">
          <Moment at={ticket.out_time} zone={zone} />
        </Fact>
      )}
      {ticket.in_time && (
        <Fact name={ticket.out_time ? "Stayed" : "Here for"}>
          <Lasting from={ticket.in_time} until={ticket.out_time} />
        </Fact>
      )}
      {ticket.handover_mode && (
        <Fact name="Handed over">
          {proofs[ticket.handover_mode]}
          {ticket.handover_mode === "note" && ticket.handover_note ? `: ${ticket.handover_note}` : ""}
        </Fact>
      )}
      {ticket.Customer_Name && <Fact name="Name">{ticket.Customer_Name}</Fact>}
      <Fact name="Phone">
        <a href={`tel:+91${ticket.Customer_Phone_Number}`}>{ticket.Customer_Phone_Number}</a>
      </Fact>
      {ticket.vehicle_type && <Fact name="Type">{ticket.vehicle_type.name}</Fact>}
      <Fact name="Receipt">{ticket.receipt_no}</Fact>
    </Facts>
  );
}
