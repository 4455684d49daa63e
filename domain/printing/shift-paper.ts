// §4: a closed cash shift on paper, to hand over with the cash.
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import type { Language } from "#domain/people/languages.ts";
import { headLines, type Paper, textLine } from "#domain/printing/paper.ts";
import { getPaperText, type PaperText } from "#domain/printing/paper-text.ts";
import type { WireRow } from "#domain/schema/registry.ts";

/** Fields of `cash_shifts` that the paper names. */
export const printedShiftFields = [
  "id",
  "opened_at",
  "closed_at",
  "opening_float",
  "counted",
  "expected",
  "difference",
  "vehicles",
  "note",
  "first_counted",
  "corrected_at",
  "corrected_by.first_name",
  "correction_reason",
  "collector.first_name",
  "company.name",
  "branch.name",
  "branch.address",
] as const;

export function describeShiftPaper({
  shift,
  zone,
  language,
}: {
  shift: WireRow<"cash_shifts", typeof printedShiftFields>;
  /** Time zone of the branch. */
  zone: string;
  /** That the branch prints in. */
  language: Language;
}): Paper {
  const { opened_at: from, closed_at: till, collector, vehicles, note, corrected_at: correctedAt } = shift;
  const say = (text: PaperText): string => getPaperText({ language, text });
  const formatAt = (at: string): string => formatDateTime12({ at: new Date(at), zone });
  const amountLine = (label: PaperText, amount: string | null) =>
    textLine(`${say(label)} ${formatRupees(toPaise(amount ?? "0"))}`);
  return {
    lines: [
      ...headLines({ head: shift, title: say("CASH SHIFT"), isDuplicate: false, language }),
      ...textLine(collector?.first_name, "heading"),
      ...textLine(`${say("From")} ${formatAt(from)}`),
      ...textLine(till && `${say("Till")} ${formatAt(till)}`),
      ...textLine(vehicles !== null && `${say("Paid vehicles")} ${vehicles}`),
      ...amountLine("Opening float", shift.opening_float),
      ...amountLine("Counted", shift.counted),
      ...amountLine("Expected", shift.expected),
      ...amountLine("Difference", shift.difference),
      ...textLine(note, "small"),
      ...(correctedAt === null
        ? []
        : [
            ...amountLine("Counted first", shift.first_counted),
            ...textLine(`${say("Corrected")} ${formatAt(correctedAt)}`),
            ...textLine(shift.corrected_by?.first_name),
            ...textLine(shift.correction_reason, "small"),
          ]),
      ...textLine(`${say("Signature")} ____________________`),
    ],
    isLong: false,
    opensDrawer: false,
  };
}
