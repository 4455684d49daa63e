// §3 Pre_Booking_Information: the same kind of fields; the customer's side is shown as coming soon.
import { ownBranch, ownCompany } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import { one, personName, phone, state, text, timestamp, vehicleNumber } from "#domain/fields.ts";
import { paymentFields } from "#domain/collections/payment-fields.ts";
import { copiedTariffFields } from "#domain/collections/tariff-fields.ts";
import { valetStates } from "#domain/states/valet.ts";

export const PreBookingInformation = collection("Pre_Booking_Information", {
  fields: {
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
  },
  unique: [{ on: ["branch", "receipt_no"] }],
  indexes: [
    ["branch", "id"],
    ["branch", "date_created"],
  ],
  live: true,
  access: { read: { admin: ownCompany, manager: ownBranch, staff: ownBranch } },
});
