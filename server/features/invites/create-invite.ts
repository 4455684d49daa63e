// §2 /{customerType}/invites, §4 Invited: creates and withdraws invites of visitors.
import { idResult, noResult } from "#server/http/idempotency.ts";
import { can } from "#domain/access/capabilities.ts";
import { isPartner } from "#domain/access/roles.ts";
import type { Row } from "#domain/schema/collection.ts";
import { inviteActions } from "#domain/invites/actions.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { runInTransaction } from "#server/context.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import { countInvite, countInviteOfHost } from "#server/messaging/quota.ts";
import { type IdempotentContext, pickFields } from "#server/http/action-request.ts";
import { sendInvite, notifyInviteWithdrawn } from "#server/features/parking/parking-messages.ts";

const { Parking_Main_Information: visitorFields, Parking_Information: entryFields } = inviteActions.create.fields;

/**
 * Creates an invite and returns the id of its entry. Sends the visitor the link to the QR code, after approval if the
 * branch requires it. Invites of employees are visits to themselves. Throws the field errors of §5, FORBIDDEN for a
 * branch the actor may not invite to, FAILED_VALIDATION for a validity period in the past, INVITE_TOO_LONG,
 * SERVICE_NOT_ENABLED, VEHICLE_TYPE_REQUIRED, INVITES_EXCEEDED, and the quota errors of `queueMail`.
 */
export function createInvite({ body, ...context }: IdempotentContext & { body: Row }): Promise<number> {
  return runInTransaction({
    ...context,
    result: idResult,
    work: async (ctx) => {
      const { actor } = ctx;
      await countInvite({ ctx });
      // Employees and customers have no write access to entries: the rules decide where they may invite to.
      const bypassAccess = can(actor, "invite.host");
      const visitorRecordId = await createItem({
        ctx,
        collection: ParkingMainInformation,
        payload: pickFields(body, visitorFields),
        systemValues: { is_invited: true },
        bypassAccess,
      });
      const hostFields = bypassAccess && isPartner(actor) ? { visitor_id: actor.id } : {};
      const payload = {
        ...pickFields(body, entryFields),
        ...hostFields,
        is_invited: true,
        parking_main_info: visitorRecordId,
      };
      const id = await createItem({ ctx, collection: ParkingInformation, payload, bypassAccess });
      await countInviteOfHost({ ctx, entry: id });
      await sendInvite({ services: context.services, ctx, id, onExceeded: "refuse" });
      return id;
    },
  });
}

/**
 * Withdraws an invite (3 → 4). Throws FORBIDDEN for another user's invite, NO_NEXT_STATUS after the check-in,
 * STATUS_ALREADY_UPDATED.
 */
export function cancelInvite({ id, ...context }: IdempotentContext & { id: number }): Promise<void> {
  const change = { collection: ParkingInformation, id, payload: { parking_status_id: 4 } };
  return runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      await updateItem({ ctx, ...change });
      await notifyInviteWithdrawn({ ctx, id });
    },
  });
}
