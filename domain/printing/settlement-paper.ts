// §4: the receipt of the settlement of an account, DUPLICATE if printed before.
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { isDuplicate as isPrintedBefore } from "#domain/parking/slip-prints.ts";
import { getPaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import type { Language } from "#domain/people/languages.ts";
import { headLines, type Paper, textLine } from "#domain/printing/paper.ts";
import { describePaperChannel, getPaperText, type PaperText } from "#domain/printing/paper-text.ts";
import type { WireRow } from "#domain/schema/registry.ts";

/** Fields of `payments` that the receipt names. */
export const settlementFields = [
  "id",
  "account",
  "amount",
  "mode",
  "channel",
  "reference",
  "received_at",
  "collected_by.first_name",
  "company.name",
  "branch.name",
  "branch.address",
  "branch.gstin",
] as const;

export function describeSettlementPaper({
  settlement,
  prints,
  zone,
  language,
}: {
  settlement: WireRow<"payments", typeof settlementFields>;
  /** With this one. */
  prints: number;
  /** Time zone of the branch. */
  zone: string;
  /** That the branch prints in. */
  language: Language;
}): Paper {
  const { id, account, amount, reference, received_at: at, collected_by: by, branch } = settlement;
  const say = (text: PaperText): string => getPaperText({ language, text });
  const isDuplicate = isPrintedBefore(prints);
  const way = describePaperChannel({ payment: settlement, language });
  return {
    lines: [
      ...headLines({ head: settlement, title: say("RECEIPT"), isDuplicate, language }),
      ...textLine(branch?.gstin && `GSTIN ${branch.gstin}`, "small"),
      ...textLine(`${say("No.")} S${id}`),
      ...textLine(say("Settlement of account")),
      ...textLine(account, "plate"),
      ...textLine(`${say("Paid")} ${formatRupees(toPaise(amount))} ${way}`, "heading"),
      ...textLine(reference && `${say("Reference")} ${reference}`),
      ...textLine(formatDateTime12({ at: new Date(at), zone })),
      ...textLine(by && `${say("Received by")} ${by.first_name ?? ""}`.trim(), "small"),
    ],
    isLong: false,
    opensDrawer: getPaymentChannel(settlement) === "cash" && !isDuplicate,
  };
}
