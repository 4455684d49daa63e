// §7 §8 Outbox: who looks after a branch sends one of its messages once more.
import { type House, inTransaction, type Origin } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { sendAgain } from "#server/services/outbox.ts";

/** Throws FORBIDDEN for a message that is not theirs to see, MESSAGE_HAD_A_SECRET. */
export function resend({
  house,
  session,
  origin,
  id,
}: {
  house: House;
  session: Session;
  origin: Origin;
  id: number;
}): Promise<void> {
  return inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      const { tx, who } = ctx;
      const isAll = who.role === "platform";
      const [branch, company] = [who.role === "manager" ? who.branch : null, who.role === "admin" ? who.company : null];
      const mine = await tx`
        select 1 from "Outbox" where id = ${id} and (${isAll} or branch = ${branch} or company = ${company})`;
      if (mine.length === 0) refuse("FORBIDDEN");
      await sendAgain({ ctx, id });
    },
  });
}
