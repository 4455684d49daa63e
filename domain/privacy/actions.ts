// reading.md §10: preview, export and erasure of a person's data by the platform.
import { z } from "zod";
import * as limits from "#domain/limits.ts";
import { minReasonLength } from "#domain/privacy/request-reason.ts";
import { subjectFields } from "#domain/privacy/subject-fields.ts";
import { timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const common = {
  area: "platform",
  access: { can: "personal-data.manage" },
  /** Verified phone number and email address of the person. */
  inputs: subjectFields,
} as const;

const request = z.object({
  reason: z.unknown().optional().meta({
    type: "string",
    minLength: minReasonLength,
    maxLength: limits.reviewNote,
    description: "Who requested it, how, and how the identity was verified.",
  }),
});
const count = z.int();

export const privacyActions = {
  preview: contract("POST /actions/platform/privacy/preview", {
    ...common,
    summary: "Preview the stored data of a person and the obstacles to its erasure",
    reply: z.object({
      counts: z
        .object({
          visitors: count,
          visits: count,
          tickets: count,
          pictures: count,
          chat_messages: count,
          messages: count,
          bookings: count,
          enquiries: count,
          accounts: count,
        })
        .meta({ description: "Number of rows to erase, by kind." }),
      stays: z
        .object({ invoices: count, work_accounts: count })
        .meta({ description: "Number of rows to retain: invoices by law, and work accounts of vendors." }),
      valid_passes: count.meta({ description: "Valid passes that would end." }),
      upcoming_bookings: count.meta({
        description: "Bookings that would be cancelled, with what was paid online refunded.",
      }),
      blockers: z
        .object({ inside: count, owed: count })
        .meta({ description: "Entries and tickets that prevent the erasure: inside, or with a balance due." }),
      accounts: z
        .array(z.object({ first_name: z.string(), phone: z.string().nullable(), email: z.string() }))
        .meta({ description: "Customer accounts with their other search keys." }),
    }),
    errors: [],
  }),
  exportData: contract("POST /actions/platform/privacy/export", {
    ...common,
    summary: "Export the data of a person as a ZIP file",
    body: request,
    reply: "application/zip",
    errors: [],
  }),
  eraseData: contract("POST /actions/platform/privacy/erase", {
    ...common,
    summary: "Erase the data of a person",
    body: request,
    reply: z.object({ id: z.int().meta({ description: "Id of the request in the log." }) }),
    errors: ["ERASURE_VEHICLE_INSIDE", "ERASURE_MONEY_OWED", "VOID_CASH_RECEIVED"],
  }),
  listRequests: contract("GET /actions/platform/privacy/requests", {
    area: common.area,
    access: common.access,
    summary: "Log of exports and erasures",
    reply: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(["export", "erasure"]),
        state: z.enum(["pending", "done"]),
        subject: z.string().nullable().meta({ description: "The person, masked." }),
        reason: z.string().nullable(),
        requested_at: timestampText,
        finished_at: timestampText.nullable(),
        counts: z.record(z.string(), z.int()).meta({ description: "Number of rows by kind." }),
        by: z.string().nullable().meta({ description: "Name of the user who requested it." }),
      }),
    ),
    errors: [],
  }),
};
