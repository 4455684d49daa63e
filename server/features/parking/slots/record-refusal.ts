// §2: check-ins that are refused for lack of a slot, which the report of full times counts.
import type { Actor } from "#domain/access/roles.ts";
import { isTestOf } from "#domain/visitors/test-entry.ts";
import type { AppServices } from "#server/context.ts";
import { ApiError } from "#server/items/api-error.ts";

/** Records SLOT_FULL after the check-in was rolled back, and throws it on. Nothing of the vehicle is kept. */
export async function recordRefusal<T>({
  services: { sql, clock },
  session: { actor },
  checkIn,
}: {
  services: Pick<AppServices, "sql" | "clock">;
  session: { actor: Actor };
  checkIn: () => Promise<T>;
}): Promise<T> {
  try {
    return await checkIn();
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === "SLOT_FULL";
    if (isRefused && actor.branch !== null && !isTestOf(actor))
      await sql`insert into slot_refusals (branch, at) values (${actor.branch}, ${clock()})`;
    throw error;
  }
}
