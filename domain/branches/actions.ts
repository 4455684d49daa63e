// §2 /configurations: actions for the settings of a branch; other settings are changed through /items.
import { z } from "zod";
import { serviceNames } from "#domain/branches/services.ts";
import { timestampText } from "#domain/schema/body-properties.ts";
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
});

export const configurationActions = {
  readHistory: contract("GET /actions/configuration/history", {
    area: "configuration",
    access: { can: "branch.configure" },
    summary: "Change history of the parking settings, the branch or the company",
    query: { of: "`parking` (default), `branch` or `company`." },
    reply: z.array(configurationChange),
    errors: [],
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
