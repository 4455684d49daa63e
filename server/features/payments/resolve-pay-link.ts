// §4 pay link: resolves its entry until the link expires.
import type { Row } from "#domain/schema/collection.ts";
import { onlineTerms } from "#domain/payments/online/online-terms.ts";
import { getPayAddressToken } from "#domain/payments/online/pay-address.ts";
import type { PaidKey } from "#domain/payments/online/paid-kinds.ts";
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { parseUnverified, type TokenService, toLinkVersion } from "#server/auth/tokens.ts";
import { paidCollections, toPaidRow } from "#server/features/payments/payment-records.ts";

/** Returns the entry of a pay link. INVALID_TOKEN for an invalid token, PAY_LINK_ENDED for an expired one. */
export async function resolvePayLink(args: { services: AppServices; token: unknown }): Promise<PaidKey> {
  const { entry, isExpired } = await readPayLink(args);
  return isExpired ? throwApiError("PAY_LINK_ENDED") : entry;
}

/** The same for a link that may have expired. INVALID_TOKEN. */
export async function readPayLink({
  services,
  token,
}: {
  services: AppServices;
  token: unknown;
}): Promise<{ entry: PaidKey; isExpired: boolean }> {
  const entryKey = parseUnverified({ kind: tokenKinds.payLink, token }) ?? throwApiError("INVALID_TOKEN");
  const collection = paidCollections[entryKey.kind];
  const [row] = await services.sql<Row[]>`select * from ${services.sql(collection.name)} where id = ${entryKey.id}`;
  if (!row) return throwApiError("INVALID_TOKEN");
  const now = services.clock();
  const entry = toPaidRow({ kind: entryKey.kind, row });
  services.tokens.verify({ kind: tokenKinds.payLink, token, version: toLinkVersion(entry.link_renewed_at) });
  const isExpired = onlineTerms[entryKey.kind].getLinkExpiry({ row: entry, now }) <= now;
  return { entry: entryKey, isExpired };
}

/**
 * The entry whose pay page or receipt has this address, also after the link has expired: staff open the entry, not the page.
 * Undefined for any other text. INVALID_TOKEN.
 */
export async function readPayAddress(args: { services: AppServices; text: string }): Promise<PaidKey | undefined> {
  const token = getPayAddressToken(args.text);
  return token === undefined ? undefined : (await readPayLink({ ...args, token })).entry;
}

/** Token of the pay page; `renewedAt` is the entry's `link_renewed_at`, before which tokens are invalid. */
export function createPayToken({
  tokens,
  entry,
  renewedAt = null,
}: {
  tokens: TokenService;
  entry: PaidKey;
  renewedAt?: Date | null | undefined;
}): string {
  const { kind, id } = entry;
  return tokens.issue({ kind: tokenKinds.payLink, payload: { kind, id }, version: toLinkVersion(renewedAt) });
}
