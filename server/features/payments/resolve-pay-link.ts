// §4 pay link: resolves its entry until the link expires.
import type { Row } from "#domain/schema/collection.ts";
import { getPayLinkExpiry } from "#domain/payments/online/pay-link.ts";
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { type EntryKey, entryCollections } from "#server/features/payments/payment-records.ts";

/** Returns the entry of a pay link. INVALID_TOKEN for an invalid token, PAY_LINK_ENDED for an expired one. */
export async function resolvePayLink({
  services,
  token,
}: {
  services: AppServices;
  token: unknown;
}): Promise<EntryKey> {
  const entryKey = services.tokens.verify({ kind: tokenKinds.payLink, token });
  const collection = entryCollections[entryKey.kind];
  const [row] = await services.sql<Row[]>`select * from ${services.sql(collection.name)} where id = ${entryKey.id}`;
  if (!row) return throwApiError("INVALID_TOKEN");
  const now = services.clock();
  if (getPayLinkExpiry({ entry: fromDatabase(collection, row), now }) <= now) throwApiError("PAY_LINK_ENDED");
  return entryKey;
}
