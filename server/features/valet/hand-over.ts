// §4 valet 5 → 6: hands the vehicle over against the ticket's code or QR code; without them only a manager can, with a
// note.
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { runInTransaction } from "#server/context.ts";
import { updateItem } from "#server/items/write/write.ts";
import { checkHandoverProof, assertProof } from "#server/features/valet/handover-proof.ts";

/**
 * A wrong code is counted and committed although the handover fails. Throws OTP_INVALID, HANDOVER_LOCKED,
 * HANDOVER_OTP_REQUIRED, HANDOVER_NOTE_REQUIRED, NOT_SETTLED, STATUS_ALREADY_UPDATED, NO_NEXT_STATUS.
 */
export async function handOver({
  services,
  session,
  origin,
  id,
  body,
}: ContractCall<typeof valetActions.handOver>): Promise<void> {
  const { handover_note: note } = body;
  const proof = await runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      const proof = await checkHandoverProof({ ctx, services, id, body });
      if ("errorCode" in proof) return proof;
      const payload = { status_id: valetSequence.checkedOut, ...(note === undefined ? {} : { handover_note: note }) };
      await updateItem({ ctx, collection: ValetAndParkingInformation, id, payload, systemValues: proof.systemValues });
      return proof;
    },
  });
  assertProof(proof);
}
