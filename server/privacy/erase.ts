// reading.md §10: background job that erases a person's data in small transactions. It can resume after an
// interruption, since erased rows no longer match. Open entries and rows created after the request are kept.
import * as limits from "#domain/limits.ts";
import { erasedPlaceholder } from "#domain/privacy/personal-data.ts";
import { unsealJson } from "#server/auth/unseal-json.ts";
import type { AppServices } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { eventsChannel } from "#server/db/after-commit.ts";
import {
  anonymiseEntries,
  anonymiseRows,
  anonymiseVisitorRecords,
  deleteChats,
  deleteRows,
  deletePersonalRevisions,
} from "#server/privacy/anonymise.ts";
import { addCounts, type PrivacyCounts } from "#server/privacy/requests.ts";
import { queueJob } from "#server/jobs/jobs.ts";
import {
  isVisitorRecordOpenSql,
  isTicketOpenSql,
  buildSubjectConditions,
  dataSubject,
  type DataSubject,
} from "#server/privacy/subject.ts";

interface ErasureInput {
  tx: Tx;
  subject: DataSubject;
  /** Time of the request. */
  until: Date;
}

/** Erases one batch; returns the number of erased rows by kind, or nothing if none are left. */
type ErasureStep = (input: ErasureInput) => Promise<PrivacyCounts>;

/** Delay in ms before rows locked by other transactions are retried. */
const retryDelayMs = 10_000;
/** Visitor records per transaction: a pass may have hundreds of entries. */
const visitorBatchSize = 20;

const steps: readonly ErasureStep[] = [
  eraseVisitors,
  eraseTickets,
  createErasureStep({ collection: "Pre_Booking_Information", alias: "b", rows: "bookings", erase: anonymiseRows }),
  createErasureStep({ collection: "Enquiries", alias: "e", rows: "enquiries", erase: deleteRows }),
  createErasureStep({ collection: "Mistakes", alias: "e", rows: "enquiries", erase: deleteRows }),
  createErasureStep({ collection: "Outbox", alias: "o", rows: "messages", erase: deleteRows }),
  eraseAccounts,
];

/** Queues the erasure job; at most one for each request. */
export function queueErasure({
  tx,
  request,
  delayMs = 0,
}: {
  tx: Tx;
  request: number;
  delayMs?: number;
}): Promise<void> {
  return queueJob({ tx, task: "erase-person", payload: { request }, key: `erase-person:${request}`, delayMs });
}

/** Runs a requested erasure; does nothing if it is done. Rows locked by other transactions are retried later. */
export async function erasePerson({ services, request }: { services: AppServices; request: number }): Promise<void> {
  const { sql } = services;
  const [pending] = await sql<{ sealed: string; until: Date }[]>`
    select sealed, requested_at as until from privacy_requests where id = ${request} and state = 'pending'`;
  if (!pending) return;
  const subject = unsealJson({ sealer: services.sealer, sealed: pending.sealed, schema: dataSubject });
  if (!subject) throw new Error("The person of this request cannot be decrypted.");
  for (const step of steps) {
    let hasMore = true;
    while (hasMore)
      hasMore = await runTransaction({
        sql,
        work: async (tx) => {
          const counts = await step({ tx, subject, until: pending.until });
          await addCounts({ tx, id: request, counts });
          return Object.values(counts).some((count) => count > 0);
        },
      });
  }
  await deleteTraces({ sql, subject });
  if (await hasRemainingData({ sql, subject, until: pending.until })) {
    await runTransaction({ sql, work: (tx) => queueErasure({ tx, request, delayMs: retryDelayMs }) });
    return;
  }
  await sql`update privacy_requests set state = 'done', sealed = null, finished_at = ${services.clock()} where id = ${request}`;
}

