// §2 /configurations/branch: edits of questions and message texts that do not overwrite those of somebody else.
import { editedListFields, type configurationActions } from "#domain/branches/actions.ts";
import { Branch } from "#domain/branches/branch.collection.ts";
import { findChangedMeanwhile } from "#domain/schema/changed-meanwhile.ts";
import type { Row } from "#domain/schema/collection.ts";
import { runInTransaction } from "#server/context.ts";
import { pickFields } from "#server/http/action-request.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { isRowWithin } from "#server/items/access/row-access.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { fromDatabase, toWireRow } from "#server/items/field-values.ts";
import { updateItem } from "#server/items/write/write.ts";

/** ENTRY_CHANGED if a list that is edited has not the value in `shown` any more. FORBIDDEN without the right to change the branch. */
export async function editLists({
  id,
  body,
  ...context
}: ContractCall<typeof configurationActions.editLists>): Promise<void> {
  const collection = Branch;
  await runInTransaction({
    ...context,
    work: async (ctx) => {
      const grant = getGrant({ collection, operation: "update", actor: ctx.actor });
      if (!grant || !(await isRowWithin({ sql: ctx.tx, collection, id, now: ctx.now, rows: grant.rows })))
        throwApiError("FORBIDDEN");
      const [row] = await ctx.tx<Row[]>`select * from "Branch" where id = ${id} for update`;
      if (!row) throwApiError("FORBIDDEN");
      const edited = editedListFields.filter((name) => name in body);
      const current = toWireRow(collection, fromDatabase(collection, row));
      const changed = findChangedMeanwhile({ edited, shown: body.shown, current });
      if (changed !== undefined) throwApiError("ENTRY_CHANGED", { field: changed });
      await updateItem({ ctx, collection, id, payload: pickFields(body, edited) });
    },
  });
}
