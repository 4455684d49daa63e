// reading.md §10: the person of a request, identified by a verified phone number and email address, and SQL conditions
// for their rows.
import { z } from "zod";
import type { PaidField } from "#domain/payments/online/paid-kinds.ts";
import { erasedPlaceholder } from "#domain/privacy/personal-data.ts";
import { subjectFields } from "#domain/privacy/subject-fields.ts";
import { checkField } from "#domain/schema/fields.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { hashCode } from "#server/auth/secrets.ts";

export const dataSubject = z.object({
  phone: z.string().nullable(),
  /** Lower case. */
  email: z.string().nullable(),
  /** Set if the customer asked in the own account: other accounts, and visitors with other phone numbers, are not theirs. */
  account: z.string().nullable().default(null),
});
export type DataSubject = z.output<typeof dataSubject>;

/** Parses the person from a request body. Throws FAILED_VALIDATION if both are missing or one is malformed. */
export function parseDataSubject(body: { phone?: unknown; email?: unknown }): DataSubject {
  const parse = (name: "phone" | "email"): string | null => {
    const value = body[name] ?? null;
    if (value === null || value === "") return null;
    const field = subjectFields[name];
    const error = checkField({ name, field, value });
    if (error) throwApiError("FAILED_VALIDATION", { field: name, path: [name] }, error);
    return String(value).trim();
  };
  const subject = { phone: parse("phone"), email: parse("email")?.toLowerCase() ?? null, account: null };
  if (subject.phone === null && subject.email === null)
    throwApiError("FAILED_VALIDATION", { field: "phone", path: ["phone"] }, "*Enter a phone number or an email");
  return subject;
}

/** '98••••••10, a•••@example.com': enough to recognise a request, too little to contact the person. */
export function maskDataSubject({ phone: number, email: address }: DataSubject): string {
  const [name, domain] = address?.split("@") ?? [];
  return [number && `${number.slice(0, 2)}••••••${number.slice(-2)}`, address && `${name!.slice(0, 1)}•••@${domain}`]
    .filter(Boolean)
    .join(", ");
}

/** Keyed hash that identifies repeated requests of the same person; without the key it cannot be brute-forced. */
export function hashDataSubject({ subject, secret }: { subject: DataSubject; secret: string }): string {
  return hashCode({ code: `privacy:${subject.phone ?? ""}:${subject.email ?? ""}`, key: secret });
}

/** SQL conditions for rows of this person, each for the alias used in it. */
export function buildSubjectConditions({
  sql,
  subject: { phone: number, email: address, account },
}: {
  sql: Sql | Tx;
  subject: DataSubject;
}) {
  // Staff may have typed the customer's address for another visitor.
  const entryAddress = account === null ? address : null;
  return {
    visitorRecords: sql`(m.phone_no = ${number} or lower(m.email) = ${entryAddress})`,
    tickets: sql`(t."Customer_Phone_Number" = ${number} or lower(t.email) = ${entryAddress})`,
    bookings: sql`b.phone_no = ${number}`,
    enquiries: sql`(e.phone = ${number} or lower(e.email) = ${address})`,
    messages: sql`((o.channel = 'sms' and o.recipient = ${number}) or (o.channel = 'mail' and lower(o.recipient) = ${address})
      or (o.channel = 'push' and o.recipient in (select n.id::text from users n
        where n.id::text = ${account} or (${account}::text is null and (n.contact_number = ${number} or lower(n.email) = ${address})))))`,
    codes: sql`(c.recipient = ${number} or lower(c.recipient) = ${address})`,
    // An erased account no longer matches, like the rows that are found by the phone number.
    users:
      account === null
        ? sql`(u.contact_number = ${number} or lower(u.email) = ${address})`
        : sql`(u.id = ${account} and u.first_name <> ${erasedPlaceholder})`,
  };
}

/** SQL condition for `e`, an entry: it has a balance due or a payment in progress. */
export function isUnsettledSql({
  sql,
  kind,
}: {
  sql: Sql | Tx;
  kind: "parking_information" | "valet_and_parking_information";
}) {
  return sql`(coalesce(e.extended_amount, 0) > 0
    or (coalesce(e.payment_status, 'not_paid') <> 'paid' and coalesce(e.total_amount, 0) > coalesce(e.paid_amount, 0) + coalesce(e.written_off_amount, 0))
    or ${isPaidOnlineSql({ sql, id: "e.id", kind })})`;
}

/** SQL condition: an online payment or its refund is in progress. */
export function isPaidOnlineSql({ sql, id, kind }: { sql: Sql | Tx; id: "m.id" | "e.id"; kind: PaidField }) {
  return sql`exists (select 1 from payment_attempts a left join payment_refunds r on r.attempt = a.id and r.state in ('queued', 'sent')
    where a.${sql(kind)} = ${sql(id)} and (a.state in ('initiated', 'pending', 'review') or r.id is not null))`;
}

/** SQL condition for `m`, a visitor record: it is inside, or has an unsettled entry or a payment of its pass in progress. */
export function isVisitorRecordOpenSql(sql: Sql | Tx) {
  return sql`(${isPaidOnlineSql({ sql, id: "m.id", kind: "pass" })} or exists (select 1 from "Parking_Information" e where e.parking_main_info = m.id
    and (e.parking_status_id = 1 or (e.parking_status_id <> 4 and ${isUnsettledSql({ sql, kind: "parking_information" })}))))`;
}

/** SQL condition for `t`, a valet ticket: it is open or unsettled. */
export function isTicketOpenSql(sql: Sql | Tx) {
  return sql`(t.out_time is null or exists (select 1 from "Valet_and_Parking_Information" e
    where e.id = t.id and ${isUnsettledSql({ sql, kind: "valet_and_parking_information" })}))`;
}
