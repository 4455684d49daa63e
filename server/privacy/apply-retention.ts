// reading.md §10: daily anonymisation of data older than the retention settings, in small transactions so that locks
// stay short. Classes and days: domain/privacy/retention.ts. One server at a time runs it (server/tasks.ts).
import * as limits from "#domain/limits.ts";
import { erasedPlaceholder } from "#domain/privacy/personal-data.ts";
import type { RetentionClass } from "#domain/privacy/retention.ts";
import type { AppServices } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import {
  anonymiseEntries,
  anonymiseRows,
  anonymiseVisitorRecords,
  deleteChats,
  deleteEntryImages,
  entryTables,
  type EntryTableKind,
} from "#server/privacy/anonymise.ts";
import type { PrivacyCounts } from "#server/privacy/requests.ts";
import { isVisitorRecordOpenSql, isTicketOpenSql } from "#server/privacy/subject.ts";
import { beginWalk, listOldRanges, saveWalk } from "#server/privacy/walk.ts";

const tickets = "Valet_and_Parking_Information";

/** An inclusive range of ids. */
interface IdRange {
  from: number;
  to: number;
}
/** Processes one batch of rows older than `before` within an id range; returns the number of rows. */
type RetentionStep = (args: { tx: Tx; before: Date; window: IdRange }) => Promise<number>;

const dayMs = 24 * 60 * 60 * 1000;
/** Visitor records or tickets per transaction: a pass may have hundreds of entries. */
const visitorBatchSize = 20;
const logBatchSize = 2_000;

const steps: readonly {
  name: string;
  table: string;
  /** Time by which ids are in order; `date_created` unless given. */
  createdColumn?: string;
  retentionClass: RetentionClass;
  batchSize: number;
  step: RetentionStep;
}[] = [
  {
    name: "visitors",
    table: "Parking_Main_Information",
    retentionClass: "visits",
    batchSize: visitorBatchSize,
    step: anonymiseOldVisitors,
  },
  { name: "tickets", table: tickets, retentionClass: "visits", batchSize: visitorBatchSize, step: anonymiseOldTickets },
  {
    name: "bookings",
    table: "Pre_Booking_Information",
    retentionClass: "visits",
    batchSize: limits.removedAtATime,
    step: anonymiseOldBookings,
  },
  {
    name: "visits_with_pictures",
    table: "Parking_Information",
    retentionClass: "pictures",
    batchSize: visitorBatchSize,
    step: createImageStep("parking"),
  },
  {
    name: "tickets_with_pictures",
    table: tickets,
    retentionClass: "pictures",
    batchSize: visitorBatchSize,
    step: createImageStep("valet"),
  },
  { name: "chats", table: tickets, retentionClass: "chats", batchSize: visitorBatchSize, step: deleteOldChats },
  {
    name: "log_lines",
    table: "activity",
    createdColumn: "timestamp",
    retentionClass: "logs",
    batchSize: logBatchSize,
    step: deleteOldLogLines,
  },
  {
    name: "payment_answers",
    table: "payment_answers",
    createdColumn: "received_at",
    retentionClass: "paymentAnswers",
    batchSize: logBatchSize,
    step: deleteOldProviderAnswers,
  },
];

/** Applies all retention classes; returns the number of rows per step and records them if there are any. */
export async function applyRetention({ services }: { services: AppServices }): Promise<PrivacyCounts> {
  const { sql } = services;
  const now = services.clock();
  const getCutoff = (name: RetentionClass): Date => new Date(now.getTime() - services.config.retention[name] * dayMs);
  const counts: PrivacyCounts = {};
  for (const { name, table, createdColumn = "date_created", retentionClass, batchSize, step } of steps) {
    const before = getCutoff(retentionClass);
    const walk = await beginWalk({ sql, name, now });
    for await (const { position, ...window } of listOldRanges({ sql, walk, table, createdColumn, before })) {
      for (let processed = batchSize; processed >= batchSize;) {
        processed = await runTransaction({ sql, work: (tx) => step({ tx, before, window }) });
        if (processed > 0) counts[name] = (counts[name] ?? 0) + processed;
      }
      await saveWalk({ sql, walk, position });
    }
  }
  const sessionCount = await deleteOldSessionRows({ sql, before: getCutoff("logs") });
  if (sessionCount > 0) counts["log_ins"] = sessionCount;
  if (Object.keys(counts).length > 0)
    await sql`
      insert into privacy_requests (kind, state, requested_at, finished_at, counts)
      values ('retention', 'done', ${now}, ${services.clock()}, ${JSON.stringify(counts)}::text::jsonb)`;
  return counts;
}

const getIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Anonymises visitor records whose last entry and pass are older than the cutoff. */
async function anonymiseOldVisitors({
  tx,
  before,
  window: { from, to },
}: Parameters<RetentionStep>[0]): Promise<number> {
  const visitorRecords = await tx<{ id: number }[]>`
    select m.id from "Parking_Main_Information" m
    where m.id between ${from} and ${to} and m.date_created < ${before} and coalesce(m.phone_no, m.vehicle_no) <> ${erasedPlaceholder}
      and (m.pass_end_time is null or m.pass_end_time < ${before})
      and not exists (select 1 from "Parking_Information" e where e.parking_main_info = m.id
        and coalesce(e.out_time, e.invite_end_date, e.date_created) >= ${before})
      and not ${isVisitorRecordOpenSql(tx)}
    order by m.id limit ${visitorBatchSize} for update skip locked`;
  const entries = await tx<{ id: number }[]>`
    select id from "Parking_Information" where parking_main_info = any(${getIds(visitorRecords)})`;
  await anonymiseEntries({ tx, kind: "parking", ids: getIds(entries) });
  await anonymiseVisitorRecords({ tx, ids: getIds(visitorRecords) });
  return visitorRecords.length;
}

/** Locks a batch of entries or tickets that ended before the cutoff and fulfil a condition for `t`; returns their ids. */
async function lockEnded({
  tx,
  before,
  window: { from, to },
  kind,
  condition,
}: Parameters<RetentionStep>[0] & { kind: EntryTableKind; condition: ReturnType<typeof isTicketOpenSql> }): Promise<
  number[]
> {
  const rows = await tx<{ id: number }[]>`
    select t.id from ${tx(entryTables[kind].entries)} t
    where t.id between ${from} and ${to} and t.out_time < ${before} and ${condition}
    order by t.id limit ${visitorBatchSize} for update skip locked`;
  return getIds(rows);
}

async function anonymiseOldTickets(args: Parameters<RetentionStep>[0]): Promise<number> {
  const { tx } = args;
  const condition = tx`t."Customer_Phone_Number" <> ${erasedPlaceholder} and not ${isTicketOpenSql(tx)}`;
  const ids = await lockEnded({ ...args, kind: "valet", condition });
  await deleteChats({ tx, tickets: ids });
  await anonymiseEntries({ tx, kind: "valet", ids });
  return ids.length;
}

async function anonymiseOldBookings({
  tx,
  before,
  window: { from, to },
}: Parameters<RetentionStep>[0]): Promise<number> {
  const rows = await tx<{ id: number }[]>`
    select id from "Pre_Booking_Information" where id between ${from} and ${to} and phone_no is not null
      and coalesce(booking_end_time, date_created) < ${before} and date_created < ${before}
    order by id limit ${limits.removedAtATime} for update skip locked`;
  await anonymiseRows({ tx, collection: "Pre_Booking_Information", ids: getIds(rows) });
  return rows.length;
}

/** Creates the step that deletes the images of entries or tickets. */
function createImageStep(kind: EntryTableKind): RetentionStep {
  const { images, column } = entryTables[kind];
  return async ({ tx, ...args }) => {
    const condition = tx`exists (select 1 from ${tx(images)} i where i.${tx(column)} = t.id)`;
    const entries = await lockEnded({ ...args, tx, kind, condition });
    await deleteEntryImages({ tx, kind, entries });
    return entries.length;
  };
}

async function deleteOldChats({ tx, ...args }: Parameters<RetentionStep>[0]): Promise<number> {
  const condition = tx`exists (select 1 from valet_chats c join valet_chat_messages w on w.chat = c.id
    where c.valet_and_parking_information = t.id)`;
  const ids = await lockEnded({ ...args, tx, kind: "valet", condition });
  await deleteChats({ tx, tickets: ids });
  return ids.length;
}

async function deleteOldLogLines({ tx, before, window: { from, to } }: Parameters<RetentionStep>[0]): Promise<number> {
  const cleared = await tx`
    update activity set ip = null, user_agent = null where id in (
      select id from activity where id between ${from} and ${to} and timestamp < ${before} and (ip is not null or user_agent is not null)
      order by id limit ${logBatchSize} for update skip locked)`;
  return cleared.count;
}

async function deleteOldProviderAnswers({
  tx,
  before,
  window: { from, to },
}: Parameters<RetentionStep>[0]): Promise<number> {
  const cleared = await tx`
    update payment_answers set body = null where id in (
      select id from payment_answers where id between ${from} and ${to} and received_at < ${before} and body is not null
      order by id limit ${logBatchSize} for update skip locked)`;
  return cleared.count;
}

/** Session rows have no numeric id; few of them expire at a time. */
async function deleteOldSessionRows({ sql, before }: { sql: Sql; before: Date }): Promise<number> {
  for (let total = 0; ;) {
    const { count } = await sql`
      delete from sessions where token_hash in (
        select token_hash from sessions where expires_at < ${before} limit ${logBatchSize} for update skip locked)`;
    total += count;
    if (count < logBatchSize) return total;
  }
}
