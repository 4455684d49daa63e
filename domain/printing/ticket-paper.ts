// §4: the slip of a valet ticket for the customer with a stub for the key, and its receipt once it is paid. The OTP is not on the paper, which
// drivers print: the customer has it by SMS and on the page of the ticket.
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { isDuplicatePrint } from "#domain/parking/slip-prints.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { computeBalance } from "#domain/payments/payment.ts";
import type { Receipt } from "#domain/payments/receipt.ts";
import { hasCash, type PaperOptions } from "#domain/printing/entry-paper.ts";
import { headLines, type Paper, type PaperLine, qrLine, textLine } from "#domain/printing/paper.ts";
import { getPaperText, type PaperText } from "#domain/printing/paper-text.ts";
import { receiptLines } from "#domain/printing/receipt-lines.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { ContractReply } from "#domain/schema/contract.ts";
import { decodeRow } from "#domain/schema/decode-row.ts";
import type { valetActions } from "#domain/valet/actions.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";

/** A ticket with what its slip prints. */
export type TicketSlip = ContractReply<typeof valetActions.readSlip>;

function chargeLines({ slip, receipt, zone, language }: PaperOptions<TicketSlip> & { receipt: Receipt }): PaperLine[] {
  const at = slip.out_time ?? slip.paid_at;
  const row = decodeRow({ fields: ValetAndParkingInformation.fields, wire: slip });
  const entry: Row = { ...row, status_id: slip.status_id.sequence };
  const balance = at ? computeBalance({ entry, now: new Date(at) }) : undefined;
  return receiptLines({ slip, label: "Valet parking", balance, receipt, zone, language });
}

/** The first paper of a vehicle that is inside has a stub, also if it is a receipt: a branch may collect when it receives the vehicle. */
const hasStub = ({ out_time: out, payment_status: payment, slip_prints: slips }: TicketSlip): boolean =>
  !out && (payment !== "paid" || !slips);

/** The end of the slip, which is cut off and stays with the key. */
function stubLines({ slip, language }: Pick<PaperOptions<TicketSlip>, "slip" | "language">): PaperLine[] {
  const say = (text: PaperText): string => getPaperText({ language, text });
  return [
    ...textLine("- ".repeat(15).trim(), "small"),
    ...textLine(`${say("Token")} ${slip.token_no}`, "heading"),
    ...textLine(slip.Vehicle_Number, "plate"),
    ...textLine(slip.key_tag && `${say("Key tag")} ${slip.key_tag}`, "slot"),
  ];
}

export function describeTicketPaper({
  slip,
  receipt,
  zone,
  language,
  isProof,
}: PaperOptions<TicketSlip> & {
  /** Whether the QR code collects the car: the one that drivers print only identifies the ticket. */
  isProof: boolean;
}): Paper {
  const isPaid = slip.payment_status === "paid";
  const isInside = !slip.out_time;
  const slot = formatSlot(slip);
  const tip = toPaise(slip.valet_tip ?? "0");
  const isDuplicate = isDuplicatePrint(slip);
  const formatAt = (at: string): string => formatDateTime12({ at: new Date(at), zone });
  const say = (text: PaperText): string => getPaperText({ language, text });
  const keepText = say(
    isProof
      ? "Please keep this ticket. Your OTP, sent by SMS, collects your car, and so does this QR code."
      : "Please keep this ticket. Your OTP, sent by SMS, collects your car.",
  );
  const lines: PaperLine[] = [
    ...headLines({ head: slip, title: say(isPaid ? "RECEIPT" : "VALET TICKET"), isDuplicate, language }),
    ...textLine(slip.Vehicle_Number, "plate"),
    ...textLine(`${say("Token")} ${slip.token_no}`, "heading"),
    ...(isInside ? [qrLine({ text: slip.qr, label: "QR code of this ticket", mm: 40 })] : []),
    ...textLine(isInside && slip.key_tag && `${say("Key tag")} ${slip.key_tag}`),
    ...textLine(isInside && slot && `${say("Slot")} ${slot}`),
    ...textLine(`${say("Receipt")} ${slip.receipt_no}`),
    ...textLine(`${say("In")} ${formatAt(slip.in_time ?? slip.date_created)}`),
    ...textLine(slip.out_time && `${say("Out")} ${formatAt(slip.out_time)}`),
    ...(receipt ? chargeLines({ slip, receipt, zone, language }) : []),
    ...textLine(isPaid && tip > 0 && `${say("Tip for driver, not in total")}: ${formatRupees(tip)}`),
    ...textLine(slip.tariff?.version ? `${say("Tariff version")} ${slip.tariff.version}` : undefined, "small"),
    ...textLine(slip.branch?.valet_number && `${say("Valet phone")} ${slip.branch.valet_number}`, "small"),
    ...textLine(isInside && keepText, "small"),
    ...(hasStub(slip) ? stubLines({ slip, language }) : []),
  ];
  return { lines, isLong: isInside, opensDrawer: hasCash(receipt) && !isDuplicate };
}
