// Enrols a browser as a shared device of the actor's branch, and revokes devices.
import { can } from "#domain/access/capabilities.ts";
import { isInScope } from "#domain/access/roles.ts";
import { SharedDevices } from "#domain/devices/shared-devices.collection.ts";
import { endDeviceSessions } from "#server/auth/sessions.ts";
import { runInTransaction } from "#server/context.ts";
import { findDevice } from "#server/features/devices/find-device.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";

const collection = SharedDevices;
const tokenBytes = 32;

/**
 * Returns the token for the cookie, which cannot be read later. An earlier enrolment of the same browser is revoked.
 * Throws FORBIDDEN, FAILED_VALIDATION.
 */
export async function enrolDevice({
  name,
  currentToken,
  ...context
}: ActionContext & { name: unknown; currentToken: string | undefined }): Promise<{ id: number; token: string }> {
  const current = await findDevice({ services: context.services, token: currentToken });
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      const { company, branch } = ctx.actor;
      if (!can(ctx.actor, "branch.configure") || branch === null) throwApiError("FORBIDDEN");
      if (current && isInScope({ actor: ctx.actor, ...current })) await endEnrolment({ ctx, id: current.id });
      const token = Buffer.from(ctx.random(tokenBytes)).toString("base64url");
      const systemValues = { company, branch, token };
      const id = await createItem({ ctx, collection, payload: { name }, systemValues, bypassAccess: true });
      return { id, token };
    },
  });
}

/** Effective on all servers with the next request of the device. FORBIDDEN. */
export function revokeDevice({ id, ...context }: ActionContext & { id: number }): Promise<void> {
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      const [device] = await ctx.tx<{ company: number; branch: number; revoked_at: Date | null }[]>`
        select company, branch, revoked_at from "Shared_Devices" where id = ${id} for update`;
      if (!device || !can(ctx.actor, "branch.configure")) throwApiError("FORBIDDEN");
      if (!isInScope({ actor: ctx.actor, ...device })) throwApiError("FORBIDDEN");
      if (device.revoked_at === null) await endEnrolment({ ctx, id });
    },
  });
}

async function endEnrolment({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  await updateItem({ ctx, collection, id, payload: {}, systemValues: { revoked_at: ctx.now }, bypassAccess: true });
  await endDeviceSessions({ tx: ctx.tx, device: id, now: ctx.now });
}
