// §4 valet 5 → 6: hands the vehicle over against the ticket's code or QR code; without them only a manager can, with a
// note and a picture of the proof.
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { valetSequence } from "#domain/valet/states.ts";
import type { Row } from "#domain/schema/collection.ts";
import { runInTransaction } from "#server/context.ts";
import { parseEntryImages } from "#server/http/action-request.ts";
import { updateItem } from "#server/items/write/write.ts";
import { checkHandoverProof, assertProof } from "#server/features/valet/handover-proof.ts";

/**
 * A wrong code is counted and committed although the handover fails. Throws OTP_INVALID, HANDOVER_LOCKED,
 * HANDOVER_OTP_REQUIRED, HANDOVER_NOTE_REQUIRED, PROOF_REQUIRED, NOT_SETTLED, STATUS_ALREADY_UPDATED, NO_NEXT_STATUS.
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
      const payload = {
        status_id: valetSequence.checkedOut,
        ...(note === undefined ? {} : { handover_note: note }),
        ...toImages(body),
      };
      await updateItem({ ctx, collection: ValetAndParkingInformation, id, payload, systemValues: proof.systemValues });
      return proof;
    },
  });
  assertProof(proof);
}

/** Photos of the car at the handover; without code and QR code they are of the proof. */
function toImages(body: Row): Row {
  const { entry_images: images } = parseEntryImages(body);
  if (!Array.isArray(images)) return {};
  const kind = body["otp"] === undefined && body["qr"] === undefined ? "proof" : "handed_over";
  return { entry_images: { create: images.map((image: Row) => ({ ...image, kind })) } };
}
