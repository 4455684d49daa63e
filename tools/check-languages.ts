// Checks the texts of the interface (docs/decisions/033-languages.md): each catalogue has exactly the messages in use, with their
// placeholders; texts that cannot be translated only become fewer; docs/languages.md is up to date. `--write` removes unused
// messages from the catalogues and writes docs/languages.md.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { getKeys, isKeyOf } from "#domain/object-keys.ts";
import { languages, type TranslatedLanguage } from "#domain/people/languages.ts";
import { shareTexts } from "#domain/devices/shared-picture.ts";
import { messageTexts } from "#domain/messages/message-translations.ts";
import { paperTexts } from "#domain/printing/paper-text.ts";
import { getChargeTranslations } from "#domain/text/charge-translations.ts";
import { listDomainTexts, listRefusals } from "#tools/languages/domain-texts.ts";
import { readSourceTexts } from "#tools/languages/marked-texts.ts";
import { describeUnread, type UsedMessage } from "#tools/languages/unread-list.ts";

/** What the gate, valets, customers and guests see: all of its texts are passed to `t`, labels in objects by the components that show them. */
const translatedPaths: readonly string[] = [
  "web/features/accounts/",
  "web/features/branches/settings.page.tsx",
  "web/features/cash/cash-difference.tsx",
  "web/features/cash/hand-over-sheet.tsx",
  "web/features/cash/labels.ts",
  "web/features/cash/shift.page.tsx",
  "web/features/customers/",
  "web/features/debts/",
  "web/features/home/home.page.tsx",
  "web/features/invites/",
  "web/features/parking/",
  "web/features/passes/",
  "web/features/payments/pay-offers.tsx",
  "web/features/payments/pay.page.tsx",
  "web/features/payments/payment-link-ended.tsx",
  "web/features/payments/receipt-buttons.tsx",
  "web/features/payments/receipt.page.tsx",
  "web/features/pre-booking/booking-sheets.tsx",
  "web/features/pre-booking/bookings.page.tsx",
  "web/features/pre-booking/new-booking.page.tsx",
  "web/features/pre-booking/pre-booking-rental.page.tsx",
  "web/features/printing/printer-card.tsx",
  "web/features/printing/printers.page.tsx",
  "web/features/valet/",
  "web/features/visitors/visit-request.page.tsx",
  "web/layouts.tsx",
  "web/product/access-denied.tsx",
  "web/product/cash/",
  "web/product/customer-page.tsx",
  "web/product/entry-list.tsx",
  "web/product/forms/",
  "web/product/location-map/",
  "web/product/payments/",
  "web/product/printing/",
  "web/product/queue/",
  "web/product/scan/",
  "web/product/shell/",
  "web/product/slots/",
  "web/product/vehicles/",
  "web/product/visit-page.tsx",
  "web/ui/",
];
/** Parts of these that stay English, since managers, vendors or the tax office read them, with the number of their texts: it only falls. */
const englishParts: { readonly [path: string]: number } = {
  "web/features/accounts/accept-invitation.page.tsx": 4,
  "web/features/accounts/vendor-sign-up.tsx": 14,
  "web/features/parking/search/": 7,
  "web/features/printing/printer-card.tsx": 4,
  "web/features/printing/printers.page.tsx": 3,
  "web/product/payments/online-payments.tsx": 6,
  "web/product/payments/write-off-sheet.tsx": 2,
  "web/product/shell/branch-switcher.tsx": 5,
  "web/product/shell/review-notice.tsx": 1,
};
/** The links of the navigation that staff at the gate have are in domain-texts.ts. */
const withoutShownLabels =
  /accounts\/(accept-invitation|vendor-sign-up)|shell\/navigation\.ts$|\/(search)\/|payments\/(entry-offers|received-payments|write-off)/;
const unreadDocument = "docs/languages.md";
const codes = getKeys(languages).filter((code) => code !== "en");
const isWriting = process.argv.includes("--write");

