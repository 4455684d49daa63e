// §2 invites: actions of hosts. The visitor's page is authorised by its link and has routes of its own.
import { z } from "zod";
import { entrySlipFields } from "#domain/parking/slip-fields.ts";
import { visitorFields } from "#domain/parking/visitor-record.ts";
import { payToken, qrText } from "#domain/schema/body-properties.ts";
import { contract, rowReply } from "#domain/schema/contract.ts";

const common = {
  area: "invites",
  visibleTo: { operation: "read", collection: "Parking_Information" },
  reply: rowReply(
    "Parking_Information",
    entrySlipFields,
    z.object({ qr: qrText, pay: payToken, link: z.string().meta({ description: "Path of the visitor's page." }) }),
  ),
} as const;

export const inviteActions = {
  create: contract("POST /actions/invites", {
    ...common,
    summary: "Invite a visitor",
    fields: {
      Parking_Main_Information: visitorFields,
      Parking_Information: ["invite_start_date", "invite_end_date", "visitor_id"],
    },
    errors: ["INVITE_TOO_LONG", "INVITES_EXCEEDED", "SERVICE_NOT_ENABLED", "VEHICLE_TYPE_REQUIRED"],
    isIdempotent: true,
  }),
  read: contract("GET /actions/invites/:id", { ...common, summary: "Invite with its QR text", errors: [] }),
  cancel: contract("POST /actions/invites/:id/cancel", {
    ...common,
    summary: "Withdraw an invite",
    errors: ["NO_NEXT_STATUS", "STATUS_ALREADY_UPDATED"],
    isIdempotent: true,
  }),
};
