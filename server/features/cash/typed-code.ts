// §3 Offers: a code that comes with a payment which staff take counts like one that is only asked about.
import { isInScope } from "#domain/access/roles.ts";
import type { Redemption } from "#domain/offers/redemption.ts";
import type { EntryKey } from "#domain/payments/online/paid-kinds.ts";
import { isTypedCode, limitTypedCode } from "#server/features/offers/code-attempts.ts";
import { readEntry } from "#server/features/payments/payment-records.ts";
import type { SessionContext } from "#server/http/action-request.ts";
import { throwApiError } from "#server/items/api-error.ts";

/** Takes a payment. FORBIDDEN for a code at an entry of another branch, which is not counted there; REQUESTS_EXCEEDED. */
export async function takeWithCode<T>({
  call: { services, session, origin },
  entry,
  offers,
  take,
}: {
  call: SessionContext;
  entry: EntryKey;
  offers: Redemption | undefined;
  take: () => Promise<T>;
}): Promise<T> {
  const code = offers?.code;
  if (!isTypedCode(code)) return take();
  const { actor } = session;
  const row = await readEntry({ sql: services.sql, entry });
  if (!row || !isInScope({ actor, company: row.company, branch: row.branch })) throwApiError("FORBIDDEN");
  return limitTypedCode({ typed: { services, origin, user: actor.id, entry, code }, work: take });
}
