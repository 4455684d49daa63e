// A pass for its page: its fields, its QR text, and the reference under which its next payment is requested.
import { can } from "#domain/access/capabilities.ts";
import type { AppServices } from "#server/context.ts";
import { readPassJson } from "#server/features/parking/entry-json.ts";
import { readPaymentRequest } from "#server/features/payments/channels/payment-request.ts";
import type { Session } from "#server/items/access/session.ts";

/** Returns `{"data": …}` as JSON text; FORBIDDEN if the actor may not read the pass. */
export async function readPass({
  services,
  session,
  id,
}: {
  services: AppServices;
  session: Session;
  id: number;
}): Promise<string> {
  const isAtGate = can(session.actor, "gate.operate");
  const extra = isAtGate ? { request: await readPaymentRequest({ sql: services.sql, entry: { kind: "M", id } }) } : {};
  return readPassJson({ services, session, id, extra });
}
