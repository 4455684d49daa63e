// §3: a booking of the actor's own branch.
import { isInScope } from "#domain/access/roles.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** FORBIDDEN for a booking of another branch. */
export async function requireOwnBooking({ ctx: { tx, actor }, id }: { ctx: WriteContext; id: number }): Promise<void> {
  const [row] = await tx<{ company: number | null; branch: number }[]>`
    select company, branch from "Pre_Booking_Information" where id = ${id}`;
  if (!row || !isInScope({ actor, ...row })) throwApiError("FORBIDDEN");
}
