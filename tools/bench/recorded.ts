// What the server sent for one request, so that the bare side can send the very same: with other values in place of those
// that stood in.
import type postgres from "postgres";
import type { Desk } from "#tools/bench/data.ts";

export interface Visitor {
  vehicle_no: string;
  phone_no: string;
}

/** Stands in for each visitor to come. */
export const standIn: Visitor = { vehicle_no: "TN99STANDIN", phone_no: "9998887776" };
/** Stands in for the key of the row that is made. */
export const keyOfNew = "$key";

export interface Sent {
  text: string;
  values: unknown[];
}

export interface Recorded {
  desk: Desk;
  path: string;
  body: string;
  /** Those of one list went out together, before any of them was answered. */
  transaction: Sent[][];
}

export function inPlace({ text, visitor }: { text: string; visitor: Visitor }): string {
  return text.replaceAll(standIn.vehicle_no, visitor.vehicle_no).replaceAll(standIn.phone_no, visitor.phone_no);
}

/** The same transaction for somebody else, by the bare driver. */
export async function replay({
  sql,
  recorded,
  visitor,
}: {
  sql: postgres.Sql;
  recorded: Recorded;
  visitor: Visitor;
}): Promise<void> {
  await sql.begin(async (tx) => {
    let key: unknown;
    const filled = (value: unknown): unknown => {
      if (value === keyOfNew) return key;
      return typeof value === "string" ? inPlace({ text: value, visitor }) : value;
    };
    for (const together of recorded.transaction) {
      const answers = await Promise.all(
        together.map(({ text, values }) => tx.unsafe(text, values.map(filled) as never[], { prepare: true })),
      );
      key = (answers.at(-1)![0] as { id?: unknown } | undefined)?.id ?? key;
    }
  });
}
