// §2: sends a customer the receipt of an own visit again, to the address that the account has verified.
import { isCustomer } from "#domain/access/roles.ts";
import { createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import type { paymentActions } from "#domain/payments/actions.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { runInTransaction } from "#server/context.ts";
import { requireEntryReader } from "#server/features/payments/payer.ts";
import { readPaymentPage } from "#server/features/payments/payment-page.ts";
import { readPayLink } from "#server/features/payments/resolve-pay-link.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { queueMail, queueSms } from "#server/messaging/outbox.ts";
import { maskDataSubject } from "#server/privacy/subject.ts";

const sendLimit = createAttemptLimit(5);

interface Recipient {
  name: string;
  email: string | null;
  phone: string | null;
}

/** FORBIDDEN, INVALID_TOKEN, REQUESTS_EXCEEDED and the errors of the message quotas. */
export async function sendReceipt({
  token,
  userId,
  ...context
}: ContractCall<typeof paymentActions.sendReceipt>): Promise<ContractResult<typeof paymentActions.sendReceipt>> {
  const { services, session } = context;
  if (!isCustomer(session.actor)) throwApiError("FORBIDDEN");
  // The message's link may expire: with a session it still opens the receipt.
  const { entry } = await readPayLink({ services, token });
  await requireEntryReader({ services, session, entry });
  await services.throttle.count({ keys: [{ key: `receipt:${userId}`, limit: sendLimit }], now: services.clock() });
  const page = await readPaymentPage({ services, entry });
  const [account] = await services.sql<Recipient[]>`
    select first_name as name, case when is_email_verified then email end as email,
      case when phone_verified_at is not null then contact_number end as phone
    from users where id = ${userId}`;
  const { name, phone, email } = account!;
  const link = `${services.config.publicUrl}/receipt/${String(page.token)}`;
  const visitor = String(page.name ?? "your vehicle");
  const branch = page.branch.id;
  if (email !== null && !isPlaceholderEmail(email)) {
    const values = { name, visitor, receipt_link: link };
    await runInTransaction({
      ...context,
      work: (ctx) => queueMail({ ctx, branch, to: email, template: "receipt", values }),
    });
    return { channel: "mail", recipient: maskDataSubject({ phone: null, email, account: null }) };
  }
  if (phone === null) return throwApiError("FORBIDDEN");
  await runInTransaction({
    ...context,
    work: (ctx) => queueSms({ ctx, branch, to: phone, template: "receipt", values: { visitor, link } }),
  });
  return { channel: "sms", recipient: maskDataSubject({ phone, email: null, account: null }) };
}
