// reading.md §10: users can attach only files they may use.
import type { FilePurpose } from "#domain/files/file-purpose.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/**
 * INVALID_FOREIGN_KEY of the field if a file is missing, belongs to another uploader, or has another purpose;
 * IMAGE_TYPE if a logo is not an image.
 */
export async function claimUploadedFiles({
  ctx,
  ids,
  field,
  purpose,
}: {
  ctx: WriteContext;
  ids: readonly string[];
  field: string;
  purpose: FilePurpose;
}): Promise<void> {
  const fileIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  const found = await ctx.tx<{ type: string | null }[]>`
    select f.type from files f left join "Branch" b on b.id = f.branch
    where f.id = any(${fileIds}::uuid[]) and f.purpose in ('unassigned', 'branch_file', ${purpose})
      and (f.uploaded_by = ${ctx.actor.id} or (b.company = ${ctx.actor.company} and f.purpose <> 'unassigned'))`;
  if (found.length !== fileIds.length) throwApiError("INVALID_FOREIGN_KEY", { field, path: [field] });
  if (purpose === "logo" && found.some(({ type }) => !type?.startsWith("image/")))
    throwApiError("IMAGE_TYPE", { field });
}