async function eraseVisitors({ tx, subject, until }: ErasureInput): Promise<PrivacyCounts> {
  // The refund of a cancelled booking may be on its way, which locks itself before the entry and the visitor record.
  await tx`
    select from payment_refunds r join payment_attempts a on a.id = r.attempt
      join "Parking_Information" e on e.id = a.parking_information join "Parking_Main_Information" m on m.id = e.parking_main_info
    where ${buildSubjectConditions({ sql: tx, subject }).visitorRecords} order by r.id for update of r`;
  const visitorRecords = await tx<NamedEntry[]>`
    select m.id, m.branch, array_remove(array[m.phone_no, m.vehicle_no, m.name, m.email], null) as terms
    from "Parking_Main_Information" m
    where ${buildSubjectConditions({ sql: tx, subject }).visitorRecords} and m.date_created <= ${until} and not ${isVisitorRecordOpenSql(tx)}
    order by m.id limit ${visitorBatchSize} for update skip locked`;
  const ids = visitorRecords.map(({ id }) => id);
  const entries = await tx<{ id: number }[]>`
    select id from "Parking_Information" where parking_main_info = any(${ids}) order by id`;
  await maskTermsInMessages({ tx, rows: visitorRecords });
  const { pictures } = await anonymiseEntries({ tx, kind: "parking", ids: entries.map(({ id }) => id) });
  await anonymiseVisitorRecords({ tx, ids });
  return { visitors: ids.length, visits: entries.length, pictures };
}

async function eraseTickets({ tx, subject, until }: ErasureInput): Promise<PrivacyCounts> {
  const tickets = await tx<NamedEntry[]>`
    select t.id, t.branch,
      array_remove(array[t."Customer_Phone_Number", t."Vehicle_Number", t."Customer_Name", t.email], null) as terms
    from "Valet_and_Parking_Information" t
    where ${buildSubjectConditions({ sql: tx, subject }).tickets} and t.date_created <= ${until} and not ${isTicketOpenSql(tx)}
    order by t.id limit ${visitorBatchSize} for update skip locked`;
  const ids = tickets.map(({ id }) => id);
  await maskTermsInMessages({ tx, rows: tickets });
  const chat = await deleteChats({ tx, tickets: ids });
  const { pictures } = await anonymiseEntries({ tx, kind: "valet", ids });
  return { tickets: ids.length, pictures, chat_messages: chat };
}

interface NamedEntry {
  id: number;
  branch: number;
  terms: string[];
}

/** Masks the person's data in messages to others, such as a host or an admin. */
async function maskTermsInMessages({ tx, rows }: { tx: Tx; rows: readonly NamedEntry[] }): Promise<void> {
  if (rows.length === 0) return;
  const branches = [...new Set(rows.map(({ branch }) => branch))];
  const terms = [...new Set(rows.flatMap((row) => row.terms))];
  const masked = await tx<{ id: number }[]>`
    update "Outbox" o set "values" = (
      select jsonb_object_agg(key, case when value #>> '{}' = any(${terms}) then to_jsonb(${erasedPlaceholder}::text) else value end)
      from jsonb_each(o."values"))
    where o.branch = any(${branches}) and jsonb_typeof(o."values") = 'object'
      and exists (select 1 from jsonb_each_text(o."values") v where v.value = any(${terms}))
    returning o.id`;
  await deletePersonalRevisions({ tx, collection: "Outbox", ids: masked.map(({ id }) => id) });
}

/** Creates a step that erases independent rows of one collection in batches. `alias` is that of `buildSubjectConditions`. */
function createErasureStep({
  collection,
  alias,
  rows,
  erase,
}: {
  collection: string;
  alias: string;
  rows: "bookings" | "enquiries" | "messages";
  erase: typeof anonymiseRows;
}): ErasureStep {
  return async ({ tx, subject, until }) => {
    const [table, row] = [tx(collection), tx(alias)];
    const batch = await tx<{ id: number }[]>`
      select ${row}.id from ${table} ${row} where ${buildSubjectConditions({ sql: tx, subject })[rows]} and ${row}.date_created <= ${until}
      order by ${row}.id limit ${limits.removedAtATime} for update skip locked`;
    await erase({ tx, collection, ids: batch.map(({ id }) => id) });
    return { [rows]: batch.length };
  };
}

