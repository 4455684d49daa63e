// §2 /parking/detail: one entry with its status, running charge, history and actions.
import { useQuery } from "@tanstack/react-query";
import { IconPencil } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { describeIdentity } from "#domain/visitors/visit-details.ts";
import { acceptsVehicleType, formatSlot } from "#domain/parking/slots.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { isId } from "#domain/schema/fields.ts";
import { ApiError } from "#web/api/api-error.ts";
import { entryFields, getEntryPaymentLabel, getEntryStatusLabel, computeEntryBalance } from "#web/api/entry.ts";
import { itemQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card } from "#web/ui/page.tsx";
import { DetailPage, DetailNotFound, SlotKeyValue } from "#web/product/detail/detail-page.tsx";
import { EntryHeading, getEntryName } from "#web/features/parking/entry-heading.tsx";
import { GateCharges } from "#web/product/payments/gate-charges.tsx";
import { OnlinePayments } from "#web/product/payments/online-payments.tsx";
import { ReceivedPayments } from "#web/product/payments/received-payments.tsx";
import { PaymentBadge, StatusBadge } from "#web/product/status-badge.tsx";
import { Duration, DateTime, RelativeTime } from "#web/ui/data/date-time.tsx";
import { canChangeCharge, EntryActions } from "#web/features/parking/entry-actions.tsx";
import { EntryChargeBreakdown } from "#web/features/parking/charge-breakdown.tsx";
import { entryDetailFields, type DetailedEntry } from "#web/features/parking/detailed-entry.ts";
import { EntryHistory } from "#web/features/parking/entry-history.tsx";
import { HostedEntry } from "#web/features/parking/hosted-entry.tsx";
import { RelatedEntries } from "#web/features/parking/related-entries.tsx";
import { WaitingPaymentNotice } from "#web/product/queue/returned-action.tsx";
import { useWaitingPayment } from "#web/product/queue/use-queue.ts";
import { blocksQuery } from "#web/product/slots/slots.ts";
import { VehicleImageGallery } from "#web/product/vehicles/vehicle-image-gallery.tsx";
import { VehicleIcon } from "#web/product/vehicles/vehicle-icons.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

export function EntryDetailPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get("id") ?? "";
  useLiveCollections("Parking_Information");
  const { path } = useBranch();
  const isReader = can(useRequiredSession(), "entry.read");
  const isValid = isId(id);
  const full = useQuery({
    ...itemQuery("Parking_Information", id, { fields: entryDetailFields }),
    enabled: isValid && isReader,
  });
  const hosted = useQuery({
    ...itemQuery("Parking_Information", id, { fields: entryFields }),
    enabled: isValid && !isReader,
  });
  const { error, refetch } = isReader ? full : hosted;
  const isMissing = !isValid || (error instanceof ApiError && error.status === 403);
  if (full.data && !isMissing) return <EntryDetail entry={full.data} />;
  if (hosted.data && !isMissing) return <HostedEntry entry={hosted.data} />;
  return (
    <DetailNotFound
      entityName="entry"
      title={t("Entry")}
      boardPath={path("parking/dashboard")}
      isMissing={isMissing}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

function EntryDetail({ entry }: { entry: DetailedEntry }) {
  const now = useNow(5_000);
  const { path } = useBranch();
  const session = useRequiredSession();
  const waiting = useWaitingPayment({ session, path: `/actions/parking/${entry.id}` });
  const balance = computeEntryBalance({ entry, now });
  const visitorRecord = entry.parking_main_info;
  const { label, colour } = getEntryStatusLabel(entry);
  const isCancelled = entry.parking_status_id === parkingSequence.cancelled;
  // A rejected request and a cancelled invite never had a charge, and a person usually has none.
  const isFreePerson = entry.is_person && balance.total === 0;
  const hasCharge =
    balance.paid > 0 || (!isFreePerson && entry.voided_at === null && (!isCancelled || entry.in_time !== null));
  return (
    <DetailPage
      name={getEntryName(visitorRecord)}
      heading={<EntryHeading visitor={visitorRecord} />}
      badges={
        <>
          {can(session, "gate.operate") && !isCancelled && (entry.is_test || !session.isSettingUp) && (
            <ButtonLink
              to={path(`parking/edit?id=${entry.id}`)}
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden="true" />}
            >
              {t("Edit")}
            </ButtonLink>
          )}
          <StatusBadge label={label} colour={colour} size="large" />
          {entry.is_test && <Badge c="grey">{t("Test entry")}</Badge>}
          {hasCharge && !entry.is_test && (
            <PaymentBadge badge={getEntryPaymentLabel({ entry, balance })} size="large" />
          )}
          {entry.payment_type === "pay-later" && balance.extended > 0 && balance.writtenOff === 0 && (
            <Badge c="amber">{t("Pay later")}</Badge>
          )}
        </>
      }
      summary={
        <>
          {waiting && <WaitingPaymentNotice waiting={waiting} />}
          {hasCharge && <EntryChargeBreakdown entry={entry} balance={balance} />}
          {canChangeCharge({ entry, balance }, session) && (
            <GateCharges entry={{ kind: "P", id: entry.id }} recorded={entry} />
          )}
          <EntrySummary entry={entry} now={now} />
        </>
      }
      sidebar={
        <>
          {entry.entry_images.length > 0 && (
            <VehicleImageGallery ids={entry.entry_images.map((image) => image.vehicle_image)} />
          )}
          {can(session, "gate.operate") && !entry.is_test && <ReceivedPayments entry={{ kind: "P", id: entry.id }} />}
          {!entry.is_test && <OnlinePayments entry={{ kind: "P", id: entry.id }} />}
          {visitorRecord && <RelatedEntries id={entry.id} visitorRecordId={visitorRecord.id} />}
          <EntryHistory id={entry.id} isPrepay={entry.is_prepay} extras={entry.tariff?.extras ?? []} />
        </>
      }
    >
      <EntryActions entry={entry} balance={balance} now={now} />
    </DetailPage>
  );
}

