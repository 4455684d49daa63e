// §4: actions of receipt printers.
import { z } from "zod";
import { getKeys } from "#domain/object-keys.ts";
import { deviceProblems, printOutcomes } from "#domain/printing/print-job.ts";
import { timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const common = { area: "printing", access: "user", visibleTo: { can: "gate.operate" }, errors: [] } as const;
const managed = { ...common, visibleTo: { can: "branch.configure" } } as const;
const printer = { fields: { Printers: ["name", "connection", "address", "paper_width", "opens_drawer"] } } as const;
const jobReply = z.object({ job: z.int() });

export const printingActions = {
  create: contract("POST /actions/printers", {
    ...managed,
    ...printer,
    summary: "Add a printer to the own branch; the address of a network printer must be in PRINTER_NETWORKS",
    reply: z.object({ id: z.int() }),
  }),
  change: contract("POST /actions/printers/:id/change", {
    ...managed,
    ...printer,
    summary: "Change a printer",
  }),
  remove: contract("POST /actions/printers/:id/delete", {
    ...managed,
    summary: "Delete a printer with its jobs",
  }),
  test: contract("POST /actions/printers/:id/test", {
    ...common,
    summary: "Print a test page",
    reply: jobReply,
  }),
  print: contract("POST /actions/printers/:id/print", {
    ...common,
    summary:
      "Record a print of a paper and send it to a printer: the slip of an entry or a ticket, or its receipt once paid, a pass, the receipt of a settlement, or a closed shift",
    body: z.object({
      entry: z.int().optional().meta({ description: "Id of an entry" }),
      ticket: z.int().optional().meta({ description: "Id of a valet ticket" }),
      pass: z.int().optional().meta({ description: "Id of a pass" }),
      settlement: z.int().optional().meta({ description: "Id of the settlement of an account" }),
      shift: z.int().optional().meta({ description: "Id of a closed cash shift" }),
    }),
    reply: jobReply,
    errors: ["NO_NEXT_STATUS", "USER_ATTENDANCE_OFF"],
  }),
  take: contract("POST /actions/printers/:id/take-job", {
    ...common,
    summary: "Claim the oldest waiting job of a printer at USB or Bluetooth, which the caller's device transmits",
    reply: z.object({
      job: z
        .object({
          id: z.int(),
          claim: timestampText.meta({ description: "For the report; another claim replaces it." }),
          content: z.string().meta({ description: "Bytes for the printer in base64." }),
        })
        .nullable()
        .meta({ description: "Null if none waits that the caller may print." }),
    }),
  }),
  report: contract("POST /actions/print-jobs/:id/report", {
    ...common,
    summary: "Report how the transmission of a claimed job ended",
    body: z.object({
      claim: z.string(),
      outcome: z.enum(printOutcomes).meta({
        description: "`off`: nothing was transmitted. `unclear`: the transmission broke off.",
      }),
      problem: z.enum(getKeys(deviceProblems)).optional(),
    }),
  }),
  cancel: contract("POST /actions/print-jobs/:id/cancel", {
    ...common,
    summary: "Cancel a job that is not printed",
  }),
  retry: contract("POST /actions/print-jobs/:id/retry", {
    ...common,
    summary: "Print a job again whose transmission broke off, or try a waiting one at once",
  }),
};
