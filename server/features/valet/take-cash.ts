// §4 Payments that staff take for a valet ticket: the balance due, the tip outside the total, and with `auto_checkout` the
// handover.
import type { valetActions } from "#domain/valet/actions.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { runInTransaction } from "#server/context.ts";
import { collectCash, collectThroughChannel } from "#server/features/cash/take-cash.ts";
import { takeWithCode } from "#server/features/cash/typed-code.ts";
import {
  type HandoverProof,
  checkHandoverProof,
  assertProof,
  handoverProof,
} from "#server/features/valet/handover-proof.ts";

/**
 * As `server/features/cash/take-cash.ts`; with `auto_checkout` also throws the errors of a handover, and then nothing
 * is collected.
 */
export async function takeTicketCash({
  id,
  body,
  ...context
}: ContractCall<typeof valetActions.takeCash>): Promise<void> {
  const { auto_checkout: isAutoCheckout, otp, qr, handover_note: note, debts, ...rest } = body;
  const closingValues = {
    status_id: valetSequence.checkedOut,
    ...(note === undefined ? {} : { handover_note: note }),
  };
  const take = () =>
    runInTransaction({
      ...context,
      result: handoverProof,
      hasSucceeded: (checked: HandoverProof) => !("errorCode" in checked),
      work: async (ctx): Promise<HandoverProof> => {
        const payment = { ctx, collection: ValetAndParkingInformation, id, body: rest, debts };
        if (isAutoCheckout !== true) {
          await collectCash(payment);
          return { systemValues: {} };
        }
        const proof = await checkHandoverProof({ ctx, services: context.services, id, body: { otp, qr } });
        if (!("errorCode" in proof)) await collectCash({ ...payment, closingValues, systemValues: proof.systemValues });
        return proof;
      },
    });
  const proof = await takeWithCode({ call: context, entry: { kind: "V", id }, offers: body.offers, take });
  assertProof(proof);
}

/** As `collectThroughChannel`; the handover is a step of its own. */
export async function takeTicketPayment({
  id,
  body,
  ...context
}: ContractCall<typeof valetActions.takePayment>): Promise<void> {
  const take = () =>
    runInTransaction({
      ...context,
      result: noResult,
      work: (ctx) => collectThroughChannel({ ctx, collection: ValetAndParkingInformation, id, body }),
    });
  await takeWithCode({ call: context, entry: { kind: "V", id }, offers: body.offers, take });
}
