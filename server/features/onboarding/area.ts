// §2 'Others', §8 AREA_EXIST: an area that is not on the list is asked of the platform, when registering and when correcting.
import type { Collection } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { isNamed } from "#server/features/onboarding/same-name.ts";
import { refuse } from "#server/items/refused.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";

const requests = collectionNamed("Area_Request_List") as Collection;
const branches = collectionNamed("Branch") as Collection;

/** AREA_EXIST where the area that is asked for is on the list. */
export async function refuseAreaThere({
  ctx,
  name,
  city,
  state,
}: {
  ctx: WriteContext;
  name: unknown;
  city: unknown;
  state: unknown;
}): Promise<void> {
  const [there] = await ctx.tx`
    select 1 from "Areas" where ${isNamed({ sql: ctx.tx, column: "area_name", name: String(name) })}
      and lower(city) = lower(${String(city).trim()}) and lower(state) = lower(${String(state)})`;
  if (there) refuse("AREA_EXIST", { field: "area_name" });
}

/** The branch asks for the area, and lies in none until the platform has answered. */
export async function askForArea({
  ctx,
  branch,
  name,
}: {
  ctx: WriteContext;
  branch: number;
  name: unknown;
}): Promise<void> {
  const payload = { area_name: name, area_request_branch_id: branch };
  const request = await createItem({ ctx, collection: requests, payload, isOurs: true });
  const place = { area: null, area_request: request };
  await updateItem({ ctx, collection: branches, id: branch, payload: place, isOurs: true });
}

/** What the branch asked for and nobody has answered is asked for no more. */
export async function takeAreaRequestBack({ ctx, branch }: { ctx: WriteContext; branch: number }): Promise<void> {
  const waiting = await ctx.tx<{ id: number }[]>`
    select id from "Area_Request_List" where area_request_branch_id = ${branch} and status = 'draft'`;
  for (const { id } of waiting)
    await updateItem({ ctx, collection: requests, id, payload: { status: "archived" }, isOurs: true });
}
