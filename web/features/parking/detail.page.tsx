// §2 /parking/detail: one entry: where it stands, what it owes by the minute, what was done to it and by whom.
import { useQuery } from "@tanstack/react-query";
import { IconPencil } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router";
import { parkingSequence } from "#domain/states/parking.ts";
import { ApiError } from "#web/items/api-error.ts";
import { badgeOfEntry, labelOfEntry, owedByEntry, slotOf } from "#web/items/entry.ts";
import { itemQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { worksAtGate } from "#web/items/session.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { useNow } from "#web/ui/clock.ts";
import { Detail, Fact, Facts, NoDetail, SlotFact } from "#web/ui/detail/detail.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { OnlinePayments } from "#web/ui/online-payments.tsx";
import { PaymentBadge, StatusBadge } from "#web/ui/status-badge.tsx";
import { Lasting, Moment, Since } from "#web/ui/time.tsx";
import { EntryActions } from "#web/features/parking/entry-actions.tsx";
import { Charge } from "#web/features/parking/charge.tsx";
import { detailFields, type DetailWire } from "#web/features/parking/detail-wire.ts";
import { History } from "#web/features/parking/history.tsx";
import { Related } from "#web/features/parking/related.tsx";
import { Pictures } from "#web/ui/pictures.tsx";
import { VehicleIcon } from "#web/ui/vehicle-icons.tsx";
import styles from "#web/ui/detail/detail.module.css";

export function ParkingDetailPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get("id") ?? "";
  useLive("Parking_Information");
  const { path } = useBranch();
  const { data, error, refetch } = useQuery({
    ...itemQuery<DetailWire>("Parking_Information", id, { fields: detailFields }),
    enabled: /^\d{1,9}$/.test(id),
  });
  const isMissing = !/^\d{1,9}$/.test(id) || (error instanceof ApiError && error.status === 403);
  if (data && !isMissing) return <Entry entry={data} />;
  return (
    <NoDetail
      what="entry"
      title="Entry"
      board={path("parking/dashboard")}
      isMissing={isMissing}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

function Entry({ entry }: { entry: DetailWire }) {
  const now = useNow(5_000);
  const { path } = useBranch();
  const { role } = useKnownSession();
  const owed = owedByEntry({ entry, now });
  const main = entry.parking_main_info;
  const who = main?.vehicle_no ?? main?.name ?? "Entry";
  const { label, colour } = labelOfEntry(entry);
  return (
    <Detail
      name={who}
      heading={main?.vehicle_no ? <Plate number={main.vehicle_no} size="large" /> : who}
      badges={
        <>
          {worksAtGate(role) && (
            <ButtonLink
              to={path(`parking/edit?id=${entry.id}`)}
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden="true" />}
            >
              Change
            </ButtonLink>
          )}
          <StatusBadge label={label} colour={colour} size="large" />
          <PaymentBadge badge={badgeOfEntry({ entry, owed })} size="large" />
        </>
      }
      facts={
        <>
          <Charge entry={entry} owed={owed} />
          <EntryFacts entry={entry} />
        </>
      }
      beside={
        <>
          {entry.entry_images.length > 0 && <Pictures ids={entry.entry_images.map((image) => image.vehicle_image)} />}
          <OnlinePayments entry={{ kind: "P", id: entry.id }} />
          {main && <Related id={entry.id} main={main.id} />}
          <History id={entry.id} />
        </>
      }
    >
      <EntryActions entry={entry} owed={owed} now={now} />
    </Detail>
  );
}

function EntryFacts({ entry }: { entry: DetailWire }) {
  const { zone } = useBranch();
  const main = entry.parking_main_info;
  const slot = slotOf(entry);
  return (
    <Facts>
      {slot && <SlotFact slot={slot} />}
      <Fact name="Receipt">{entry.receipt_no ?? "–"}</Fact>
      <Fact name="In">{entry.in_time ? <Moment at={entry.in_time} zone={zone} /> : "Not inside yet"}</Fact>
      {entry.out_time ? (
        <Fact name="Out">
          <Moment at={entry.out_time} zone={zone} />
        </Fact>
      ) : null}
      {entry.in_time && (
        <Fact name={entry.out_time ? "Stayed" : "Inside for"}>
          <Lasting from={entry.in_time} until={entry.out_time} />
        </Fact>
      )}
      {main?.name && <Fact name="Name">{main.name}</Fact>}
      {main && (
        <Fact name="Phone">
          <a href={`tel:+91${main.phone_no}`}>{main.phone_no}</a>
        </Fact>
      )}
      <Visit entry={entry} />
      {main?.vehicle_type && (
        <Fact name="Type">
          <span className={styles["type"]}>
            <VehicleIcon icon={main.vehicle_type.icon} size={22} />
            {main.vehicle_type.name}
          </span>
        </Fact>
      )}
      <Fact name="Made by">
        {entry.user_created?.first_name ?? "The product"}, <Since at={entry.date_created} zone={zone} />
      </Fact>
    </Facts>
  );
}

/** Whom they meet and why, for which window they were invited, and who answered. */
function Visit({ entry }: { entry: DetailWire }) {
  const { zone, path } = useBranch();
  const { visitor_id: met, parking_main_info: main, approved_at: answeredAt } = entry;
  const verb = entry.parking_status_id === parkingSequence.cancelled ? "Rejected by" : "Approved by";
  return (
    <>
      {met && <Fact name="Meets">{[met.first_name, met.department].filter(Boolean).join(", ")}</Fact>}
      {main?.entry_reason && <Fact name="Why">{main.entry_reason}</Fact>}
      {main?.parking_type === "long_time" && main.pass_end_time && (
        <Fact name="Pass until">
          <Link to={path(`${main.is_person ? "person" : "vehicle"}-entry/edit?id=${main.id}`)}>
            <Moment at={main.pass_end_time} zone={zone} />
          </Link>
        </Fact>
      )}
      {entry.is_invited && entry.invite_end_date && (
        <Fact name="Invited">
          <Moment at={entry.invite_start_date} zone={zone} /> to <Moment at={entry.invite_end_date} zone={zone} />
        </Fact>
      )}
      {answeredAt && (
        <Fact name={verb}>
          {entry.approved_by?.first_name ?? "Somebody"}, <Since at={answeredAt} zone={zone} />
        </Fact>
      )}
    </>
  );
}
