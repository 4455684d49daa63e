// §3 Pre_Booking_Information: fields like a valet ticket; the customer pages show "coming soon".
import { inOwnScope } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { one, personName, phone, state, text, timestamp, vehicleNumber } from "#domain/schema/fields.ts";
import { paymentFields } from "#domain/payments/payment-fields.ts";
import { copiedTariffFields } from "#domain/payments/tariff-fields.ts";
import { valetStates } from "#domain/valet/states.ts";

const preBookingInformationFields = {
  company: one("Companies", { serverSet: true, onDelete: "cascade" }),
  branch: one("Branch", { required: true, onDelete: "cascade" }),
  vehicle_no: vehicleNumber(),
  name: personName(),
  phone_no: phone(),
  vehicle_type: one("Vehicle_Type"),
  receipt_no: text({ max: 30, serverSet: true }),
  pre_booking_status_id: state("Valet_and_Parking_Status", valetStates),
  booking_start_time: timestamp(),
  booking_end_time: timestamp(),
  in_time: timestamp({ serverSet: true }),
  out_time: timestamp({ serverSet: true }),
  ...copiedTariffFields,
  ...paymentFields,
};

export const PreBookingInformation = defineCollection("Pre_Booking_Information", {
  fields: preBookingInformationFields,
  unique: [{ fields: ["branch", "receipt_no"] }],
  indexes: [
    ["branch", "id"],
    ["branch", "date_created"],
  ],
  isLive: true,
  service: "is_pre_booking",
  access: { read: { "booking.read": inOwnScope } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Pre_Booking_Information: typeof preBookingInformationFields;
  }
}
