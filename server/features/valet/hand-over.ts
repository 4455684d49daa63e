// §4 valet 5 → 6: the car goes to who has the ticket's code or its QR; without them a manager hands over and says why.
import { valetSequence } from "#domain/states/valet.ts";
import { inTransaction } from "#server/context.ts";
import { updateItem } from "#server/items/write.ts";
import { proveHandover, throwIfRefused } from "#server/features/valet/handover-proof.ts";
import { onlyNaming, type Press, tickets } from "#server/features/valet/ticket.ts";

const names = ["otp", "qr", "handover_note"];

/**
 * A wrong code is counted even though nothing is handed over. Throws OTP_INVALID, HANDOVER_LOCKED, HANDOVER_OTP_REQUIRED,
 * HANDOVER_NOTE_REQUIRED, NOT_SETTLED, STATUS_ALREADY_UPDATED, NO_NEXT_STATUS.
 */
export async function handOver({ house, session, origin, id, body }: Press): Promise<void> {
  const { handover_note: note } = onlyNaming({ body, names, action: "a handover" });
  const proof = await inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      const proof = await proveHandover({ ctx, house, id, body });
      if ("refusal" in proof) return proof;
      const payload = { status_id: valetSequence.checkedOut, ...(note === undefined ? {} : { handover_note: note }) };
      await updateItem({ ctx, collection: tickets, id, payload, set: proof.set });
      return proof;
    },
  });
  throwIfRefused(proof);
}
