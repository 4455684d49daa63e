// The document that lists the messages whose translations no native speaker has read yet.
import { languages } from "#domain/people/languages.ts";

export interface UsedMessage {
  text: string;
  /** Files that show it; "refusal" for an error text, "paper" for a text of slips and receipts, "message" for one of emails and notifications, "share" for one of the page of a shared picture, "domain" for another text of the domain. */
  origins: string[];
}

/** Messages that a native speaker has read, by language. A changed message is unread again, since its text is its id. */
const read: { readonly [code: string]: readonly string[] } = {};

const isMoney = ({ text, origins }: UsedMessage): boolean =>
  /₹|\b(amount|cash|charge|collect|debt|discount|due|fee|free|owe[sd]?|paid|pay|payment|refund|UPI)\b/i.test(text) ||
  origins.some((origin) => /payment|charge|debt/.test(origin));

/** In domain/printing/paper-text.ts and domain/messages/message-translations.ts, not in the catalogues. */
const isOnPaper = ({ origins }: UsedMessage): boolean => origins.includes("paper");
const isInMessage = ({ origins }: UsedMessage): boolean => origins.includes("message");

const sections = [
  { title: "Refusals", has: ({ origins }: UsedMessage) => origins.includes("refusal") },
  { title: "Money", has: (message: UsedMessage) => isMoney(message) && !isOnPaper(message) && !isInMessage(message) },
  { title: "Slips and receipts", has: isOnPaper },
  { title: "Emails and notifications", has: isInMessage },
  { title: "Others", has: () => true },
] as const;

/** Markdown: one table per section, each message in the first section that has it. */
export function describeUnread({
  messages,
  codes,
}: {
  messages: readonly UsedMessage[];
  codes: readonly string[];
}): string {
  const names: { readonly [code: string]: string } = languages;
  const isUnread = (text: string, code: string): boolean => !read[code]?.includes(text);
  const listed = messages
    .filter(({ text }) => codes.some((code) => isUnread(text, code)))
    .toSorted((one, other) => (one.text < other.text ? -1 : 1));
  const lines = [
    "# Translations not yet read by a native speaker",
    "",
    "Written by `tools/check-languages.ts --write`; which messages were read is noted in `tools/languages/unread-list.ts`. The",
    "translations are in `web/languages/catalogues/`, `domain/text/charge-translations.ts`, `domain/printing/paper-text.ts`,",
    "`domain/devices/shared-picture.ts` and `domain/messages/message-translations.ts`. Until a message was read, its translation",
    "may be wrong or unusual.",
    "Refusals and messages about money come first, since a mistake in them costs most.",
    "",
    "## What stays English",
    "",
    "- SMS, unless the branch has registered the text in the recipient's language: operators deliver registered texts only.",
    "  Those that a branch registers are its own, and not listed here.",
    "- Refusals with values of the server that are not in `domain/text/filled-text.ts`, what vendors have named themselves (extra",
    "  charges, offers), names of vehicle types on paper, and exported tables.",
    "- The PDF of a receipt, except for names and addresses: it uses the standard fonts of PDF, which have Latin letters only",
    "  (`docs/decisions/027-receipt-pdf.md`). The receipt's page is in the customer's language, with the lines of the charge.",
    "- Emails to staff, vendors and the platform, whose pages are English. The emails to customers and guests are those of",
    "  `customerMails` in `domain/messages/message-translations.ts`; about bookings, passes, refunds, offers and valet tickets they get SMS.",
    "- An email whose text a branch has written itself: it is sent to everyone as it was written.",
    "- A code for an address without an account that no branch sends, such as at a registration, and values that the server writes",
    "  into a message where a name is missing, such as 'Somebody'.",
    "- Managers' and vendors' pages, histories of entries and tickets, legal texts, tax invoices: see `docs/decisions/033-languages.md`.",
  ];
  for (const section of sections) {
    const rows = listed.filter((message) => sections.find(({ has }) => has(message)) === section);
    lines.push(
      "",
      `## ${section.title} (${rows.length})`,
      "",
      `| Message | ${codes.map((code) => names[code]).join(" | ")} |`,
    );
    lines.push(`|---|${codes.map(() => "---|").join("")}`);
    for (const { text } of rows)
      lines.push(`| ${text} | ${codes.map((code) => (isUnread(text, code) ? "not read" : "read")).join(" | ")} |`);
  }
  return `${lines.join("\n")}\n`;
}
