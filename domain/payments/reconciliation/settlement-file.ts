// §4: the lines of a provider's settlement file, compared with the ledger to the paisa. See docs/rules/payments.md.
import { parsePaise } from "#domain/money.ts";

/** Headings by meaning, in the order of preference; compared without case, spaces and punctuation. */
const headings = {
  reference: ["merchanttransactionid", "merchantreferenceid", "merchantorderid", "merchantrefundid", "orderid"],
  providerReference: ["phonepetransactionid", "transactionid", "phonepereferenceid", "providerreferenceid"],
  utr: ["utr", "transactionutr", "rrn"],
  amount: ["transactionamount", "amount", "totaltransactionamount", "grossamount"],
  type: ["transactiontype", "type", "paymenttype"],
} as const;
type Column = keyof typeof headings;

export interface SettlementLine {
  /** Number of the line in the file. */
  line: number;
  /** Everything by which the payment or refund may be known here. */
  references: string[];
  isRefund: boolean;
  /** Paise, never negative; undefined if it is not an amount. */
  amount: number | undefined;
}

const simplify = (heading: string): string => heading.toLowerCase().replace(/[^a-z]/g, "");

function findColumns(cells: readonly string[]): { readonly [column in Column]?: number } {
  const names = cells.map(simplify);
  const find = (column: Column) => {
    const index = headings[column].map((name) => names.indexOf(name)).find((position) => position >= 0);
    return index === undefined ? [] : [[column, index] as const];
  };
  return Object.fromEntries([
    ...find("reference"),
    ...find("providerReference"),
    ...find("utr"),
    ...find("amount"),
    ...find("type"),
  ]);
}

/** '1,234.50' and '₹ -40.00' in paise, without the sign. */
export function parseSettledAmount(text: string): number | undefined {
  const paise = parsePaise(text.replace(/[₹,\s]|INR|Rs\.?/gi, ""));
  return paise === undefined ? undefined : Math.abs(paise);
}

/** Returns the lines, or the headings that are missing. */
export function readSettlementLines(
  rows: readonly { line: number; cells: readonly string[] }[],
): { lines: SettlementLine[] } | { missing: string[] } {
  const [head, ...body] = rows;
  const columns = findColumns(head?.cells ?? []);
  const missing = [
    ...(columns.reference === undefined && columns.providerReference === undefined && columns.utr === undefined
      ? ["Merchant transaction ID"]
      : []),
    ...(columns.amount === undefined ? ["Transaction amount"] : []),
  ];
  if (missing.length > 0) return { missing };
  const read = (cells: readonly string[], column: Column): string => {
    const index = columns[column];
    // Spreadsheets mark texts that look like numbers with an apostrophe.
    return index === undefined ? "" : (cells[index] ?? "").trim().replace(/^'/, "");
  };
  const lines = body.map(({ line, cells }) => {
    const typed = read(cells, "amount");
    return {
      line,
      references: [read(cells, "reference"), read(cells, "providerReference"), read(cells, "utr")].filter(Boolean),
      isRefund: /refund|reversal|chargeback/i.test(read(cells, "type")) || typed.startsWith("-"),
      amount: parseSettledAmount(typed),
    };
  });
  return { lines };
}

/** A payment or refund of the ledger; amounts in paise. */
export interface LedgerLine {
  /** Id of the payment attempt. */
  attempt: number;
  isRefund: boolean;
  references: readonly string[];
  amount: number;
  /** Whether it is paid or refunded here; otherwise it is known, but has no effect. */
  isDone: boolean;
  /** Whether the file has to contain it. */
  isInPeriod: boolean;
}

export const settlementDifferences = ["amount", "not-paid", "unknown", "twice", "unreadable", "missing"] as const;

export interface SettlementDifference {
  reason: (typeof settlementDifferences)[number];
  /** Line of the file; null if it is missing there. */
  line: number | null;
  attempt: number | null;
  reference: string | null;
  isRefund: boolean;
  inFile: number | null;
  recorded: number | null;
}

export interface SettlementComparison {
  /** Lines of the file that agree with the ledger. */
  matched: number;
  differences: SettlementDifference[];
}

/** Each line of the ledger agrees with one line of the file. */
export function compareSettlement({
  lines,
  ledger,
}: {
  lines: readonly SettlementLine[];
  ledger: readonly LedgerLine[];
}): SettlementComparison {
  const byReference = new Map<string, LedgerLine[]>();
  for (const entry of ledger)
    for (const reference of entry.references)
      byReference.set(reference, [...(byReference.get(reference) ?? []), entry]);
  const found = new Set<LedgerLine>();
  const differences: SettlementDifference[] = [];
  for (const line of lines) {
    const known = line.references
      .flatMap((reference) => byReference.get(reference) ?? [])
      .filter(({ isRefund }) => isRefund === line.isRefund);
    const free = known.filter((entry) => !found.has(entry));
    const match = free.find(({ amount }) => amount === line.amount) ?? free[0];
    const reason = getDifference({ line, match, isKnown: known.length > 0 });
    if (match) found.add(match);
    if (reason) differences.push(toDifference({ reason, line, entry: match ?? known[0] }));
  }
  const matched = lines.length - differences.length;
  const missing = ledger.filter((entry) => entry.isInPeriod && entry.isDone && !found.has(entry));
  return {
    matched,
    differences: [...differences, ...missing.map((entry) => toDifference({ reason: "missing", entry }))],
  };
}

function getDifference({
  line,
  match,
  isKnown,
}: {
  line: SettlementLine;
  match: LedgerLine | undefined;
  isKnown: boolean;
}): SettlementDifference["reason"] | undefined {
  if (line.amount === undefined || line.references.length === 0) return "unreadable";
  if (!match) return isKnown ? "twice" : "unknown";
  if (!match.isDone) return "not-paid";
  return match.amount === line.amount ? undefined : "amount";
}

function toDifference({
  reason,
  line,
  entry,
}: {
  reason: SettlementDifference["reason"];
  line?: SettlementLine;
  entry?: LedgerLine | undefined;
}): SettlementDifference {
  return {
    reason,
    line: line?.line ?? null,
    attempt: entry?.attempt ?? null,
    reference: line?.references[0] ?? entry?.references[0] ?? null,
    isRefund: line?.isRefund ?? entry?.isRefund ?? false,
    inFile: line?.amount ?? null,
    recorded: entry && entry.isDone ? entry.amount : null,
  };
}
