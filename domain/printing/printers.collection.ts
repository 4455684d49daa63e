// §4: receipt printers of a branch, and the papers sent to them. Written by actions (domain/printing/actions.ts).
import { inOwnScope } from "#domain/access/row-filters.ts";
import * as limits from "#domain/limits.ts";
import { paperWidths } from "#domain/printing/escpos.ts";
import { printerConnections, printJobKinds, printJobStates } from "#domain/printing/print-job.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { boolean, choice, collapseSpaces, encrypted, integer, one, text, timestamp } from "#domain/schema/fields.ts";

const place = {
  company: one("Companies", { required: true, onDelete: "cascade", index: true, serverSet: true }),
  branch: one("Branch", { required: true, onDelete: "cascade", index: true, serverSet: true }),
};

const printersFields = {
  ...place,
  name: text({ label: "Name", required: true, max: limits.name, normalise: collapseSpaces }),
  connection: choice(printerConnections, { label: "Connection", required: true, default: "network" }),
  /** Of a network printer: IPv4 address, with a port unless it is 9100. */
  address: text({ label: "Address", max: 25 }),
  paper_width: choice(paperWidths, { label: "Paper width", required: true }),
  /** Whether a cash drawer is connected to it. */
  opens_drawer: boolean(),
  /** Why the last attempt failed; null if it succeeded. */
  problem: text({ max: 200, serverSet: true }),
  /** Failed attempts since the last success. */
  failures: integer({ default: 0, serverSet: true }),
  next_try_at: timestamp({ serverSet: true }),
};

export const Printers = defineCollection("Printers", {
  fields: printersFields,
  isLive: true,
  access: { read: { "configuration.read": inOwnScope } },
});

const printJobsFields = {
  ...place,
  printer: one("Printers", { required: true, onDelete: "cascade", serverSet: true }),
  kind: choice(printJobKinds, { required: true, serverSet: true }),
  parking_information: one("Parking_Information", { onDelete: "cascade", index: true, serverSet: true }),
  valet_and_parking_information: one("Valet_and_Parking_Information", {
    onDelete: "cascade",
    index: true,
    serverSet: true,
  }),
  pass: one("Parking_Main_Information", { onDelete: "cascade", index: true, serverSet: true }),
  /** A settlement. */
  payment: one("payments", { onDelete: "cascade", index: true, serverSet: true }),
  shift: one("cash_shifts", { onDelete: "cascade", index: true, serverSet: true }),
  state: choice(printJobStates, { default: "waiting", serverSet: true }),
  /** Bytes for the printer in base64; null once they are not needed any more. */
  content: encrypted({ serverSet: true }),
  /** Start of the transmission; only one process has a job at a time. */
  claimed_at: timestamp({ serverSet: true }),
  printed_at: timestamp({ serverSet: true }),
};

export const PrintJobs = defineCollection("Print_Jobs", {
  fields: printJobsFields,
  indexes: [["printer", "state", "id"]],
  isLive: true,
  isAudited: false,
  access: { read: { "configuration.read": inOwnScope } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Printers: typeof printersFields;
    Print_Jobs: typeof printJobsFields;
  }
}
