// Fills in the details of a known plate, and warns if the vehicle is already inside or invited.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconAlertTriangle, IconHistory, IconMailForward } from "@tabler/icons-react";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees } from "#domain/money.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { checkField } from "#domain/schema/fields.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { DateTime, RelativeTime } from "#web/ui/data/date-time.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { NoticeLink } from "#web/ui/notice-link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { BookingNotice, useExpectedBooking } from "#web/features/parking/check-in/booked-vehicle.tsx";
import { getPassDue, type PassToPay, payablePassFields } from "#web/product/payments/pass-payment.tsx";
import { VehicleDebtNotice } from "#web/product/payments/vehicle-debts.tsx";
import { useAutofill } from "#web/ui/forms/use-autofill.ts";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

const knownVisitorFields = ["id", "name", "phone_no", "vehicle_type"] as const;
const lastEntryFields = ["id", "in_time", "slot_prefix", "slot_no"] as const;
const passFields = [...payablePassFields, "pass_start_time", "pass_end_time", "slot_prefix", "slot_no"] as const;
const openEntryFields = [
  "id",
  "in_time",
  "parking_status_id",
  "invite_start_date",
  "invite_end_date",
  "user_created.first_name",
] as const;

const plateField = { ...ParkingMainInformation.fields.vehicle_no, required: true };

/** The typed plate once it is valid. */
function usePlate(): string | undefined {
  const { values } = useFormState();
  const plate = String(values["vehicle_no"] ?? "");
  return checkField({ name: "vehicle_no", field: plateField, value: plate }) ? undefined : plate;
}

function useLastVisitorRecord(
  plate: string | undefined,
): WireRow<"Parking_Main_Information", typeof knownVisitorFields> | undefined {
  const { branch } = useBranch();
  const { data } = useQuery({
    ...itemsQuery("Parking_Main_Information", {
      // The phone number of an invite comes from the host, not the driver: it is never filled in.
      filter: { branch: { _eq: branch.id }, vehicle_no: { _eq: plate ?? "" }, is_invited: { _eq: false } },
      fields: knownVisitorFields,
      sort: ["-id"],
      limit: 1,
    }),
    enabled: plate !== undefined,
  });
  return plate === undefined ? undefined : data?.[0];
}

/** The last entry of the vehicle that was let in. */
function useLastEntry(plate: string | undefined): WireRow<"Parking_Information", typeof lastEntryFields> | undefined {
  const { branch } = useBranch();
  const { data } = useQuery({
    ...itemsQuery("Parking_Information", {
      filter: {
        branch: { _eq: branch.id },
        in_time: { _nnull: true },
        voided_at: { _null: true },
        parking_main_info: { vehicle_no: { _eq: plate ?? "" } },
      },
      fields: lastEntryFields,
      sort: ["-id"],
      limit: 1,
    }),
    enabled: plate !== undefined,
  });
  return plate === undefined ? undefined : data?.[0];
}

/** The pass of the vehicle that ends last. */
function usePass(plate: string | undefined): WireRow<"Parking_Main_Information", typeof passFields> | undefined {
  const { branch } = useBranch();
  const { data } = useQuery({
    ...itemsQuery("Parking_Main_Information", {
      filter: {
        branch: { _eq: branch.id },
        vehicle_no: { _eq: plate ?? "" },
        parking_type: { _eq: "long_time" },
        is_waiting_for_approve: { _eq: false },
        parking_status_id: { _neq: parkingSequence.cancelled },
      },
      fields: passFields,
      sort: ["-pass_end_time"],
      limit: 1,
    }),
    enabled: plate !== undefined,
  });
  return plate === undefined ? undefined : data?.[0];
}

/** False for a period without a start or an end. */
function isWithin({ start, end, now }: { start: string | null; end: string | null; now: Date }): boolean {
  return start !== null && end !== null && new Date(start) <= now && now < new Date(end);
}

function isPassValid({ pass, now }: { pass: ReturnType<typeof usePass>; now: Date }): boolean {
  if (!pass || pass.is_unpaid) return false;
  return isWithin({ start: pass.pass_start_time, end: pass.pass_end_time, now });
}

function PassText({ pass }: { pass: WireRow<"Parking_Main_Information", typeof passFields> }) {
  const { branch, zone } = useBranch();
  const now = useNow(60_000);
  const { pass_start_time: start, pass_end_time: end } = pass;
  if (!start || !end) return null;
  if (new Date(end) <= now)
    return <>{tNodes("Its pass expired on {time}.", { time: <DateTime at={end} zone={zone} /> })}</>;
  if (pass.is_unpaid) return <>{t("Its pass is not paid yet: this visit is charged.")}</>;
  if (new Date(start) > now)
    return <>{tNodes("Pass valid from {time}.", { time: <DateTime at={start} zone={zone} /> })}</>;
  const keptSlot = branch.parking_config?.["keeps_pass_slots"] === true && formatSlot(pass);
  return (
    <>
      {tNodes("Pass valid till {time}: parking is free.", { time: <DateTime at={end} zone={zone} /> })}
      {keptSlot && ` ${t("{slot} is kept for this pass.", { slot: keptSlot })}`}
    </>
  );
}

type OpenEntry = WireRow<"Parking_Information", typeof openEntryFields>;

