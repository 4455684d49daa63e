// §3 Offers: what offers would save of the balance of an entry or a ticket, for the gate.
import { can } from "#domain/access/capabilities.ts";
import { isInScope } from "#domain/access/roles.ts";
import type { offerActions } from "#domain/offers/actions.ts";
import type { EntryKind } from "#domain/payments/online/paid-kinds.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { readEntryOffers } from "#server/features/offers/entry-offers.ts";
import { readEntry } from "#server/features/payments/payment-records.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";

/** FORBIDDEN for an entry of another branch. */
export async function quoteOffers({
  kind,
  id,
  body,
  services: { sql, clock },
  session: { actor },
}: ContractCall<typeof offerActions.quoteEntry> & { kind: EntryKind }): Promise<
  ContractResult<typeof offerActions.quoteEntry>
> {
  const entry = { kind, id };
  const row = await readEntry({ sql, entry });
  if (!row || !can(actor, "gate.operate") || !isInScope({ actor, company: row.company, branch: row.branch }))
    throwApiError("FORBIDDEN");
  const offers = await readEntryOffers({ sql, entry, row, code: body.code ?? null, now: clock() });
  const { discounts, saving, due, refusal } = offers;
  const [{ takesCodes }] = await sql<[{ takesCodes: boolean }]>`
    select exists (select 1 from "Offers" where company = ${row.company} and (branch is null or branch = ${row.branch})
      and state = 'running' and coupon_code is not null) as "takesCodes"`;
  return { discounts, saving, due: due - saving, takesCodes, refusal: refusal ?? null };
}
