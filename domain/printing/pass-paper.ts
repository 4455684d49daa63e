// §4: a pass on paper for its holder: its code and validity, and what was paid for it.
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import type { passActions } from "#domain/passes/actions.ts";
import type { Language } from "#domain/people/languages.ts";
import { headLines, type Paper, qrLine, textLine } from "#domain/printing/paper.ts";
import { describePaperChannel, getPaperText, type PaperText } from "#domain/printing/paper-text.ts";
import type { ContractReply } from "#domain/schema/contract.ts";
import type { WireRow } from "#domain/schema/registry.ts";

/** Fields of `payments` of a pass that its paper names. */
export const passPaymentFields = ["id", "kind", "mode", "channel", "amount", "received_at"] as const;
export type PassPayment = WireRow<"payments", typeof passPaymentFields>;

/** What was paid for a pass, and returned. */
export const getPassPaymentQuery = (pass: number) => ({
  fields: passPaymentFields,
  filter: { pass: { _eq: pass } },
  sort: ["id"],
  limit: 100,
});

export function describePassPaper({
  pass,
  payments,
  zone,
  language,
}: {
  pass: ContractReply<typeof passActions.read>;
  payments: readonly PassPayment[];
  /** Time zone of the branch. */
  zone: string;
  /** That the branch prints in. */
  language: Language;
}): Paper {
  const say = (text: PaperText): string => getPaperText({ language, text });
  const formatAt = (at: string): string => formatDateTime12({ at: new Date(at), zone });
  const { pass_start_time: start, pass_end_time: end } = pass;
  const slot = formatSlot(pass);
  return {
    lines: [
      ...headLines({ head: pass, title: say("PARKING PASS"), isDuplicate: false }),
      ...textLine(pass.branch?.gstin && `GSTIN ${pass.branch.gstin}`, "small"),
      ...textLine(pass.vehicle_no ?? pass.name, "plate"),
      ...textLine(slot && `${say("Slot")} ${slot}`, "slot"),
      qrLine({ text: pass.qr, label: "QR code of this pass", mm: 40 }),
      ...textLine(start && `${say("From")} ${formatAt(start)}`),
      ...textLine(end && `${say("Till")} ${formatAt(end)}`),
      ...textLine(pass.vehicle_type?.name),
      ...payments.flatMap(({ kind, amount, received_at: at, ...payment }) =>
        textLine(
          `${say(kind === "refund" ? "Returned" : "Paid")} ${formatRupees(Math.abs(toPaise(amount)))} ${describePaperChannel({ payment, language })}, ${formatAt(at)}`,
          "small",
        ),
      ),
      ...textLine(say("Show this code at the gate"), "small"),
    ],
    isLong: payments.length > 0,
    opensDrawer: false,
  };
}
