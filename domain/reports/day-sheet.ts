// §4 The day sheet: balances of a day, in paise. Every line is a sum of rows; closing balances follow from them.
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
  shifts: readonly { name: string | null; openedAt: string | null; taken: number }[];
  leftUnpaid: number;
  debtsCollected: number;
}

export interface DaySheetLine {
  readonly section: string;
  readonly line: string;
  readonly amount: number;
  /** The payments of the line, where it is of one channel. */
  readonly channel?: PaymentChannel;
}

const sum = (lines: readonly { amount: number }[]): number => lines.reduce((total, { amount }) => total + amount, 0);

type Amounts = readonly (readonly [line: string, amount: number, channel?: PaymentChannel])[];

const toLines = (section: string, amounts: Amounts): DaySheetLine[] =>
  amounts.map(([line, amount, channel]) => ({ section, line, amount, ...(channel ? { channel } : {}) }));

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
  const { charges, received, refunds, tips } = figures;
  const receipts = paymentChannels.map((channel) => [channelLabels[channel], received[channel], channel] as const);
  const receivedLater = receipts.map(([line, amount, channel]) => [line, 0 - amount, channel] as const);
  const money = receipts.filter(([, , channel]) => channel !== "on_account");
  return [
    ...toBalance("Owed by vehicles", figures.openingDue, [
      ["Parking charges", charges.parking],
      ["Valet parking charges", charges.valet],
      ["Valet charges", charges.valetCharges],
      ["Charges set by hand", charges.byHand],
      ["Additional charges", charges.additional],
      ["Discounts", 0 - charges.discounts],
      ["Offers", 0 - charges.offers],
      ["Received above the charge", charges.excess],
      ["Passes", figures.passes],
      ["Settled by accounts", figures.settled],
      ...receivedLater,
      ["Written off", 0 - figures.writtenOff],
    ]),
    ...toBalance("Owed by accounts", figures.openingAccounts, [
      ["Booked on account", figures.booked],
      ["Settled by accounts", 0 - figures.settled],
    ]),
    ...toTotal("Money received", "Money less refunds", [
      ...money,
      ["Received too late, and returned", refunds.late],
      ["Refunded in cash", 0 - refunds.cash],
      ["Refunded through other channels", 0 - refunds.channels],
      ["Refunded online", 0 - refunds.online],
      ["Late payments returned", 0 - refunds.late],
    ]),
    ...toTotal(
      "Cash by shift",
      "Cash of all shifts",
      figures.shifts.map(({ name, openedAt, taken }) => [
        openedAt === null ? "Without a shift" : `${name ?? "Deleted"}, from ${openedAt}`,
        taken,
      ]),
    ),
    ...toLines("For information", [
      ["Left to pay later", figures.leftUnpaid],
      ["Collected for earlier visits", figures.debtsCollected],
      ["Tips in cash, of the drivers", tips.cash],
      ["Tips online, of the drivers", tips.online],
    ]),
  ];
}
