// §4 How entries and tickets, and passes, take online payments: the kinds differ in nothing else.
import type { EntryKind, PaidKind } from "#domain/payments/online/paid-kinds.ts";
import {
  getPayableAmount,
  type PaymentStartError,
  splitReceivedAmount,
} from "#domain/payments/online/online-payment.ts";
import { getPayLinkExpiry } from "#domain/payments/online/pay-link.ts";
import { computeBalance, type EntryBalance } from "#domain/payments/payment.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import {
  computePassBalance,
  getPassLinkExpiry,
  getPayablePass,
  getUsablePassAmount,
  type PaidPeriod,
} from "#domain/passes/pass-due.ts";

type Entry = RowOf<"Parking_Information">;
type Ticket = RowOf<"Valet_and_Parking_Information">;
/** Without `status_id`, which repeats `parking_status_id`, unlike that of tickets. */
type Pass = Omit<RowOf<"Parking_Main_Information">, "status_id">;
type CommonField = keyof (Entry | Ticket | Pass);
type OtherField = Exclude<keyof Entry | keyof Ticket | keyof Pass, CommonField>;
type ValueIn<R, F> = F extends keyof R ? R[F] : never;
type FieldValue<F> = ValueIn<Entry, F> | ValueIn<Ticket, F> | ValueIn<Pass, F>;
/** A row of any kind; a field that not all of them have is optional. */
export type PaidRow = { [F in CommonField]: FieldValue<F> } & { [F in OtherField]?: FieldValue<F> };

interface AtTime {
  row: PaidRow;
  now: Date;
}

/** What an attempt is for. */
export interface AttemptTerms {
  isExtra: boolean;
  /** Of a pass. */
  period: PaidPeriod;
}

/** All amounts in paise. */
interface OnlineTerms {
  getBalance: (args: AtTime) => EntryBalance;
  getPayable: (
    args: AtTime & { partAmount: number | undefined },
  ) => { amount: number; isExtra: boolean; period?: PaidPeriod } | PaymentStartError;
  /** The part of a received amount that is used; the rest is returned to the payer. */
  getUsable: (args: AtTime & { attempt: AttemptTerms; amount: number }) => number;
  /** False if an open attempt is no longer for what is due, so that its page is not shown again. */
  isStillDue: (args: AtTime & { attempt: AttemptTerms; amount: number }) => boolean;
  getLinkExpiry: (args: AtTime) => Date;
  /** Fields of the row that a payment sets beside the amount and the provider's ids. */
  getPaidFields: (startedAt: Date) => Partial<PaidRow>;
  /** The field of the row that says who decided about a payment, and why. */
  noteField: "payment_change_reason" | "change_reason";
}

const entryTerms: OnlineTerms = {
  getBalance: ({ row, now }) => computeBalance({ entry: row, now }),
  getPayable: ({ row, ...args }) => getPayableAmount({ entry: row, ...args }),
  getUsable: ({ row, attempt: { isExtra }, ...args }) =>
    splitReceivedAmount({ entry: row, isAdditional: isExtra, ...args }).usable,
  // The charge that was shown stays valid as long as the page.
  isStillDue: () => true,
  getLinkExpiry: ({ row, now }) => getPayLinkExpiry({ entry: row, now }),
  getPaidFields: (startedAt) => ({ paid_at: startedAt }),
  noteField: "payment_change_reason",
};

const passTerms: OnlineTerms = {
  getBalance: ({ row, now }) => computePassBalance({ pass: row, now }),
  getPayable: ({ row, ...args }) => getPayablePass({ pass: row, ...args }),
  getUsable: ({ row, attempt: { period }, ...args }) => getUsablePassAmount({ pass: row, period, ...args }),
  isStillDue: ({ amount, ...args }) => passTerms.getUsable({ amount, ...args }) === amount,
  getLinkExpiry: ({ row }) => getPassLinkExpiry(row),
  getPaidFields: () => ({ payment_mode: "online", payment_channel: "online" }),
  noteField: "change_reason",
};

export const onlineTerms: { readonly [kind in PaidKind]: OnlineTerms } = {
  ...({ P: entryTerms, V: entryTerms } satisfies { readonly [kind in EntryKind]: OnlineTerms }),
  M: passTerms,
};
