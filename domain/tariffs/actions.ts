// §2: actions of tariffs: what a stay would cost, and what a changed tariff would have earned.
import { z } from "zod";
import { serviceNames } from "#domain/branches/services.ts";
import { describedLines, paise, timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const area = "tariffs";
const timestamp = (name: string) => z.iso.datetime({ offset: true, error: `"${name}" must be a date and time.` });
const tariffKey = {
  branch: z.int('"branch" must be the id of a branch.'),
  service: z.enum(serviceNames, '"service" must be one of the services.'),
};

export const tariffActions = {
  quote: contract("POST /actions/tariffs/quote", {
    area,
    visibleTo: { operation: "read", collection: "Branch" },
    summary: "What a stay costs by the version in force on arrival",
    body: z.object({
      ...tariffKey,
      vehicle_type: z.int('"vehicle_type" must be the id of a vehicle type.').nullish(),
      arrival: timestamp("arrival"),
      departure: timestamp("departure"),
    }),
    reply: z.object({
      charge: paise,
      minutes: z.int().meta({ description: "Started minutes of the stay." }),
      version: z.int().nullable().meta({ description: "Number of the version; null if parking is free." }),
      lines: describedLines,
    }),
    errors: ["VEHICLE_TYPE_REQUIRED", "VEHICLE_TYPE_NOT_ALLOWED_ERROR", "REQUESTS_EXCEEDED"],
  }),
  preview: contract("POST /actions/tariffs/preview", {
    area,
    access: { can: "branch.configure" },
    summary: "The completed stays of the last 30 days, charged by another tariff",
    body: z.object({
      ...tariffKey,
      tariff: z.unknown().meta({ type: "object", description: "As in `Tariff_Versions`." }),
    }),
    reply: z.object({
      entries: z.int().meta({ description: "Number of stays; the latest 20,000." }),
      charged: paise.meta({ description: "Sum in paise by the tariffs of the entries." }),
      repriced: paise.meta({
        description: "Sum in paise by the proposed tariff. Vehicle types without a price cost 0.",
      }),
      from: timestampText,
      to: timestampText,
    }),
    errors: ["INVALID_TARIFF"],
  }),
};
