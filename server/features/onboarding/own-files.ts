// reading.md §10: nobody shows another's file as their own.
import { refuse } from "#server/items/refused.ts";
import type { WriteContext } from "#server/items/write-context.ts";

/** INVALID_FOREIGN_KEY by field where one of them is not there or was uploaded by somebody else; IMAGE_TYPE for no picture. */
export async function ownFiles({
  ctx,
  ids,
  field,
  isPicture = false,
}: {
  ctx: WriteContext;
  ids: readonly string[];
  field: string;
  isPicture?: boolean;
}): Promise<void> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const found = await ctx.tx<{ type: string | null }[]>`
    select f.type from files f left join "Branch" b on b.id = f.branch
    where f.id = any(${wanted}::uuid[]) and (f.uploaded_by = ${ctx.who.id} or b.company = ${ctx.who.company})`;
  if (found.length !== wanted.length) refuse("INVALID_FOREIGN_KEY", { field, path: [field] });
  if (isPicture && found.some(({ type }) => !type?.startsWith("image/"))) refuse("IMAGE_TYPE", { field });
}
