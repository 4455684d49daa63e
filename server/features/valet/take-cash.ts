// §4 Cash payment at the valet: what is owed, with the driver's tip outside the total; and with `auto_checkout` the handover.
import { valetSequence } from "#domain/states/valet.ts";
import { inTransaction } from "#server/context.ts";
import { takeCash as take } from "#server/services/cash.ts";
import { type Proof, proveHandover, throwIfRefused } from "#server/features/valet/handover-proof.ts";
import { type Press, tickets } from "#server/features/valet/ticket.ts";

/** As `server/services/cash.ts`; with `auto_checkout` also what a handover throws, and then nothing is taken. */
export async function takeCash({ house, session, origin, id, body }: Press): Promise<void> {
  const { auto_checkout: isLast, otp, qr, handover_note: note, ...rest } = body;
  const closing = {
    status_id: valetSequence.checkedOut,
    ...(note === undefined ? {} : { handover_note: note }),
  };
  const proof = await inTransaction({
    house,
    session,
    origin,
    work: async (ctx): Promise<Proof> => {
      const payment = { ctx, collection: tickets, id, body: rest, also: ["valet_tip"] };
      if (isLast !== true) {
        await take(payment);
        return { set: {} };
      }
      const proof = await proveHandover({ ctx, house, id, body: { otp, qr } });
      if (!("refusal" in proof)) await take({ ...payment, closing, set: proof.set });
      return proof;
    },
  });
  throwIfRefused(proof);
}
