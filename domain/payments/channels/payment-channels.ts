// §4 Payment channels: how an amount was received, beside `payment_mode`. See docs/rules/payments.md.
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import * as limits from "#domain/limits.ts";
import { type RuleArgs, RuleViolation } from "#domain/schema/collection.ts";
import { checkField, collapseSpaces, text, uppercase } from "#domain/schema/fields.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { paymentModes } from "#domain/payments/states.ts";

/** Channels that a branch turns on, and whose payments its staff confirm. */
export const branchChannels = ["upi", "card_terminal", "on_account"] as const;
export type BranchChannel = (typeof branchChannels)[number];
/** Channels whose payments are confirmed by hand; `bank_transfer` is for settlements of accounts only. */
export const confirmedChannels = [...branchChannels, "bank_transfer"] as const;
export type ConfirmedChannel = (typeof confirmedChannels)[number];
/** `cash` always is possible; `online` is the payment provider of the product. */
export const paymentChannels = ["cash", "online", ...confirmedChannels] as const;
export type PaymentChannel = (typeof paymentChannels)[number];
type PaymentMode = (typeof paymentModes)[number];

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    /** Reference under which the next payment of the entry is requested (`createPaymentRequest`). */
    paymentRequest: string;
  }
}

export function isBranchChannel(channel: PaymentChannel): channel is BranchChannel {
  return branchChannels.some((name) => name === channel);
}

export const channelLabels = {
  cash: "Cash",
  online: "Online",
  upi: "UPI",
  card_terminal: "Card",
  on_account: "On account",
  bank_transfer: "Bank transfer",
} as const satisfies { readonly [channel in PaymentChannel]: string };

const channelPhrases: { readonly [channel in PaymentChannel]: string } = {
  cash: "in cash",
  online: "online",
  upi: "by UPI",
  card_terminal: "by card",
  on_account: "on account",
  bank_transfer: "by bank transfer",
};

/** Actions that take a payment other than in cash, named by what the customer does, with who confirms it. */
export const channelActions = {
  online: {
    label: "Online payment link",
    description:
      "The customer opens a page by QR code and pays by UPI or card. The payment is confirmed automatically.",
  },
  upi: {
    label: "UPI code of the branch",
    description: "The customer pays to the branch's UPI ID. You confirm it with the reference.",
  },
  card_terminal: {
    label: "Card terminal",
    description: "The customer pays at the card machine. You enter the reference on the card slip.",
  },
  on_account: { label: "On account", description: "The amount is billed later." },
} as const satisfies { readonly [channel in BranchChannel | "online"]: object };

/** `payment_mode` is cash for what lies in the drawer, so that a count of cash needs no other field. */
export function getPaymentMode(channel: PaymentChannel): PaymentMode {
  return channel === "cash" ? "cash" : "online";
}

/** The channel of a payment; those before the channels existed have a mode only. */
export function getPaymentChannel({
  channel,
  mode,
}: {
  channel?: PaymentChannel | null | undefined;
  mode?: PaymentMode | null | undefined;
}): PaymentChannel {
  return channel ?? mode ?? "cash";
}

/** 'in cash', 'by UPI': completes 'Paid …' and '₹40.00 received …'. */
export function describeChannel(payment: Parameters<typeof getPaymentChannel>[0]): string {
  return channelPhrases[getPaymentChannel(payment)];
}

/** What staff note down to recognise the payment on the branch's account. */
export const referenceFields = {
  upi: text({
    label: "Last 4 characters of the UPI reference",
    required: true,
    normalise: uppercase,
    pattern: /^[A-Z0-9]{4}$/,
    message: "*Enter the last 4 letters or digits of the reference",
  }),
  card_terminal: text({
    label: "Reference on the card slip",
    required: true,
    normalise: uppercase,
    pattern: /^[A-Z0-9/]{4,35}$/,
    message: "*Enter 4 to 35 letters or digits of the card slip",
  }),
  on_account: text({
    label: "Account",
    required: true,
    normalise: collapseSpaces,
    min: limits.nameMinimum,
    max: limits.name,
    minMessage: "*Enter the name of the account",
  }),
  bank_transfer: text({
    label: "Reference of the transfer (UTR)",
    required: true,
    normalise: uppercase,
    pattern: /^[A-Z0-9/-]{6,35}$/,
    message: "*Enter 6 to 35 letters or digits of the bank statement",
  }),
};