/** Erases a customer account; work accounts are closed by their vendor. */
async function eraseAccounts({ tx, subject }: ErasureInput): Promise<PrivacyCounts> {
  const [user] = await tx<{ id: string; picture: string | null }[]>`
    select u.id, u.picture from users u where ${buildSubjectConditions({ sql: tx, subject }).users} and u.is_customer_user
    order by u.id limit 1 for update skip locked`;
  if (!user) return {};
  const { id, picture } = user;
  for (const collection of ["presets", "Saved_Offers"]) {
    const own = await tx<{ id: number }[]>`select id from ${tx(collection)} where "user" = ${id}`;
    await deleteRows({ tx, collection, ids: own.map((row) => row.id) });
  }
  for (const table of [
    "sessions",
    "links",
    "second_factors",
    "second_factor_setups",
    "recovery_codes",
    "push_subscriptions",
  ])
    await tx`delete from ${tx(table)} where "user" = ${id}`;
  await tx`update activity set ip = null, user_agent = null where "user" = ${id}`;
  await tx`
    update "Security_Events" set subject = null, ip = null, user_agent = null, detail = null
    where person = ${id} or account = ${id}`;
  await anonymiseRows({ tx, collection: "users", ids: [id] });
  await deleteRows({ tx, collection: "files", ids: picture === null ? [] : [picture] });
  // The version invalidates the account's tokens, and this event, which leaves no log line, ends its live connections.
  await tx`update users set status = 'suspended', phone_verified_at = null, auth_version = auth_version + 1 where id = ${id}`;
  const ended = { event: 0, collection: "users", action: "update", id, company: null, branch: null };
  await tx`select pg_notify(${eventsChannel}, ${JSON.stringify(ended)})`;
  return { accounts: 1 };
}

/** Deletes traces outside of collections: codes, attempt counters, and jobs that name the recipient. */
async function deleteTraces({ sql, subject }: { sql: Sql; subject: DataSubject }): Promise<void> {
  const { phone, email } = subject;
  if (phone !== null) await runTransaction({ sql, work: (tx) => removeFromOffers({ tx, phone }) });
  // An unverified address may have been typed by another user: that account stays, the address is removed.
  const unverified = await sql<{ id: string }[]>`
    update users set temporary_email = null where lower(temporary_email) = ${email} returning id`;
  await sql`
    update revisions set data = data - 'temporary_email', delta = delta - 'temporary_email'
    where collection = 'users' and item = any(${unverified.map(({ id }) => id)})`;
  await sql`delete from links where lower(email) = ${email}`;
  await sql`delete from message_counts where scope = 'recipient' and key in (${phone ?? "\n"}, ${email ?? "\n"})`;
  await sql`delete from otp_challenges c where ${buildSubjectConditions({ sql, subject }).codes}`;
  // Of recent events, which are matched by the rows themselves then (docs/decisions/035-events-by-snapshots.md).
  await sql`
    delete from live_matches where exists (
      select 1 from unnest(${[phone, email].filter((term) => term !== null)}::text[]) term
      where strpos(lower("row"::text), term) > 0)`;
  await sql`select graphile_worker.remove_job(key) from graphile_worker.jobs
    where locked_at is null and key in (${`deliver:sms:${phone}`}, ${`deliver:mail:${email}`})`;
}

/** Offers can be limited to a list of phone numbers. */
async function removeFromOffers({ tx, phone }: { tx: Tx; phone: string }): Promise<void> {
  const offers = await tx<{ id: number }[]>`
    update "Offers" set phones = phones - ${phone}::text where phones @> to_jsonb(${phone}::text) returning id`;
  await deletePersonalRevisions({ tx, collection: "Offers", ids: offers.map(({ id }) => id) });
}

async function hasRemainingData({
  sql,
  subject,
  until,
}: {
  sql: Sql;
  subject: DataSubject;
  until: Date;
}): Promise<boolean> {
  const rows = buildSubjectConditions({ sql, subject });
  const [remaining] = await sql<{ isAny: boolean }[]>`
    select exists (select 1 from "Parking_Main_Information" m
        where ${rows.visitorRecords} and m.date_created <= ${until} and not ${isVisitorRecordOpenSql(sql)})
      or exists (select 1 from "Valet_and_Parking_Information" t
        where ${rows.tickets} and t.date_created <= ${until} and not ${isTicketOpenSql(sql)})
      or exists (select 1 from "Pre_Booking_Information" b where ${rows.bookings} and b.date_created <= ${until})
      or exists (select 1 from "Enquiries" e where ${rows.enquiries} and e.date_created <= ${until})
      or exists (select 1 from "Mistakes" e where ${rows.enquiries} and e.date_created <= ${until})
      or exists (select 1 from "Outbox" o where ${rows.messages} and o.date_created <= ${until})
      or exists (select 1 from users u where ${rows.users} and u.is_customer_user) as "isAny"`;
  return remaining!.isAny;
}
