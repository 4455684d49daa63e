// §4 Pay later: what vehicles that left owe, and how it is collected or written off. See docs/rules/debts.md.
import { z } from "zod";
import { settlementChannels, settlementFields } from "#domain/debts/account.ts";
import { debtRefs } from "#domain/debts/debt.ts";
import { entryKind } from "#domain/payments/payment-page.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { createAmount, expectedPaise, paise, timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const area = "debts";

const debt = z.object({
  kind: entryKind,
  id: z.int(),
  name: z.string().nullable().meta({ description: "Vehicle number, or the visitor's name." }),
  phone: z.string().nullable(),
  receipt_no: z.string().nullable(),
  in_time: timestampText.nullable(),
  out_time: timestampText,
  owed: paise,
  reason: z.string().nullable(),
});

export const debtList = z.object({
  debts: z.array(debt).meta({ description: "One page, oldest first." }),
  count: z.int().meta({ description: "Number of debts that match." }),
  total: paise.meta({ description: "Sum of the debts that match, in paise." }),
});
export type DebtList = z.output<typeof debtList>;
export type Debt = z.output<typeof debt>;

export const accountList = z.object({
  accounts: z
    .array(
      z.object({
        account: z.string(),
        entries: z.int().meta({ description: "Number of charges." }),
        since: timestampText.nullable().meta({ description: "Time of the oldest charge that is not settled in full." }),
        settled: paise,
        owed: paise,
      }),
    )
    .meta({ description: "The oldest debt first." }),
  total: paise,
});

const writeOff = {
  area,
  inputs: { reason: changeReason },
  access: { can: "charge.write-off" },
  errors: ["WRITE_OFF_REASON_REQUIRED", "NOTHING_OWED", "AMOUNT_MISMATCH", "USER_ATTENDANCE_OFF"],
  isIdempotent: true,
} as const;
const writeOffBody = z.object({
  reason: z.string('"reason" must be a text.').optional().meta({ description: "Why the debt is written off." }),
  expected: expectedPaise,
});

export const debtActions = {
  list: contract("GET /actions/debts", {
    area,
    summary: "Debts of vehicles that left the branch unpaid",
    access: { can: "gate.operate" },
    query: {
      search: "Part of a vehicle number, a phone number, a name or a receipt number.",
      vehicle: "A whole vehicle number: only the debts of this vehicle.",
      age: "Least age in days.",
      page: "Page, from 1.",
    },
    reply: debtList,
    errors: ["INVALID_QUERY"],
  }),
  collect: contract("POST /actions/debts/collect", {
    area,
    summary: "Collect debts in cash, all of them or none",
    access: { can: "gate.operate" },
    body: z.object({ debts: debtRefs, expected: expectedPaise }),
    reply: z.object({ collected: paise }),
    errors: ["ALREADY_PAID", "DEBT_WRITTEN_OFF", "NOTHING_OWED", "AMOUNT_MISMATCH", "USER_ATTENDANCE_OFF"],
    isIdempotent: true,
  }),
  listAccounts: contract("GET /actions/debts/accounts", {
    area,
    summary: "Accounts of the branch that owe what was charged on account",
    access: { can: "gate.operate" },
    reply: accountList,
    errors: [],
  }),
  settleAccount: contract("POST /actions/debts/accounts/settle", {
    area,
    summary: "Record money received for what an account owes, all of it or a part",
    access: { can: "gate.operate" },
    inputs: settlementFields,
    body: z.object({
      account: z.string('"account" must be a text.').meta({ description: "Name of the account." }),
      amount: createAmount({ name: "amount", description: "Amount in rupees." }),
      channel: z.enum(settlementChannels),
      expected: expectedPaise,
    }),
    reply: z.object({ id: z.int().meta({ description: "Id of the ledger's new row." }) }),
    errors: [
      "AMOUNT_MISMATCH",
      "NOTHING_OWED",
      "AMOUNT_TOO_LOW",
      "AMOUNT_TOO_HIGH",
      "PAYMENT_NOT_OFFERED",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  writeOffEntry: contract("POST /actions/parking/:id/write-off", {
    ...writeOff,
    summary: "Write off what an entry that left owes, with a reason",
    body: writeOffBody,
  }),
  writeOffTicket: contract("POST /actions/valet/:id/write-off", {
    ...writeOff,
    summary: "Write off what a ticket that left owes, with a reason",
    body: writeOffBody,
  }),
};
