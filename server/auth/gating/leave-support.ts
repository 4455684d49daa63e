// §1: a session of the platform leaves the branch that it reads as support, also by logging out (docs/rules/support-access.md).
import { isSupportOpen } from "#domain/platform/support-access.ts";
import { SupportAccess } from "#domain/platform/support-access.collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { asUser } from "#server/auth/as-user.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";

type AccessRow = Pick<
  RowOf<"Support_Access">,
  "id" | "company" | "branch" | "status" | "supporter" | "expires_at" | "entered_at"
>;

export async function lockSupportAccess({ tx, id }: { tx: Tx; id: number }): Promise<AccessRow> {
  const [row] = await tx<AccessRow[]>`
    select id, company, branch, status, supporter, expires_at, entered_at from "Support_Access" where id = ${id} for update`;
  return row ?? throwApiError("NO_MATCH_FOUND");
}

/** Ends the access, unless it has ended, and gives the session its own rights again. */
export async function leaveSupportAccess({
  services,
  origin,
  access,
  userId,
}: {
  services: AppServices;
  origin: RequestOrigin;
  access: number;
  userId: string;
}): Promise<void> {
  await asUser({
    services,
    origin,
    // The user with the rights of the platform, since those of support write nothing.
    resolveUserId: async () => userId,
    work: async ({ ctx }) => {
      const { status, expires_at: expiresAt } = await lockSupportAccess({ tx: ctx.tx, id: access });
      const isOpen = isSupportOpen({ status, expiresAt, now: ctx.now });
      const systemValues = { session_family: null, ...(isOpen ? { status: "ended" } : {}) };
      const change = { ctx, collection: SupportAccess, id: access, payload: {}, systemValues };
      await updateItem({ ...change, bypassAccess: true });
    },
  });
}

/** For a session that logs out without leaving. */
export async function leaveSupportOfFamily({
  services,
  origin,
  family,
}: {
  services: AppServices;
  origin: RequestOrigin;
  family: string;
}): Promise<void> {
  const [row] = await services.sql<{ id: number; supporter: string }[]>`
    select id, supporter from "Support_Access" where session_family = ${family} and supporter is not null`;
  if (row) await leaveSupportAccess({ services, origin, access: row.id, userId: row.supporter });
}
