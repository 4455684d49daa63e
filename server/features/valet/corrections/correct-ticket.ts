// §4: corrects an open ticket, in one transaction with the history; another phone number gets a new code and link.
import type { Row } from "#domain/schema/collection.ts";
import type { valetActions } from "#domain/valet/actions.ts";
import { correctedTicketFields } from "#domain/valet/corrections/ticket-correction.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { runInTransaction } from "#server/context.ts";
import { pickFields, requireChangeReason } from "#server/http/action-request.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { assertExpectedTotal } from "#server/features/payments/payment-records.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { validatePayload } from "#server/items/write/prepare.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { startNewConversation } from "#server/features/valet/chat/chat.ts";
import { withdrawTicketMessage } from "#server/features/valet/corrections/ticket-messages.ts";
import { addToCustomer, notifyCustomer } from "#server/features/valet/create-ticket.ts";
import { loadWritableTicket } from "#server/features/valet/ticket.ts";

/**
 * `expected` (paise) is the total that was shown: AMOUNT_MISMATCH with the new total if it differs, and nothing is
 * changed. Throws the errors of the contract.
 */
export async function correctTicket({
  id,
  body,
  ...context
}: ContractCall<typeof valetActions.correct>): Promise<void> {
  const reason = requireChangeReason(body.reason);
  const payload = pickFields(body, correctedTicketFields);
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      await loadWritableTicket({ ctx, id });
      const ticket = await lockTicket({ ctx, id });
      const values = validatePayload({ collection: ValetAndParkingInformation, payload, isNew: false });
      const changed = correctedTicketFields.filter((name) => name in values && values[name] !== ticket[name]);
      if (changed.length === 0) throwApiError("NO_CHANGES");
      const isPhoneChanged = changed.includes("Customer_Phone_Number");
      let otp = "";
      await updateItem({
        ctx: { ...ctx, revealSecret: ({ value }) => (otp = value) },
        collection: ValetAndParkingInformation,
        id,
        payload: pickFields(payload, changed),
        systemValues: {
          corrected_at: ctx.now,
          change_reason: reason,
          ...(isPhoneChanged && { otp_renewed_at: ctx.now, link_renewed_at: ctx.now }),
        },
      });
      await assertExpectedTotal({ ctx, entry: { kind: "V", id }, expected: body.expected });
      if (isPhoneChanged || changed.includes("Vehicle_Number")) await addToCustomer({ ctx, id });
      if (!isPhoneChanged) return;
      await startNewConversation({ ctx, ticket: id });
      await withdrawTicketMessage({ ctx, id, phone: ticket.Customer_Phone_Number });
      await notifyCustomer({ services: context.services, ctx, id, otp });
    },
  });
}

async function lockTicket({ ctx, id }: { ctx: WriteContext; id: number }) {
  const [row] = await ctx.tx<Row[]>`select * from "Valet_and_Parking_Information" where id = ${id} for update`;
  return fromDatabase(ValetAndParkingInformation, row!);
}