/**
 * Reference of the next payment of an entry, a ticket or a pass (M), which the payer's app and the bank statement show (`tr`). It changes with
 * every recorded payment, so that one request is confirmed once.
 */
export function createPaymentRequest({
  kind,
  id,
  recorded,
}: {
  kind: "P" | "V" | "M";
  id: number;
  /** Rows of the ledger that it has. */
  recorded: number;
}): string {
  return `CH${kind}${id}N${recorded + 1}`;
}

const notOfferedText = "This branch does not take this kind of payment. Choose another one.";

type PayingBranch = Partial<Pick<RowOf<"Branch">, "payment_channels">> | null | undefined;

/** Channels that the branch has turned on. */
export function getBranchChannels(branch: { payment_channels?: unknown } | null | undefined): BranchChannel[] {
  const stored: unknown = branch?.payment_channels;
  return Array.isArray(stored) ? branchChannels.filter((channel) => stored.includes(channel)) : [];
}

/** An amount on account is owed by somebody else: who may let a vehicle leave unpaid may book it. */
export function canUseChannel({
  channel,
  branch,
  actor,
}: {
  channel: BranchChannel;
  branch: { payment_channels?: unknown } | null | undefined;
  actor: Parameters<typeof can>[0];
}): boolean {
  if (!getBranchChannels(branch).includes(channel)) return false;
  return channel !== "on_account" || can(actor, "charge.defer");
}

/** PAYMENT_NOT_OFFERED if the branch has it turned off, FORBIDDEN without `charge.defer`, FAILED_VALIDATION. */
export function checkChannel({
  channel,
  reference,
  branch,
  actor,
}: {
  channel: BranchChannel;
  reference: string | null | undefined;
  branch: PayingBranch;
  actor: Actor;
}): RuleViolation | undefined {
  if (!getBranchChannels(branch).includes(channel))
    return new RuleViolation("PAYMENT_NOT_OFFERED", "channel", {}, notOfferedText);
  if (!canUseChannel({ channel, branch, actor })) return new RuleViolation("FORBIDDEN", "channel");
  const message = checkField({ name: "reference", field: referenceFields[channel], value: reference });
  return message === undefined
    ? undefined
    : new RuleViolation("FAILED_VALIDATION", "reference", { type: "invalid" }, message);
}

/** `Branch.payment_channels`: a list of channels; UPI needs the account and its payee. FAILED_VALIDATION. */
export function validatePaymentChannels({ after, changes }: RuleArgs<BranchRow>): RuleViolation | undefined {
  const { payment_channels: channels } = after;
  if (!("payment_channels" in changes) && !("upi_vpa" in changes) && !("upi_payee_name" in changes)) return undefined;
  const isValid =
    (channels ?? null) === null ||
    (Array.isArray(channels) && channels.every((channel) => branchChannels.includes(channel)));
  if (!isValid) return new RuleViolation("FAILED_VALIDATION", "payment_channels", { type: "payment_channels" });
  if (!getBranchChannels(after).includes("upi")) return undefined;
  const missing = (["upi_vpa", "upi_payee_name"] as const).find((field) => (after[field] ?? "") === "");
  return missing && new RuleViolation("FAILED_VALIDATION", missing, { type: "required" }, "*Required for UPI payments");
}
type BranchRow = Pick<RowOf<"Branch">, "payment_channels" | "upi_vpa" | "upi_payee_name">;
