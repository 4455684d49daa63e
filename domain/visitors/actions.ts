// §4 Approvals: the request as a member of the visited unit sees and answers it, authorised by the link of the SMS.
import { z } from "zod";
import { changeReason, changeReasonErrors } from "#domain/schema/action-fields.ts";
import { timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";
import { importedRowsQuery, importFileErrors, importPreview } from "#domain/schema/list-import-contract.ts";

export const visitRequestStates = ["waiting", "approved", "rejected", "cancelled"] as const;

const common = {
  area: "approvals",
  access: "public",
  headers: { "x-visit": "Token of the link." },
  reply: z.object({
    state: z.enum(visitRequestStates),
    visitor: z.string().meta({ description: "Name, or vehicle number." }),
    is_person: z.boolean(),
    vehicle_no: z.string().nullable(),
    purpose: z.string().nullable(),
    person_count: z.int().nullable(),
    requested_at: timestampText,
    unit: z.string(),
    branch: z.string(),
    company: z.string(),
    answered_by: z.string().nullable().meta({ description: "First name of the member or user who answered." }),
    reason: z.string().nullable().meta({ description: "Of a rejection." }),
  }),
} as const;

export const visitActions = {
  readRequest: contract("GET /actions/visits/request", {
    ...common,
    summary: "Request of a visitor at the gate, as a member of the unit sees it",
    errors: ["INVALID_TOKEN", "LINK_EXPIRED"],
  }),
  answerRequest: contract("POST /actions/visits/answer", {
    ...common,
    summary: "Answer the request of a visitor at the gate, once for the whole unit",
    inputs: { reason: changeReason },
    body: z.object({ decision: z.enum(["approve", "reject"], '"decision" must be "approve" or "reject".') }),
    bodyName: "an answer",
    errors: [
      "INVALID_TOKEN",
      "LINK_EXPIRED",
      "STATUS_ALREADY_UPDATED",
      "PERSON_STATUS_ALREADY_UPDATED",
      ...changeReasonErrors,
    ],
  }),
};

const unitsImport = {
  area: "approvals",
  access: { can: "branch.configure" },
  isUpload: true,
  errors: importFileErrors,
} as const;

export const unitActions = {
  previewImport: contract("POST /actions/units/import/preview", {
    ...unitsImport,
    summary: "Preview an import of units and their members with its errors",
    reply: importPreview,
  }),
  import: contract("POST /actions/units/import", {
    ...unitsImport,
    summary: "Import units, members and their vehicles atomically; streams the progress as NDJSON",
    query: { rows: importedRowsQuery },
    reply: "application/x-ndjson",
  }),
};
