// §4 The day sheet: balances of a day, in paise. Every line is a sum of rows; closing balances follow from them.
import type { registerKinds } from "#domain/reports/operations/registers.ts";
import type { ReportFilter } from "#domain/reports/report.ts";
import { type PaymentChannel, paymentChannels, channelLabels } from "#domain/payments/channels/payment-channels.ts";

/** What was charged to entries and tickets that left on the day. */
export interface DayCharges {
  parking: number;
  valet: number;
  valetCharges: number;
  byHand: number;
  additional: number;
  discounts: number;
  offers: number;
  /** Received above the charge, as after a void: it is returned, and owed by nobody. */
  excess: number;
}

export interface DaySheetFigures {
  openingDue: number;
  openingAccounts: number;
  charges: DayCharges;
  passes: number;
  /** Received by channel, less reversals, before refunds. */
  received: { readonly [channel in PaymentChannel]: number };
  settled: number;
  writtenOff: number;
  /** Bookings on account less what was returned of them. */
  booked: number;
  refunds: { cash: number; channels: number; online: number; late: number };
  tips: { cash: number; online: number };
  /** Cash of each shift on the day, less refunds; null for cash that belongs to no shift. */
  shifts: readonly { id: number | null; name: string | null; openedAt: string | null; taken: number }[];
  /** Of the shifts that were closed on the day: what was counted above what was expected, and how much of it corrections of their counts added. */
  counts: { difference: number; corrected: number };
  leftUnpaid: number;
  debtsCollected: number;
}

export interface DaySheetLine {
  readonly section: string;
  readonly line: string;
  readonly amount: number;
  /** The payments, or the charges, that the line adds up. */
  readonly opens?: LineRegister;
}

interface LineRegister {
  readonly report: "payments" | "charges";
  readonly filters: { readonly [filter in ReportFilter]?: string };
}

const sum = (lines: readonly { amount: number }[]): number => lines.reduce((total, { amount }) => total + amount, 0);

type Amounts = readonly (readonly [line: string, amount: number, opens?: LineRegister])[];

const payments = (filters: LineRegister["filters"]): LineRegister => ({ report: "payments", filters });
const charged = (kind: keyof (typeof registerKinds)["charges"]): LineRegister => ({
  report: "charges",
  filters: { kind },
});

const toLines = (section: string, amounts: Amounts): DaySheetLine[] =>
  amounts.map(([line, amount, opens]) => ({ section, line, amount, ...(opens && amount !== 0 && { opens }) }));

/** Opening balance, the lines that change it, and the closing balance, which is their sum. */
function toBalance(section: string, opening: number, changes: Amounts): DaySheetLine[] {
  const lines = toLines(section, [["Opening balance", opening], ...changes]);
  return [...lines, { section, line: "Closing balance", amount: sum(lines) }];
}

function toTotal(section: string, line: string, amounts: Amounts): DaySheetLine[] {
  const lines = toLines(section, amounts);
  return [...lines, { section, line, amount: sum(lines) }];
}

/** Vehicles owe what they were charged when they left; what is received before is an advance, and lowers the balance. */
export function composeDaySheet(figures: DaySheetFigures): DaySheetLine[] {
  const { charges, received, refunds, tips, counts } = figures;
  const receipts = paymentChannels.map(
    (channel) => [channelLabels[channel], received[channel], payments({ channel, kind: "received" })] as const,
  );
  const receivedLater = receipts.map(([line, amount, opens]) => [line, 0 - amount, opens] as const);
  const money = receipts.filter((_, index) => paymentChannels[index] !== "on_account");
  const settled = payments({ service: "account" });
  return [
    ...toBalance("Owed by vehicles", figures.openingDue, [
      ["Parking charges", charges.parking, charged("parking")],
      ["Valet parking charges", charges.valet, charged("valet")],
      ["Valet charges", charges.valetCharges, charged("valet_charge")],
      ["Charges set by hand", charges.byHand, charged("by_hand")],
      ["Additional charges", charges.additional, charged("additional")],
      ["Discounts", 0 - charges.discounts, charged("discount")],
      ["Offers", 0 - charges.offers, charged("offer")],
      ["Received above the charge", charges.excess, charged("excess")],
      ["Passes", figures.passes, payments({ service: "pass", kind: "received" })],
      ["Settled by accounts", figures.settled, settled],
      ...receivedLater,
      ["Written off", 0 - figures.writtenOff, charged("written_off")],
    ]),
    ...toBalance("Owed by accounts", figures.openingAccounts, [
      ["Booked on account", figures.booked, payments({ channel: "on_account" })],
      ["Settled by accounts", 0 - figures.settled, settled],
    ]),
    ...toTotal("Money received", "Money less refunds", [
      ...money,
      ["Received too late, and returned", refunds.late],
      ["Refunded in cash", 0 - refunds.cash, payments({ channel: "cash", kind: "refund" })],
      ["Refunded through other channels", 0 - refunds.channels, payments({ kind: "refund_channel" })],
      ["Refunded online", 0 - refunds.online, payments({ kind: "refund_online" })],
      ["Late payments returned", 0 - refunds.late],
    ]),
    ...toTotal(
      "Cash by shift",
      "Cash of all shifts",
      figures.shifts.map(({ id, name, openedAt, taken }) => [
        openedAt === null ? "Without a shift" : `${name ?? "Deleted"}, from ${openedAt}`,
        taken,
        payments({ channel: "cash", shift: id === null ? "-" : String(id) }),
      ]),
    ),
    ...toLines("For information", [
      ["Left to pay later", figures.leftUnpaid, charged("left_unpaid")],
      ["Collected for earlier visits", figures.debtsCollected, payments({ kind: "debt" })],
      ["Cash differences of closed shifts", counts.difference],
      ["Of these, by corrections of counts", counts.corrected],
      ["Tips in cash, of the drivers", tips.cash, charged("tip_cash")],
      ["Tips online, of the drivers", tips.online, charged("tip_online")],
    ]),
  ];
}
