// §2 invites: actions of hosts, and the page of the visitor, which its link authorises.
import { z } from "zod";
import { nextSteps } from "#domain/parking/next-step.ts";
import { entrySlipFields } from "#domain/parking/slip-fields.ts";
import { visitorFields } from "#domain/parking/visitor-record.ts";
import { payToken, qrText, timestampText } from "#domain/schema/body-properties.ts";
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
  readHomes: contract("GET /actions/invites/homes", {
    area: common.area,
    access: "user",
    visibleTo: { can: "invite.host" },
    summary:
      "Branches that list the customer's verified phone number, to which the customer invites besides commercial ones",
    reply: z.array(z.object({ branch: z.int(), unit: z.string().meta({ description: "Flat, department or class." }) })),
    errors: [],
  }),
  readAsVisitor: contract("GET /actions/invites/visitor", {
    area: common.area,
    access: "public",
    summary: "Invite as its visitor sees it",
    headers: { "x-invite": "Token of the visitor's page." },
    // No phone number and no surname, since the link may be forwarded.
    reply: z.object({
      vehicle_no: z.string().nullable(),
      name: z.string().nullable(),
      is_person: z.boolean(),
      parking_status_id: z.int(),
      is_waiting_for_approve: z.boolean(),
      invite_start_date: timestampText,
      invite_end_date: timestampText,
      next: z.enum(nextSteps),
      invited_by: z.string().nullable().meta({ description: "First name of the host." }),
      branch: z.object({
        name: z.string(),
        address: z.string().nullable(),
        latitude: z.string().nullable(),
        longitude: z.string().nullable(),
        time_zone: z.string(),
        company: z.string(),
      }),
      qr: qrText.nullable().meta({ description: "Content of the QR code; null once the invite is cancelled." }),
    }),
    errors: ["INVALID_TOKEN", "LINK_EXPIRED"],
  }),
  // The token is in the URL, as in the visitor's link, because EventSource cannot send headers.
  watchAsVisitor: contract("GET /actions/invites/visitor/live", {
    area: common.area,
    access: "public",
    summary: "Changes of an invite as server-sent events",
    query: { t: "Token of the visitor's page." },
    reply: "text/event-stream",
    errors: ["INVALID_TOKEN", "LINK_EXPIRED"],
  }),
};
