// §3 Offers: what offers would save of the balance of an entry or a ticket, for the gate and the holder of its pay link.
import { can } from "#domain/access/capabilities.ts";
import { isInScope } from "#domain/access/roles.ts";
import type { offerActions } from "#domain/offers/actions.ts";
import { type EntryKey, type EntryKind, isEntryKey } from "#domain/payments/online/paid-kinds.ts";
import type { PaidRow } from "#domain/payments/online/online-terms.ts";
import { getPaymentStatus } from "#domain/payments/payment.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import { limitTypedCode } from "#server/features/offers/code-attempts.ts";
import { readEntryOffers } from "#server/features/offers/entry-offers.ts";
import { listUsableCoupons } from "#server/features/offers/saved-coupons.ts";
import { readEntry } from "#server/features/payments/payment-records.ts";
import { resolvePayLink } from "#server/features/payments/resolve-pay-link.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";

type Quote = ContractResult<typeof offerActions.quoteEntry>;

const emptyQuote: Quote = { discounts: [], saving: 0, due: 0, takesCodes: false, refusal: null, coupons: [] };

interface QuoteInput {
  services: AppServices;
  origin: RequestOrigin;
  /** Undefined for the holder of a pay link. */
  user?: string | null;
  entry: EntryKey;
  row: PaidRow;
  code: string | null;
}

async function quote(input: QuoteInput): Promise<Quote> {
  return limitTypedCode({ typed: input, work: () => readQuote(input), isRefused: ({ refusal }) => refusal !== null });
}

async function readQuote({ services: { sql, clock }, entry, row, code }: QuoteInput): Promise<Quote> {
  const now = clock();
  const offers = await readEntryOffers({ sql, entry, row, code, now });
  const { discounts, saving, due, refusal } = offers;
  const [{ takesCodes }] = await sql<[{ takesCodes: boolean }]>`
    select exists (select 1 from "Offers" where company = ${row.company} and (branch is null or branch = ${row.branch})
      and state = 'running' and coupon_code is not null) as "takesCodes"`;
  // An entry that is paid or has offers takes no others.
  const isOpen = getPaymentStatus(row) !== "paid" && (row.offer_discounts ?? []).length === 0;
  const coupons = isOpen ? await listUsableCoupons({ sql, entry, offers, now }) : [];
  return { discounts, saving, due: due - saving, takesCodes, refusal: refusal ?? null, coupons };
}

/** FORBIDDEN for an entry of another branch. */
export async function quoteOffers({
  kind,
  id,
  body: { code = null },
  services,
  origin,
  session: { actor },
}: ContractCall<typeof offerActions.quoteEntry> & { kind: EntryKind }): Promise<Quote> {
  const entry = { kind, id };
  const row = await readEntry({ sql: services.sql, entry });
  if (!row || !can(actor, "gate.operate") || !isInScope({ actor, company: row.company, branch: row.branch }))
    throwApiError("FORBIDDEN");
  return quote({ services, origin, user: actor.id, entry, row, code });
}

/** For the holder of a pay link. Passes have no offers. */
export async function quoteByLink({
  token,
  body: { code = null },
  services,
  origin,
}: ContractCall<typeof offerActions.quoteByLink>): Promise<Quote> {
  const entry = await resolvePayLink({ services, token });
  if (!isEntryKey(entry)) return emptyQuote;
  const row = await readEntry({ sql: services.sql, entry });
  if (!row) throwApiError("INVALID_TOKEN");
  return quote({ services, origin, entry, row, code });
}
