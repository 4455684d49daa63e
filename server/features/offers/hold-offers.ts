// §3 Offers: holds offers while an online payment is under way, so that nobody else uses them up meanwhile.
import * as limits from "#domain/limits.ts";
import { normaliseCode } from "#domain/offers/offer-check.ts";
import type { Redemption } from "#domain/offers/redemption.ts";
import type { PaidRow } from "#domain/payments/online/online-terms.ts";
import type { EntryKey } from "#domain/payments/online/paid-kinds.ts";
import { type AppServices, createWriteContext, type RequestOrigin } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { queueJob } from "#server/jobs/jobs.ts";
import type { Actor } from "#domain/access/roles.ts";
import { chooseRedemption, redeemChosenOffers } from "#server/features/offers/redeem-offers.ts";
import { returnUses } from "#server/features/offers/return-uses.ts";

const holdMs = limits.offerHoldMinutes * 60_000;

interface Hold {
  /** The entry with what the offers save. */
  row: PaidRow;
  /** Holds them for the attempt. OFFER_NOT_APPLICABLE if another payment has used one up meanwhile. */
  write: (attempt: number) => Promise<void>;
}

/** For a new attempt, which replaces what an earlier one of the entry held. OFFER_NOT_APPLICABLE. */
export async function holdOffers({
  services,
  tx,
  actor,
  origin,
  entry,
  row,
  offers: asked,
  now,
}: {
  services: AppServices;
  tx: Tx;
  actor: Actor;
  origin: RequestOrigin;
  entry: EntryKey;
  /** The entry, which the caller has locked. */
  row: PaidRow;
  offers?: Redemption | undefined;
  now: Date;
}): Promise<Hold | undefined> {
  const ctx = createWriteContext({ services, tx, actor, origin });
  if (!asked) {
    await returnUses({ ctx, of: { entry }, states: ["held"] });
    return undefined;
  }
  const offers = await chooseRedemption({ ctx, entry, row, code: asked.code ?? null });
  if (offers.discounts.length === 0) return undefined;
  const until = new Date(now.getTime() + holdMs);
  return {
    row: { ...row, offer_discounts: offers.discounts },
    write: async (attempt) => {
      await redeemChosenOffers({ ctx, entry, offers, hold: { attempt, until } });
      const key = `return-held-offers:${attempt}`;
      await queueJob({ tx, task: "return-held-offers", payload: { attempt }, key, delayMs: holdMs });
    },
  };
}

/** Whether an open attempt holds the offers that are asked for: those of the code, or any without one. */
export async function isHeldFor({
  tx,
  attempt,
  offers: { code },
}: {
  tx: Tx;
  attempt: number;
  offers: Redemption;
}): Promise<boolean> {
  const codes = await tx<{ code: string | null }[]>`
    select o.coupon_code as code from "Offer_Uses" u join "Offers" o on o.id = u.offer
    where u.attempt = ${attempt} and u.state = 'held'`;
  const heldCode = codes.find((held) => held.code !== null)?.code ?? null;
  return codes.length > 0 && heldCode === (code ? normaliseCode(code) : null);
}
