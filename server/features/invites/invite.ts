// §2 /{customerType}/invites, §4 Invited: a visitor is invited for a window, and the invite withdrawn.
import type { Collection, Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { ParkingMainInformation } from "#domain/collections/parking-main-information.ts";
import { visitorFields } from "#domain/rules/parking-main.ts";
import { inTransaction } from "#server/context.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import { type Acting, picked } from "#server/services/action.ts";
import { tellApprovers, tellInvited, tellWithdrawn } from "#server/services/parking-messages.ts";

const visits = ParkingInformation as unknown as Collection;
const standing = ParkingMainInformation as unknown as Collection;

const ofEntry = ["invite_start_date", "invite_end_date", "visitor_id"] as const;
export const inviteFields = [...visitorFields, ...ofEntry] as const;

/**
 * Invites and answers the entry's id; the visitor is sent the link to their code, where entries are approved once this one is.
 * Employees invite to see themselves. Throws the field errors of §5, FORBIDDEN for a
 * branch one may not invite to, FAILED_VALIDATION for a window that is over, SERVICE_NOT_ENABLED, VEHICLE_TYPE_REQUIRED.
 */
export function invite({ body, ...acting }: Acting & { body: Row }): Promise<number> {
  return inTransaction({
    ...acting,
    work: async (ctx) => {
      const { role, id: me } = ctx.who;
      // Their collections' access lets neither write an entry: what they may invite to is the rules' to say.
      const isOurs = role === "employee" || role === "customer";
      const main = (await createItem({
        ctx,
        collection: standing,
        payload: picked(body, visitorFields),
        set: { is_invited: true },
        isOurs,
      })) as number;
      const meets = role === "employee" ? { visitor_id: me } : {};
      const payload = { ...picked(body, ofEntry), ...meets, is_invited: true, parking_main_info: main };
      const id = (await createItem({ ctx, collection: visits, payload, isOurs })) as number;
      await tellApprovers({ house: acting.house, ctx, main });
      await tellInvited({ house: acting.house, ctx, id });
      return id;
    },
  });
}

/** Withdraws an invite (3 → 4). Throws FORBIDDEN for somebody else's, NO_NEXT_STATUS once the visitor came, STATUS_ALREADY_UPDATED. */
export function cancelInvite({ id, ...acting }: Acting & { id: number }): Promise<void> {
  const change = { collection: visits, id, payload: { parking_status_id: 4 } };
  return inTransaction({
    ...acting,
    work: async (ctx) => {
      await updateItem({ ctx, ...change });
      await tellWithdrawn({ ctx, id });
    },
  });
}