/** Whether the check-in would use the invite. */
function isInviteValid({ entry, now }: { entry: OpenEntry; now: Date }): boolean {
  return isWithin({ start: entry.invite_start_date, end: entry.invite_end_date, now });
}

/** The entry of the vehicle that is inside, otherwise its valid invite, otherwise its pending invite that ends first. */
function useOpenEntry({ plate, now }: { plate: string | undefined; now: Date }): OpenEntry | undefined {
  const { branch } = useBranch();
  useLiveCollections("Parking_Information");
  const { data } = useQuery({
    ...itemsQuery("Parking_Information", {
      filter: {
        branch: { _eq: branch.id },
        parking_main_info: { vehicle_no: { _eq: plate ?? "" } },
        _or: [
          { parking_status_id: { _eq: parkingSequence.in } },
          { parking_status_id: { _eq: parkingSequence.pending }, is_invited: { _eq: true } },
        ],
      },
      fields: openEntryFields,
      sort: ["parking_status_id", "invite_end_date"],
    }),
    enabled: plate !== undefined,
  });
  if (plate === undefined || !data) return undefined;
  const isUsed = (entry: OpenEntry): boolean =>
    entry.parking_status_id === parkingSequence.in || isInviteValid({ entry, now });
  return data.find(isUsed) ?? data[0];
}

interface ReturningVisitorNoticeProps {
  /** The sheet of a payment is a form of its own, outside that of the check-in. */
  onCollectPass: (payment: PassToPay) => void;
  /** The vehicle was inside already: no booking is used for it. */
  isLate: boolean;
}

export function ReturningVisitorNotice({ onCollectPass, isLate }: ReturningVisitorNoticeProps) {
  const { branch, path, zone } = useBranch();
  const session = useRequiredSession();
  const now = useNow(60_000);
  const { errors, isSubmitting } = useFormState();
  const plate = usePlate();
  const known = useLastVisitorRecord(plate);
  const lastEntry = useLastEntry(plate);
  const pass = usePass(plate);
  const isCollectable = can(session, "gate.operate") && pass?.is_unpaid === true;
  const passDue = isCollectable ? getPassDue({ pass, now }) : 0;
  const lastSlot = lastEntry && formatSlot(lastEntry);
  // The live event of this very check-in may arrive before its response.
  const open = useOpenEntry({ plate: isSubmitting ? undefined : plate, now });
  const inside = open?.parking_status_id === parkingSequence.in ? open : undefined;
  const invited = inside ? undefined : open;
  const hasValidInvite = invited !== undefined && isInviteValid({ entry: invited, now });
  const expected = useExpectedBooking(isSubmitting || isLate ? undefined : plate);
  useAutofill({
    sourceKey: known?.id,
    valuesToFill: {
      ...(branch.visitor_phone === "off" ? {} : { phone_no: known?.phone_no ?? "" }),
      name: known?.name ?? "",
      vehicle_type: known?.vehicle_type ? String(known.vehicle_type) : "",
    },
  });
  return (
    <Stack gap="xs" role="status">
      {/* A valid invite and a valid pass come before it. */}
      {expected && !hasValidInvite && !inside && !isPassValid({ pass, now }) && <BookingNotice {...expected} />}
      {inside ? (
        <NoticeLink icon={IconAlertTriangle} to={path(`parking/detail?id=${inside.id}`)}>
          {/* After a refusal the field itself says that the vehicle is inside. */}
          {errors["vehicle_no"]
            ? t("Open entry")
            : tNodes("This vehicle is already inside (checked in {time}). Open entry", {
                time: <RelativeTime at={inside.in_time} />,
              })}
        </NoticeLink>
      ) : invited ? (
        <NoticeLink c="blue" icon={IconMailForward} to={path("parking/scan-parking-entry")}>
          {tNodes(
            invited.user_created ? "Invited by {name} from {start} to {end}." : "Invited from {start} to {end}.",
            {
              name: invited.user_created?.first_name,
              start: <DateTime at={invited.invite_start_date} zone={zone} />,
              end: <DateTime at={invited.invite_end_date} zone={zone} />,
            },
          )}{" "}
          {t("Enter the visitor's phone number, or scan the invite code")}
        </NoticeLink>
      ) : (
        known && (
          <Notice
            c="teal"
            icon={IconHistory}
            actions={
              pass &&
              passDue > 0 && (
                <Button variant="default" onClick={() => onCollectPass({ pass, due: passDue })}>
                  <span className="figures">{t("Collect {amount}", { amount: formatRupees(passDue) })}</span>
                </Button>
              )
            }
          >
            {known.name ? t("Returning vehicle: {name}.", { name: known.name }) : t("Returning vehicle.")}
            {lastEntry?.in_time && (
              <>
                {" "}
                {tNodes(lastSlot ? "Last here {time}, slot {slot}." : "Last here {time}.", {
                  time: <RelativeTime at={lastEntry.in_time} zone={zone} />,
                  slot: lastSlot,
                })}
              </>
            )}
            {pass && (
              <>
                {" "}
                <PassText pass={pass} />
              </>
            )}
            {known.phone_no && branch.visitor_phone !== "off" && ` ${t("Check the phone number.")}`}
          </Notice>
        )
      )}
      <VehicleDebtNotice vehicle={plate} />
    </Stack>
  );
}
