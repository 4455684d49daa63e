// Queries of a customer's home: what stands where, passes, and the last receipts. Row access limits them to the own phone number.
import type { WireRow } from "#domain/schema/registry.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { entryFields } from "#web/api/entry.ts";
import { pageQuery } from "#web/api/items.ts";
import { ownTicketFields } from "#web/api/ticket.ts";

const visitFields = [
  ...entryFields,
  "branch.name",
  "branch.company.name",
  "branch.time_zone",
  "branch.latitude",
  "branch.longitude",
] as const;
export type OwnVisit = WireRow<"Parking_Information", typeof visitFields>;

const passFields = [
  "id",
  "vehicle_no",
  "name",
  "pass_end_time",
  "branch.name",
  "branch.company.name",
  "branch.time_zone",
] as const;
export type OwnPass = WireRow<"Parking_Main_Information", typeof passFields>;

const shownAtMost = 20;
const receiptsShown = 3;
const ofPhone = (phone: string) => ({ parking_main_info: { phone_no: { _eq: phone } } });

/** Visits inside now; those of invited visitors are not the customer's own. */
export const openVisitsQuery = (phone: string) =>
  pageQuery("Parking_Information", {
    filter: { _and: [ofPhone(phone), { parking_status_id: { _eq: parkingSequence.in } }] },
    fields: visitFields,
    sort: ["-id"],
    limit: shownAtMost,
  });

export const openTicketsQuery = () =>
  pageQuery("Valet_and_Parking_Information", {
    filter: { _and: [{ status_id: { _neq: valetSequence.checkedOut } }, { voided_at: { _null: true } }] },
    fields: ownTicketFields,
    sort: ["-id"],
    limit: shownAtMost,
  });

/** `day` is the start of today, so that the key of the query does not change with every second. */
export const passesQuery = ({ phone, day }: { phone: string; day: string }) =>
  pageQuery("Parking_Main_Information", {
    filter: {
      _and: [{ phone_no: { _eq: phone } }, { parking_type: { _eq: "long_time" } }, { pass_end_time: { _gte: day } }],
    },
    fields: passFields,
    sort: ["pass_end_time"],
    limit: shownAtMost,
  });

export const lastReceiptsQuery = (phone: string) =>
  pageQuery("Parking_Information", {
    filter: {
      _and: [ofPhone(phone), { parking_status_id: { _eq: parkingSequence.out } }, { paid_amount: { _gt: 0 } }],
    },
    fields: visitFields,
    sort: ["-id"],
    limit: receiptsShown,
  });

/** Invites for the customer, who has not come yet. */
export const receivedInvitesQuery = (phone: string) =>
  pageQuery("Parking_Information", {
    filter: {
      _and: [{ is_invited: { _eq: true } }, ofPhone(phone), { parking_status_id: { _eq: parkingSequence.pending } }],
    },
    fields: ["id", "invite_start_date", "branch.name", "branch.company.name", "branch.time_zone"],
    sort: ["invite_start_date"],
    limit: receiptsShown,
  });

/** Invites that the customer sent and whose visitors are expected or inside. */
export const openInvitesQuery = (userId: string) =>
  pageQuery("Parking_Information", {
    filter: {
      _and: [
        { is_invited: { _eq: true } },
        { user_created: { _eq: userId } },
        { parking_status_id: { _in: [parkingSequence.in, parkingSequence.pending] } },
      ],
    },
    fields: ["id", "parking_main_info.name", "parking_main_info.vehicle_no", "branch.name", "branch.company.name"],
    sort: ["-id"],
    limit: receiptsShown,
  });
