// §4: actions of network printers.
import { z } from "zod";
import { contract } from "#domain/schema/contract.ts";

const common = { area: "printing", access: "user", visibleTo: { can: "gate.operate" }, errors: [] } as const;
const managed = { ...common, visibleTo: { can: "branch.configure" } } as const;
const printer = { fields: { Printers: ["name", "address", "paper_width", "opens_drawer"] } } as const;
const jobReply = z.object({ job: z.int() });

export const printingActions = {
  create: contract("POST /actions/printers", {
    ...managed,
    ...printer,
    summary: "Add a network printer to the own branch; its address must be in PRINTER_NETWORKS",
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
      "Record a print of the slip, or of the receipt once paid, of an entry or a ticket, and send it to a printer",
    body: z.object({
      entry: z.int().optional().meta({ description: "Id of an entry" }),
      ticket: z.int().optional().meta({ description: "Id of a valet ticket" }),
    }),
    reply: jobReply,
    errors: ["NO_NEXT_STATUS", "USER_ATTENDANCE_OFF"],
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
