// §4: the slip of an entry for the exit, and its receipt once it is paid, DUPLICATE if printed before. The receipt of a
// vehicle inside keeps the code for the exit.
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees } from "#domain/money.ts";
import type { parkingActions } from "#domain/parking/actions.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { isDuplicatePrint } from "#domain/parking/slip-prints.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { computeBalance } from "#domain/payments/payment.ts";
import type { Receipt } from "#domain/payments/receipt.ts";
import type { Language } from "#domain/people/languages.ts";
import { headLines, type Paper, type PaperLine, qrLine, textLine } from "#domain/printing/paper.ts";
import { formatPaperDuration, getPaperText, type PaperText } from "#domain/printing/paper-text.ts";
import { receiptLines } from "#domain/printing/receipt-lines.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { ContractReply } from "#domain/schema/contract.ts";
import { decodeRow } from "#domain/schema/decode-row.ts";
import { formatDuration } from "#domain/tariffs/describe-charge.ts";
import { getUnitMinutes, type TariffRow } from "#domain/tariffs/simple-tariff.ts";
import { computeStayCharge } from "#domain/tariffs/stay-charge.ts";
import type { EntryTariff } from "#domain/tariffs/tariff.ts";
import { formatUnit } from "#domain/text/unit-labels.ts";

/** An entry with what its slip prints. */
export type EntrySlip = ContractReply<typeof parkingActions.readSlip>;

export interface PaperOptions<S> {
  slip: S;
  /** Once it is paid. */
  receipt: Receipt | undefined;
  /** Time zone of the branch. */
  zone: string;
  /** That the branch prints in. */
  language: Language;
}

const toRow = (slip: EntrySlip): Row => decodeRow({ fields: ParkingInformation.fields, wire: slip });

/**
 * '₹20.00 per 30 min or part, minimum ₹40.00', or what some stays cost by a tariff of several lines; undefined if
 * parking is free.
 */
function formatTariff({ slip, language }: Pick<PaperOptions<EntrySlip>, "slip" | "language">): string | undefined {
  if (slip.tariff && slip.charge_amount_for_minutes === null)
    return describeStays({ tariff: slip.tariff, at: slip, language });
  const row: TariffRow = toRow(slip);
  const rate = row.charge_amount_for_minutes ?? 0;
  const minimum = row.min_charge_of_minutes ?? 0;
  if (rate <= 0 && minimum <= 0) return undefined;
  const unit = formatPaperDuration({ minutes: getUnitMinutes(row), language, english: formatUnit });
  const perUnit = { price: formatRupees(rate), unit };
  const price = getPaperText({ language, text: "{price} per {unit} or part", values: perUnit });
  const values = { price, amount: formatRupees(minimum) };
  return minimum > 0 ? getPaperText({ language, text: "{price}, minimum {amount}", values }) : price;
}

/** Minutes of the stays that a slip names. */
const exampleStays = [60, 120, 240, 480, 1_440];

/** '1 hour ₹30.00 · 2 hours ₹40.00 · …' from the time of the slip. */
function describeStays({
  tariff,
  at,
  language,
}: {
  tariff: EntryTariff;
  language: Language;
  at: Pick<EntrySlip, "in_time" | "date_created">;
}): string {
  const from = new Date(at.in_time ?? at.date_created);
  return exampleStays
    .map((minutes) => {
      const to = new Date(from.getTime() + minutes * 60_000);
      const { charge } = computeStayCharge({ tariff, stay: { from, to } });
      return `${formatPaperDuration({ minutes, language, english: formatDuration })} ${formatRupees(charge)}`;
    })
    .join(" · ");
}

/** The charge at the exit, or when it was paid. */
function chargeLines({ slip, receipt, zone, language }: PaperOptions<EntrySlip> & { receipt: Receipt }): PaperLine[] {
  const at = slip.out_time ?? slip.paid_at;
  const balance = at ? computeBalance({ entry: toRow(slip), now: new Date(at) }) : undefined;
  return receiptLines({ slip, label: "Parking", balance, receipt, zone, language });
}

/** A pending entry is not inside yet. */
export const getSlipTimeLabel = ({ in_time: at }: Pick<EntrySlip, "in_time">): "In" | "Arrived" =>
  at ? "In" : "Arrived";

/** End of the pass that covers the stay; a booking pays for its time. */
export function getPassEnd({
  free_until: end,
  booked_amount: booked,
}: Pick<EntrySlip, "free_until" | "booked_amount">) {
  return booked === null ? (end ?? undefined) : undefined;
}

export function describeEntryPaper({
  slip,
  receipt,
  zone,
  language,
  publicUrl,
}: PaperOptions<EntrySlip> & {
  /** Address of the pages, without a slash at the end. */
  publicUrl: string;
}): Paper {
  const isPaid = slip.payment_status === "paid";
  const isInside = !slip.out_time;
  const slot = formatSlot(slip);
  const passEnd = getPassEnd(slip);
  const price = isPaid || passEnd ? undefined : formatTariff({ slip, language });
  const payUrl = slip.pay && price && `${publicUrl}/pay/${slip.pay}`;
  const isDuplicate = isDuplicatePrint(slip);
  const visitor = slip.parking_main_info;
  const formatAt = (at: string): string => formatDateTime12({ at: new Date(at), zone });
  const say = (text: PaperText, values = {}): string => getPaperText({ language, text, values });
  const lines: PaperLine[] = [
    ...headLines({ head: slip, title: say(isPaid ? "RECEIPT" : "PARKING SLIP"), isDuplicate, language }),
    ...textLine(slip.branch?.gstin && `GSTIN ${slip.branch.gstin}`, "small"),
    ...textLine(visitor?.vehicle_no ?? visitor?.name, "plate"),
    ...textLine(isInside && slot && `${say("Slot")} ${slot}`, "slot"),
    ...(isInside ? [qrLine({ text: slip.qr, label: "QR code of this slip", mm: 40 })] : []),
    ...textLine(`${say("Receipt")} ${slip.receipt_no}`),
    ...textLine(`${say(getSlipTimeLabel(slip))} ${formatAt(slip.in_time ?? slip.date_created)}`),
    ...textLine(slip.out_time && `${say("Out")} ${formatAt(slip.out_time)}`),
    ...textLine(visitor?.vehicle_type?.name),
    ...(receipt ? chargeLines({ slip, receipt, zone, language }) : []),
    ...textLine(price, "small"),
    ...textLine(
      passEnd && isInside && say("Pass valid till {time}: parking is free", { time: formatAt(passEnd) }),
      "small",
    ),
    ...textLine(slip.tariff?.version ? `${say("Tariff version")} ${slip.tariff.version}` : undefined, "small"),
    ...(payUrl ? [qrLine({ text: payUrl, label: "QR code for online payment", mm: 30 })] : []),
    ...textLine(payUrl && say("Scan to pay"), "small"),
    ...textLine(isInside && say("Please keep this slip for exit"), "small"),
  ];
  return { lines, isLong: Boolean(payUrl) || isPaid, opensDrawer: hasCash(receipt) && !isDuplicate };
}

/** Whether cash was received, which lies in the drawer. */
export function hasCash(receipt: Receipt | undefined): boolean {
  return receipt?.lines.some(({ channel }) => channel === "cash") ?? false;
}
