// §3 Pre_Booking_Information: a slot booked for a time by phone or at the desk; the customer pages show "coming soon".
import { inOwnScope } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import {
  integer,
  money,
  one,
  personName,
  phone,
  state,
  text,
  timestamp,
  vehicleNumber,
} from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { paymentFields } from "#domain/payments/payment-fields.ts";
import { copiedTariffFields } from "#domain/payments/tariff-fields.ts";
import { validateActorOnDuty } from "#domain/people/on-duty.ts";
import { validateActorService } from "#domain/people/staff-service.ts";
import { bookingStates } from "#domain/pre-booking/states.ts";

const preBookingInformationFields = {
  company: one("Companies", { serverSet: true, onDelete: "cascade" }),
  branch: one("Branch", { required: true, onDelete: "cascade" }),
  vehicle_no: vehicleNumber(),
  name: personName(),
  phone_no: phone(),
  vehicle_type: one("Vehicle_Type"),
  receipt_no: text({ max: 30, serverSet: true }),
  pre_booking_status_id: state("Pre_Booking_Status", bookingStates),
  booking_start_time: timestamp({ label: "Arrival" }),
  booking_end_time: timestamp({ label: "Departure" }),
  slot_prefix: text({ max: limits.slotPrefix, serverSet: true }),
  slot_no: integer({ min: 0, max: 999_999, serverSet: true }),
  // By the settings of the branch when it was booked (domain/pre-booking/booking-terms.ts).
  held_from: timestamp({ serverSet: true }),
  no_show_at: timestamp({ serverSet: true }),
  held_until: timestamp({ serverSet: true }),
  // What the booked time costs, charged with the entry.
  quoted_amount: money({ min: 0, serverSet: true }),
  parking_information: one("Parking_Information", { serverSet: true, onDelete: "set null", index: true }),
  cancel_reason: text({ label: "Reason", max: limits.message, serverSet: true }),
  in_time: timestamp({ serverSet: true }),
  out_time: timestamp({ serverSet: true }),
  ...copiedTariffFields,
  ...paymentFields,
};

/** Written by its actions only. An exclusion constraint lets no two bookings of a slot overlap (migration 0170). */
export const PreBookingInformation = defineCollection("Pre_Booking_Information", {
  fields: preBookingInformationFields,
  unique: [{ fields: ["branch", "receipt_no"] }],
  indexes: [
    ["branch", "id"],
    ["branch", "date_created"],
    ["branch", "pre_booking_status_id", "booking_start_time"],
  ],
  rules: [validateActorOnDuty, validateActorService("is_pre_booking")],
  isLive: true,
  service: "is_pre_booking",
  access: { read: { "booking.read": inOwnScope } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Pre_Booking_Information: typeof preBookingInformationFields;
  }
}
