// §2 /configurations: actions for the settings of a branch; other settings are changed through /items.
import { z } from "zod";
import { serviceNames } from "#domain/branches/services.ts";
import { paise, timestampText } from "#domain/schema/body-properties.ts";
import { contract, type ContractReply } from "#domain/schema/contract.ts";

const configurationChange = z.object({
  id: z.int(),
  at: timestampText,
  by: z.string().nullable().meta({ description: "First name of the author." }),
  collection: z.string(),
  action: z.enum(["create", "update", "delete"]),
  row: z.record(z.string(), z.unknown()).meta({ description: "The row after the write, or before a deletion." }),
  changes: z
    .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
    .meta({ description: "Old and new value of each changed field." }),
  areOldValuesKnown: z
    .boolean()
    .meta({ description: "False for the first recorded write of a row that existed before." }),
});

const branchDay = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  inside: z.int().meta({ description: "Vehicles and visitors inside." }),
  waitingForApproval: z.int().meta({ description: "Entries that wait for an approval." }),
  valetOpen: z.int().meta({ description: "Valet tickets that are not checked out." }),
  pickupsRequested: z.int().meta({ description: "Cars that were asked for and have no driver yet." }),
  waitingSince: timestampText.nullable().meta({ description: "When the longest waiting car was asked for." }),
  cash: paise.meta({
    description: "Cash received since midnight in the branch's time zone, less refunds in cash, in paise.",
  }),
  online: paise.meta({ description: "Online payments since midnight in the branch's time zone, in paise." }),
  onDuty: z.int().meta({ description: "Staff on duty." }),
});

/** Whole lists of a branch, of which people edit one entry each. */
export const editedListFields = ["questions", "mail_texts", "sms_texts"] as const;

export const configurationActions = {
  readBranchDays: contract("GET /actions/company/day", {
    area: "configuration",
    access: { can: "branch.switch" },
    summary: "Today's figures of each published branch of the own company",
    reply: z.array(branchDay),
    errors: [],
  }),
  readHistory: contract("GET /actions/configuration/history", {
    area: "configuration",
    access: { can: "branch.configure" },
    summary: "Change history of the parking settings, the branch or the company",
    query: { of: "`parking` (default), `branch` or `company`." },
    reply: z.array(configurationChange),
    errors: [],
  }),
  openPage: contract("POST /actions/branches/:id/page", {
    area: "configuration",
    access: { can: "branch.configure" },
    summary: "Path of the branch's public page; before it is published, of a preview that is valid for 15 minutes",
    reply: z.object({ path: z.string() }),
    errors: ["SERVICE_REQUIRED"],
  }),
  editLists: contract("POST /actions/branches/:id/edit", {
    area: "configuration",
    visibleTo: { can: "branch.configure" },
    summary:
      "Edit the questions or message texts of a branch, unless somebody else has changed them since they were shown",
    fields: { Branch: editedListFields },
    body: z.object({
      shown: z
        .record(z.string(), z.unknown())
        .meta({ description: "Values that were shown when the edit began; another value now is not overwritten." }),
    }),
    errors: ["ENTRY_CHANGED"],
  }),
  setServices: contract("POST /actions/configuration/services", {
    area: "configuration",
    visibleTo: { can: "branch.configure" },
    summary: "Enable and disable services of the branch",
    fields: { Branch: serviceNames },
    errors: ["VEHICLES_MOVING", "SERVICE_REQUIRED"],
  }),
};

/** One write of the settings. */
export type ConfigurationChange = ContractReply<typeof configurationActions.readHistory>[number];
export type BranchDay = ContractReply<typeof configurationActions.readBranchDays>[number];
