// §4: records a print of the slip, or of the receipt once the entry or ticket is paid.
import { z } from "zod";
import { getPrintCount, type PrintCount } from "#domain/parking/slip-prints.ts";
import type { Collection } from "#domain/schema/collection.ts";
import { runInTransaction } from "#server/context.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { jsonText } from "#server/json-text.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";

type PrintCounts = { [name in PrintCount]: number };

/** Returns the counts with this print, which a concurrent one has changed by the time the row is read. */
export async function recordPrint({
  id,
  collection,
  ...context
}: ActionContext & { id: number; collection: Collection }): Promise<PrintCounts> {
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      const [entry] = await ctx.tx<{ payment_status: string | null }[]>`
        select payment_status from ${ctx.tx(collection.name)} where id = ${id} for update`;
      const payload = { [getPrintCount(entry ?? throwApiError("FORBIDDEN"))]: 1 };
      await updateItem({ ctx, collection, id, payload });
      const [counts] = await ctx.tx<PrintCounts[]>`
        select slip_prints, receipt_prints from ${ctx.tx(collection.name)} where id = ${id}`;
      return counts!;
    },
  });
}

const reply = jsonText(z.object({ data: z.looseObject({}) }));

/** The reply with the row, with the counts of this print. */
export function withPrintCounts({ json, counts }: { json: string; counts: PrintCounts }): string {
  const { data } = reply.parse(json);
  return JSON.stringify({ data: { ...data, ...counts } });
}
