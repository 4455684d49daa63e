// reading.md §10: export and erasure of the own data by a customer.
import { z } from "zod";
import { currentPassword } from "#domain/accounts/fields/account-fields.ts";
import { codeText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const own = {
  area: "account",
  access: "user",
  inputs: { password: currentPassword },
  body: z.object({
    password: codeText.meta({ description: "Of an account that has one; others need a recent log-in." }),
  }),
} as const;

export const ownDataActions = {
  exportData: contract("POST /actions/account/export", {
    ...own,
    summary: "All stored data of the current customer as one JSON file",
    reply: "application/json",
    errors: ["INVALID_CREDENTIALS", "REQUESTS_EXCEEDED"],
  }),
  eraseData: contract("POST /actions/account/erase", {
    ...own,
    summary: "Erase the current customer's data and end the account",
    errors: [
      "INVALID_CREDENTIALS",
      "REQUESTS_EXCEEDED",
      "ERASURE_VEHICLE_INSIDE",
      "ERASURE_MONEY_OWED",
      "VOID_CASH_RECEIVED",
    ],
  }),
};
