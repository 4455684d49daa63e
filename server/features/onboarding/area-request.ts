// §2 'Others', §8 AREA_EXIST: requests an unlisted area from the platform, at registration and correction.
import { listPlaceNames } from "#domain/branches/place-names.ts";
import { getCollection } from "#domain/collections.ts";
import { hasSameNameSql } from "#server/features/onboarding/same-name.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

const areaRequests = getCollection("Area_Request_List");
const branches = getCollection("Branch");

interface NamedArea {
  ctx: WriteContext;
  name: unknown;
  city: unknown;
  state: unknown;
}

/** Whether the area is on the list, also under another name of the city. */
export async function isAreaListed({ ctx, name, city, state }: NamedArea): Promise<boolean> {
  const [existing] = await ctx.tx`
    select 1 from "Areas" where ${hasSameNameSql({ sql: ctx.tx, column: "area_name", name: String(name) })}
      and lower(city) = any(${listPlaceNames(String(city))}::text[]) and lower(state) = lower(${String(state)})`;
  return existing !== undefined;
}

/** AREA_EXIST if the requested area is already listed. */
export async function assertAreaNotListed(area: NamedArea): Promise<void> {
  if (await isAreaListed(area)) throwApiError("AREA_EXIST", { field: "area_name" });
}

/** Creates the area request of a branch, which has no area until the platform has decided. */
export async function requestArea({
  ctx,
  branch,
  name,
}: {
  ctx: WriteContext;
  branch: number;
  name: unknown;
}): Promise<void> {
  const payload = { area_name: name, area_request_branch_id: branch };
  const request = await createItem({ ctx, collection: areaRequests, payload, bypassAccess: true });
  const branchFields = { area: null, area_request: request };
  await updateItem({ ctx, collection: branches, id: branch, payload: branchFields, bypassAccess: true });
}

/** Withdraws the branch's pending area request. */
export async function withdrawAreaRequest({ ctx, branch }: { ctx: WriteContext; branch: number }): Promise<void> {
  const pendingRequests = await ctx.tx<{ id: number }[]>`
    select id from "Area_Request_List" where area_request_branch_id = ${branch} and status = 'draft'`;
  for (const { id } of pendingRequests)
    await updateItem({ ctx, collection: areaRequests, id, payload: { status: "archived" }, bypassAccess: true });
}
