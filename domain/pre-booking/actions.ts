// §2 §3: actions of pre-booking at the desk.
import { z } from "zod";
import { bookingInputs } from "#domain/pre-booking/booking-fields.ts";
import { changeReason, changeReasonErrors } from "#domain/schema/action-fields.ts";
import {
  createFlag,
  describedLines,
  entryImages,
  expectedPaise,
  paise,
  timestampText,
} from "#domain/schema/body-properties.ts";
import { contract, rowReply } from "#domain/schema/contract.ts";

export const bookingFields = ["*", "vehicle_type.id", "vehicle_type.name", "parking_information.id"] as const;

const common = {
  area: "pre-booking",
  access: { can: "gate.operate" },
  reply: rowReply("Pre_Booking_Information", bookingFields, z.object({})),
} as const;

export const preBookingActions = {
  quote: contract("POST /actions/pre-bookings/quote", {
    area: common.area,
    access: common.access,
    summary: "What a booked time costs, and the slot that is free for it",
    fields: { Pre_Booking_Information: bookingInputs.quoted },
    reply: z.object({
      charge: paise,
      lines: describedLines,
      slot_prefix: z.string(),
      slot_no: z.int(),
      held_from: timestampText.meta({ description: "From then on the vehicle is admitted." }),
      no_show_at: timestampText.meta({ description: "Until then the slot is held without an arrival." }),
    }),
    errors: [
      "SERVICE_NOT_ENABLED",
      "BOOKINGS_FULL",
      "SLOT_FULL",
      "VEHICLE_TYPE_REQUIRED",
      "VEHICLE_TYPE_NOT_ALLOWED_ERROR",
    ],
  }),
  create: contract("POST /actions/pre-bookings", {
    ...common,
    summary: "Book a slot for a time",
    fields: { Pre_Booking_Information: bookingInputs.created },
    body: z.object({ expected: expectedPaise }),
    errors: [
      "SERVICE_NOT_ENABLED",
      "BOOKINGS_FULL",
      "SLOT_FULL",
      "SLOT_EXIST",
      "VEHICLE_ALREADY_EXIST",
      "AMOUNT_MISMATCH",
      "VEHICLE_TYPE_REQUIRED",
      "VEHICLE_TYPE_NOT_ALLOWED_ERROR",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  prepay: contract("POST /actions/pre-bookings/:id/prepay", {
    ...common,
    summary: "Prepare the payment of a booking before its vehicle comes",
    description:
      "Creates the entry of the booking, which waits for its vehicle and is paid as any other one: at the desk, or by its pay link. Repeated, it returns the same entry.",
    body: z.object({ is_link_sent: createFlag("is_link_sent").describe("Sends the pay link to the phone number.") }),
    errors: [
      "NOTHING_OWED",
      "STATUS_ALREADY_UPDATED",
      "VEHICLE_IN_PROGRESS",
      "VEHICLE_PASS_EXIST",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  arrive: contract("POST /actions/pre-bookings/:id/arrive", {
    ...common,
    summary: "Check in the vehicle of a booking to its slot",
    body: z.object({ entry_images: entryImages }),
    errors: [
      "BOOKING_TOO_EARLY",
      "BOOKING_TOO_LATE",
      "VEHICLE_IN_PROGRESS",
      "VEHICLE_PASS_EXIST",
      "SLOT_FULL",
      "SLOT_REQUIRED",
      "IMAGE_REQUIRED",
      "STATUS_ALREADY_UPDATED",
      "NO_NEXT_STATUS",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  cancel: contract("POST /actions/pre-bookings/:id/cancel", {
    ...common,
    summary:
      "Cancel a booking whose vehicle has not come; its slot is free again, and what was paid online is refunded",
    inputs: { reason: changeReason },
    errors: [
      "BOOKING_CANCEL_NOT_ALLOWED",
      "VOID_CASH_RECEIVED",
      "REFUND_OVER_LIMIT",
      ...changeReasonErrors,
      "STATUS_ALREADY_UPDATED",
      "NO_NEXT_STATUS",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
};
