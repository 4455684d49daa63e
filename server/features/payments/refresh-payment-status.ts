// §4 Online payment: requests the status when the payer returns from the provider's page or refreshes.
import { LRUCache } from "lru-cache";
import type { AppServices } from "#server/context.ts";
import type { PaidKey } from "#domain/payments/online/paid-kinds.ts";
import { checkAttempt } from "#server/features/payments/check-attempt.ts";
import { findOpenAttempt } from "#server/features/payments/start-payment.ts";

const minCheckIntervalMs = 2_000;
const lastCheckAt = new LRUCache<number, number>({ max: 10_000 });

/** Requests the status of the entry's open attempt, at most every two seconds. */
export async function refreshPaymentStatus({
  services,
  entry,
}: {
  services: AppServices;
  entry: PaidKey;
}): Promise<void> {
  const open = await findOpenAttempt({ services, entry });
  if (open && canCheckNow({ services, id: open.id })) await checkAttempt({ services, id: open.id });
}

function canCheckNow({ services, id }: { services: AppServices; id: number }): boolean {
  const now = services.clock().getTime();
  if (now - (lastCheckAt.get(id) ?? -minCheckIntervalMs) < minCheckIntervalMs) return false;
  lastCheckAt.set(id, now);
  return true;
}