function EntrySummary({ entry, now }: { entry: DetailedEntry; now: Date }) {
  const { zone } = useBranch();
  const visitorRecord = entry.parking_main_info;
  const slot = formatSlot(entry);
  return (
    <Card>
      <OtherTypesSlotNotice entry={entry} />
      <KeyValueList>
        {slot && <SlotKeyValue slot={slot} />}
        <KeyValue label={t("Receipt")}>{entry.receipt_no ?? "–"}</KeyValue>
        {entry.tariff?.version && (
          <KeyValue label={t("Tariff")}>{tNodes("Version {version}", { version: entry.tariff.version })}</KeyValue>
        )}
        <KeyValue label={t("In")}>
          {entry.in_time ? (
            <DateTime at={entry.in_time} zone={zone} />
          ) : entry.parking_status_id === parkingSequence.cancelled ? (
            t("Did not come in")
          ) : (
            t("Not inside yet")
          )}
        </KeyValue>
        {entry.booked_amount !== null && entry.free_until && (
          <KeyValue label={t("Booked until")}>
            <DateTime at={entry.free_until} zone={zone} />
          </KeyValue>
        )}
        {entry.out_time ? (
          <KeyValue label={t("Out")}>
            <DateTime at={entry.out_time} zone={zone} />
          </KeyValue>
        ) : null}
        {entry.in_time && (
          <KeyValue label={entry.out_time ? t("Total time") : entry.is_person ? t("Time inside") : t("Parked for")}>
            <Duration from={entry.in_time} until={entry.out_time} now={now} />
          </KeyValue>
        )}
        {entry.exit_recorded_at && (
          <KeyValue label={t("Exit recorded by")}>
            {entry.exit_recorded_by?.first_name ?? t("Unknown user")},{" "}
            <RelativeTime at={entry.exit_recorded_at} zone={zone} />
            {entry.change_reason && `: ${entry.change_reason}`}
          </KeyValue>
        )}
        {entry.voided_at && (
          <KeyValue label={entry.in_time ? t("Voided by") : t("Cancelled by")}>
            {entry.voided_by?.first_name ?? t("Unknown user")}, <RelativeTime at={entry.voided_at} zone={zone} />
            {entry.change_reason && `: ${entry.change_reason}`}
          </KeyValue>
        )}
        {visitorRecord?.name && <KeyValue label={t("Name")}>{visitorRecord.name}</KeyValue>}
        {visitorRecord?.phone_no && (
          <KeyValue label={t("Phone")}>
            <a href={`tel:+91${visitorRecord.phone_no}`}>{visitorRecord.phone_no}</a>
          </KeyValue>
        )}
        <VisitorDetails entry={entry} />
        {visitorRecord?.vehicle_type && (
          <KeyValue label={t("Vehicle type")}>
            <Group component="span">
              <VehicleIcon icon={visitorRecord.vehicle_type.icon} size={22} />
              {visitorRecord.vehicle_type.name}
            </Group>
          </KeyValue>
        )}
        <KeyValue label={t("Entered by")}>
          {entry.user_created?.first_name ?? t("System")}, <RelativeTime at={entry.date_created} zone={zone} />
        </KeyValue>
      </KeyValueList>
    </Card>
  );
}

