// §3 Offers: pays a charge that offers cover completely, without the payment provider.
import type { offerActions } from "#domain/offers/actions.ts";
import { isEntryKey } from "#domain/payments/online/paid-kinds.ts";
import { computeBalance } from "#domain/payments/payment.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { limitTypedCode } from "#server/features/offers/code-attempts.ts";
import { redeemOffers } from "#server/features/offers/redeem-offers.ts";
import { readPaymentPage } from "#server/features/payments/payment-page.ts";
import { createSystemContext, lockEntry, paidCollections } from "#server/features/payments/payment-records.ts";
import { resolvePayLink } from "#server/features/payments/resolve-pay-link.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";

/** AMOUNT_MISMATCH if something is left to be paid. */
export async function redeemByLink({
  token,
  body: { code = null },
  services,
  origin,
}: ContractCall<typeof offerActions.redeemByLink>): Promise<ContractResult<typeof offerActions.redeemByLink>> {
  const entry = await resolvePayLink({ services, token });
  if (!isEntryKey(entry)) throwApiError("OFFER_NOT_APPLICABLE");
  const redeem = () =>
    runTransaction({
      sql: services.sql,
      work: async (tx) => {
        const row = await lockEntry({ tx, entry });
        if (!row) throwApiError("INVALID_TOKEN");
        const ctx = createSystemContext({ services, tx });
        if (computeBalance({ entry: row, now: ctx.now }).extended <= 0) throwApiError("ALREADY_PAID");
        const discounts = await redeemOffers({ ctx, entry, row, code });
        const { extended: owed } = computeBalance({ entry: { ...row, offer_discounts: discounts }, now: ctx.now });
        if (owed > 0) throwApiError("AMOUNT_MISMATCH", { expected: 0, owed });
        await updateItem({
          ctx,
          collection: paidCollections[entry.kind],
          id: entry.id,
          payload: {},
          systemValues: { offer_discounts: discounts, paid_amount: row.paid_amount ?? 0, paid_at: ctx.now },
          bypassAccess: true,
        });
      },
    });
  await limitTypedCode({ typed: { services, origin, entry, code }, work: redeem });
  return readPaymentPage({ services, entry });
}
