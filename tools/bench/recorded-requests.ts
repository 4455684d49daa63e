// Statements that the server executed for a request, replayed by the baseline with other values.
import type postgres from "postgres";
import type { BenchBranch } from "#tools/bench/data.ts";

export interface BenchVisitor {
  vehicle_no: string;
  phone_no: string;
}

/** Placeholder for the values of a visitor. */
export const placeholderVisitor: BenchVisitor = { vehicle_no: "TN99STANDIN", phone_no: "9998887776" };
/** Placeholder for the key of the created row. */
export const newKeyPlaceholder = "$key";

export interface RecordedStatement {
  text: string;
  values: unknown[];
}

export interface RecordedRequest {
  benchBranch: BenchBranch;
  path: string;
  body: string;
  /** Groups of statements that were sent together, before any was answered. */
  transaction: RecordedStatement[][];
}

export function fillPlaceholders({ text, visitor }: { text: string; visitor: BenchVisitor }): string {
  return text
    .replaceAll(placeholderVisitor.vehicle_no, visitor.vehicle_no)
    .replaceAll(placeholderVisitor.phone_no, visitor.phone_no);
}

/** Replays the transaction for another visitor on the database directly. */
export async function replayTransaction({
  sql,
  recorded,
  visitor,
}: {
  sql: postgres.Sql;
  recorded: RecordedRequest;
  visitor: BenchVisitor;
}): Promise<void> {
  await sql.begin(async (tx) => {
    let key: unknown;
    const fillValue = (value: unknown): unknown => {
      if (value === newKeyPlaceholder) return key;
      return typeof value === "string" ? fillPlaceholders({ text: value, visitor }) : value;
    };
    for (const group of recorded.transaction) {
      const results = await Promise.all(
        group.map(({ text, values }) => tx.unsafe(text, values.map(fillValue) as never[], { prepare: true })),
      );
      key = (results.at(-1)![0] as { id?: unknown } | undefined)?.id ?? key;
    }
  });
}