/** A corrected vehicle type keeps the slot in which the vehicle stands, which may be for other types. */
function OtherTypesSlotNotice({ entry }: { entry: DetailedEntry }) {
  const { branch } = useBranch();
  const slot = formatSlot(entry);
  const type = entry.parking_main_info?.vehicle_type;
  const isInside = entry.parking_status_id === parkingSequence.in;
  const { data: blocks = [] } = useQuery({ ...blocksQuery(branch.id), enabled: isInside && Boolean(slot && type) });
  const block = blocks.find(({ slot_prefix: prefix }) => (prefix ?? "") === (entry.slot_prefix ?? ""));
  if (!isInside || !slot || !type || !block) return null;
  if (acceptsVehicleType({ vehicleTypes: block.vehicle_types, vehicleType: type.id })) return null;
  return (
    <Notice>
      {t("Slot {slot} is for other vehicle types. Choose another slot with Edit if the vehicle moves.", { slot })}
    </Notice>
  );
}

/** Person to meet, purpose, invite period and approval. */
function VisitorDetails({ entry }: { entry: DetailedEntry }) {
  const { zone, path } = useBranch();
  const { visitor_id: host, parking_main_info: visitorRecord, approved_at: decidedAt } = entry;
  const identity = describeIdentity(entry);
  const { asked_member: asked, answered_by_member: answeredBy } = entry;
  const isWaiting = visitorRecord?.is_waiting_for_approve;
  const decisionLabel = entry.parking_status_id === parkingSequence.cancelled ? t("Rejected by") : t("Approved by");
  return (
    <>
      {visitorRecord?.unit && <KeyValue label={t("Unit")}>{visitorRecord.unit.name}</KeyValue>}
      {visitorRecord?.unit && visitorRecord.permission !== null && (
        <KeyValue label={t("Let in by")}>
          {tNodes("Standing permission of {name}", { name: visitorRecord.unit.name })}
        </KeyValue>
      )}
      {isWaiting && asked && (
        <KeyValue label={t("Asked")}>
          <a href={`tel:+91${asked.phone}`}>{asked.name}</a>, <RelativeTime at={entry.asked_at} />
        </KeyValue>
      )}
      {isWaiting && entry.asked_at && !asked && (
        <KeyValue label={t("Asked")}>{t("Nobody of the unit answered. The approvers are asked now.")}</KeyValue>
      )}
      {host && (
        <KeyValue label={t("Person to meet")}>{[host.first_name, host.department].filter(Boolean).join(", ")}</KeyValue>
      )}
      {identity && <KeyValue label={t("Identity")}>{identity}</KeyValue>}
      {entry.person_count !== null && <KeyValue label={t("Persons")}>{entry.person_count}</KeyValue>}
      {entry.badge_no && <KeyValue label={t("Badge")}>{entry.badge_no}</KeyValue>}
      {visitorRecord?.entry_reason && <KeyValue label={t("Purpose of visit")}>{visitorRecord.entry_reason}</KeyValue>}
      {visitorRecord?.parking_type === "long_time" && visitorRecord.pass_end_time && (
        <KeyValue label={t("Pass valid till")}>
          <Link to={path(`${visitorRecord.is_person ? "person" : "vehicle"}-entry/edit?id=${visitorRecord.id}`)}>
            <DateTime at={visitorRecord.pass_end_time} zone={zone} />
          </Link>
        </KeyValue>
      )}
      {entry.is_invited && entry.invite_end_date && (
        <KeyValue label={t("Invite")}>
          <DateTime at={entry.invite_start_date} zone={zone} /> – <DateTime at={entry.invite_end_date} zone={zone} />
        </KeyValue>
      )}
      {decidedAt && (
        <KeyValue label={decisionLabel}>
          {answeredBy?.name ?? entry.approved_by?.first_name ?? t("Unknown user")},{" "}
          <RelativeTime at={decidedAt} zone={zone} />
          {entry.decision_reason && `: ${entry.decision_reason}`}
        </KeyValue>
      )}
    </>
  );
}
