// §4: records a print of the slip, or of the receipt once the entry or ticket is paid.
import { getPrintCount } from "#domain/parking/slip-prints.ts";
import type { Collection } from "#domain/schema/collection.ts";
import { runInTransaction } from "#server/context.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";

export async function recordPrint({
  id,
  collection,
  ...context
}: ActionContext & { id: number; collection: Collection }): Promise<void> {
  await runInTransaction({
    ...context,
    work: async (ctx) => {
      const [entry] = await ctx.tx<{ payment_status: string | null }[]>`
        select payment_status from ${ctx.tx(collection.name)} where id = ${id} for update`;
      const payload = { [getPrintCount(entry ?? throwApiError("FORBIDDEN"))]: 1 };
      await updateItem({ ctx, collection, id, payload });
    },
  });
}