const used = new Map<string, UsedMessage>();
const problems: string[] = [];
readMessages();
const catalogues = new Map(codes.map((code) => [code, readCatalogue(code)] as const));
for (const [code, catalogue] of catalogues) checkCatalogue(code, catalogue);
checkUnreadDocument();
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

function use(text: string, origin: string): void {
  const message = used.get(text) ?? { text, origins: [] };
  message.origins.push(origin);
  used.set(text, message);
}

function readMessages(): void {
  for (const text of listRefusals()) use(text, "refusal");
  for (const text of listDomainTexts()) use(text, "domain");
  const englishCounts = new Map(Object.keys(englishParts).map((part) => [part, 0]));
  const files = globSync("web/**/*.{ts,tsx}").filter((name) => !/\.(test|story)\.|^web\/(site|languages)\//.test(name));
  for (const name of files.toSorted()) {
    const { messages, labels, unmarked, early } = readSourceTexts(name);
    for (const text of messages) use(text, name);
    for (const text of early)
      problems.push(`${name}: '${text}' is translated when the module loads, not when it is shown.`);
    if (!translatedPaths.some((prefix) => name.startsWith(prefix))) continue;
    const part = Object.keys(englishParts).find((prefix) => name.startsWith(prefix));
    if (part !== undefined) englishCounts.set(part, englishCounts.get(part)! + unmarked.length);
    else for (const text of unmarked) problems.push(`${name}: '${text}' is not passed to t().`);
    if (!withoutShownLabels.test(name)) for (const text of labels) use(text, name);
  }
  for (const [part, count] of englishCounts) {
    const limit = englishParts[part]!;
    if (count > limit) problems.push(`${part}: ${count} texts are not passed to t(), more than ${limit}.`);
    if (count < limit) problems.push(`${part}: only ${count} texts are not passed to t(): lower the ${limit}.`);
  }
}

function readCatalogue(code: TranslatedLanguage): Map<string, string> {
  const catalogue: object = JSON.parse(readFileSync(getPath(code), "utf8"));
  const charges = getChargeTranslations(code);
  const entries = Object.entries(catalogue).filter(
    ([message]) => !isWriting || (used.has(message) && !isKeyOf(charges, message)),
  );
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (isWriting) writeFileSync(getPath(code), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  for (const [message] of sorted)
    if (isKeyOf(charges, message))
      problems.push(`${code}: '${message}' is in domain/text/charge-translations.ts, which screens show, too.`);
  return new Map([...sorted, ...Object.entries(charges)]);
}

function getPath(code: string): string {
  return `web/languages/catalogues/${code}.json`;
}

function checkCatalogue(code: string, catalogue: ReadonlyMap<string, string>): void {
  for (const message of used.keys()) {
    const translation = catalogue.get(message);
    if (translation === undefined) problems.push(`${code}: no translation of '${message}'.`);
    else if (listPlaceholders(message) !== listPlaceholders(translation))
      problems.push(`${code}: the placeholders of '${message}' differ in '${translation}'.`);
    else if (message.startsWith("*") !== translation.startsWith("*"))
      problems.push(`${code}: '${message}' and '${translation}' do not both start with *.`);
  }
  for (const message of catalogue.keys()) if (!used.has(message)) problems.push(`${code}: '${message}' is not used.`);
}

function listPlaceholders(text: string): string {
  return [...text.matchAll(/\{(\w*)\}/g)]
    .map(([, name]) => name)
    .toSorted((one, other) => one!.localeCompare(other!))
    .join(" ");
}

function checkUnreadDocument(): void {
  const papers = paperTexts.map((text) => ({ text, origins: ["paper"] }));
  const shared = shareTexts.map((text) => ({ text, origins: ["share"] }));
  const sent = messageTexts.map((text) => ({ text, origins: ["message"] }));
  const text = describeUnread({ messages: [...papers, ...sent, ...shared, ...used.values()], codes });
  if (isWriting) writeFileSync(unreadDocument, text);
  else if (readFileSync(unreadDocument, "utf8") !== text)
    problems.push(`${unreadDocument} is out of date: run tools/check-languages.ts --write.`);
}
