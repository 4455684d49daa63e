// reading.md §10: removes personal data from rows and from everything that repeats it: history, revisions, images,
// chats and provider responses. These modules deliberately bypass the write path: its rules guard work in progress, and
// its change log must not contain the person any more. The action is recorded in `privacy_requests`. Personal fields
// and their replacements: domain/privacy/personal-data.ts.
import type { EventObjectName } from "#domain/integrations/webhooks/event-types.ts";
import { findCollection } from "#domain/collections.ts";
import * as limits from "#domain/limits.ts";
import {
  type ErasureMethod,
  erasedPlaceholder,
  personalData,
  getPersonalFields,
} from "#domain/privacy/personal-data.ts";
import type { Tx } from "#server/db/pool.ts";
import { getColumnType } from "#server/db/schema.ts";
import { quoteIdentifier } from "#server/items/query/sql-text.ts";
import { anonymiseRatings } from "#server/privacy/anonymise-ratings.ts";
import { keepAccounts } from "#server/privacy/keep-accounts.ts";

type Key = number | string;

const replacements: { readonly [erasure in Exclude<ErasureMethod, "row" | "strip" | "clear">]: string } = {
  mask: `'${erasedPlaceholder}'`,
  list: "'[]'::jsonb",
  address: `'erased-' || "id" || '@${limits.customerMailDomain}'`,
};

/** Replaces the personal fields of rows and removes them from their revisions. */
export async function anonymiseRows({ tx, collection, ids }: { tx: Tx; collection: string; ids: readonly Key[] }) {
  if (ids.length === 0) return;
  const type = getColumnType(findCollection(collection)!.fields["id"]!);
  // Empty values stay empty.
  const sets = Object.entries(personalData[collection]!.personal!).flatMap(([field, erasure]) =>
    erasure === "row" || erasure === "strip"
      ? []
      : [
          erasure === "clear"
            ? `${quoteIdentifier(field)} = null`
            : `${quoteIdentifier(field)} = case when ${quoteIdentifier(field)} is not null then ${replacements[erasure]} end`,
        ],
  );
  await tx.unsafe(
    `update ${quoteIdentifier(collection)} set ${sets.join(", ")} where "id" = any($1::text[]::${type}[])`,
    [ids.map(String)],
  );
  await deletePersonalRevisions({ tx, collection, ids });
}

/** Removes the personal fields from all revisions of these rows. */
export async function deletePersonalRevisions({
  tx,
  collection,
  ids,
}: {
  tx: Tx;
  collection: string;
  ids: readonly Key[];
}) {
  const keys = getPersonalFields({ name: collection });
  await tx`
    update revisions set
      data = case when jsonb_typeof(data) = 'object' then data - ${keys}::text[] end,
      delta = case when jsonb_typeof(delta) = 'object' then delta - ${keys}::text[] end
    where collection = ${collection} and item = any(${ids.map(String)})`;
}

/** Deletes rows that consist of personal data only, and clears their revisions. */
export async function deleteRows({ tx, collection, ids }: { tx: Tx; collection: string; ids: readonly Key[] }) {
  if (ids.length === 0) return;
  const type = getColumnType(findCollection(collection)!.fields["id"]!);
  await tx.unsafe(`delete from ${quoteIdentifier(collection)} where "id" = any($1::text[]::${type}[])`, [
    ids.map(String),
  ]);
  await deletePersonalRevisions({ tx, collection, ids });
}

export const entryTables = {
  parking: {
    entries: "Parking_Information",
    history: "Parking_History",
    images: "Parking_Vehicle_Images",
    column: "parking_information",
  },
  valet: {
    entries: "Valet_and_Parking_Information",
    history: "Valet_and_Parking_History",
    images: "valet_parking_vehicle_images",
    column: "valet_and_parking_information",
  },
} as const;
export type EntryTableKind = keyof typeof entryTables;

/** Anonymises entries with their history, revisions, images and provider responses. */
export async function anonymiseEntries({
  tx,
  kind,
  ids,
}: {
  tx: Tx;
  kind: EntryTableKind;
  ids: readonly number[];
}): Promise<{ pictures: number }> {
  if (ids.length === 0) return { pictures: 0 };
  const { entries, history, column } = entryTables[kind];
  const keys = getPersonalFields({ name: entries });
  // First, since it needs what is erased below.
  const ratings = await anonymiseRatings({ tx, column, ids });
  await deletePersonalRevisions({ tx, collection: "Ratings", ids: ratings });
  const payments = await tx<{ id: number }[]>`select id from payments where ${tx(column)} = any(${[...ids]})`;
  await anonymisePayments({ tx, ids: payments.map(({ id }) => id) });
  await anonymiseRows({ tx, collection: entries, ids });
  await deleteWebhookEvents({ tx, object: kind === "parking" ? "entry" : "ticket", ids });
  await deleteWaitingPapers({ tx, column, ids });
  await tx`
    update ${tx(history)} set changes = changes - ${keys}::text[]
    where ${tx(column)} = any(${[...ids]}) and jsonb_typeof(changes) = 'object'`;
  const attempts = await tx<{ id: number }[]>`select id from payment_attempts where ${tx(column)} = any(${[...ids]})`;
  await clearPaymentTexts({ tx, attempts: attempts.map(({ id }) => id) });
  return { pictures: await deleteEntryImages({ tx, kind, entries: ids }) };
}

/** Before their entries, tickets and visitor records. */
async function anonymisePayments({ tx, ids }: { tx: Tx; ids: readonly number[] }): Promise<void> {
  const renamed = await keepAccounts({ tx, payments: ids });
  await anonymiseRows({ tx, collection: "payments", ids: [...ids, ...renamed] });
  await deleteWaitingPapers({ tx, column: "payment", ids: [...ids, ...renamed] });
}

/** Papers that were not printed yet. */
async function deleteWaitingPapers({
  tx,
  column,
  ids,
}: {
  tx: Tx;
  column: "parking_information" | "valet_and_parking_information" | "pass" | "payment";
  ids: readonly number[];
}): Promise<void> {
  await tx`delete from "Print_Jobs" where ${tx(column)} = any(${[...ids]})`;
}

/** Anonymises visitor records, and what staff noted down of the payments of their passes. */
export async function anonymiseVisitorRecords({ tx, ids }: { tx: Tx; ids: readonly number[] }): Promise<void> {
  const payments = await tx<{ id: number }[]>`select id from payments where pass = any(${[...ids]})`;
  await anonymisePayments({ tx, ids: payments.map(({ id }) => id) });
  const attempts = await tx<{ id: number }[]>`select id from payment_attempts where pass = any(${[...ids]})`;
  await clearPaymentTexts({ tx, attempts: attempts.map(({ id }) => id) });
  await anonymiseRows({ tx, collection: "Parking_Main_Information", ids });
  await deleteWaitingPapers({ tx, column: "pass", ids });
  await deleteWebhookEvents({ tx, object: "pass", ids });
}

/** Deletes the events of webhooks, which contain plates, with their deliveries. */
async function deleteWebhookEvents({
  tx,
  object,
  ids,
}: {
  tx: Tx;
  object: EventObjectName;
  ids: readonly number[];
}): Promise<void> {
  await tx`delete from "Webhook_Events" where subject = any(${ids.map((id) => `${object}:${id}`)})`;
}

/** Clears free texts of payments; amounts, states and numbers stay. */
async function clearPaymentTexts({ tx, attempts }: { tx: Tx; attempts: readonly number[] }): Promise<void> {
  const refunds = await tx<{ id: number }[]>`select id from payment_refunds where attempt = any(${[...attempts]})`;
  const refundIds = refunds.map(({ id }) => id);
  await tx`update payment_answers set body = null where attempt = any(${[...attempts]})`;
  await tx`update payment_answers set body = null where refund = any(${refundIds})`;
  await anonymiseRows({ tx, collection: "payment_attempts", ids: attempts });
  await anonymiseRows({ tx, collection: "payment_refunds", ids: refundIds });
}

/** Deletes the images of entries; their bytes are swept after the commit (`loose_files`). */
export async function deleteEntryImages({
  tx,
  kind,
  entries,
}: {
  tx: Tx;
  kind: EntryTableKind;
  entries: readonly number[];
}): Promise<number> {
  const { images, column } = entryTables[kind];
  const rows = await tx<{ id: number; file: string | null }[]>`
    select id, vehicle_image as file from ${tx(images)} where ${tx(column)} = any(${[...entries]})`;
  await deleteRows({ tx, collection: images, ids: rows.map(({ id }) => id) });
  const files = rows.flatMap(({ file }) => (file === null ? [] : [file]));
  await deleteRows({ tx, collection: "files", ids: files });
  return rows.length;
}

/** Deletes the chat messages of tickets. */
export async function deleteChats({ tx, tickets }: { tx: Tx; tickets: readonly number[] }): Promise<number> {
  const chats = await tx<{ id: number }[]>`
    select id from valet_chats where valet_and_parking_information = any(${[...tickets]})`;
  const ids = chats.map(({ id }) => id);
  const messages = await tx<{ id: number }[]>`select id from valet_chat_messages where chat = any(${ids})`;
  await deleteRows({ tx, collection: "valet_chat_messages", ids: messages.map(({ id }) => id) });
  await anonymiseRows({ tx, collection: "valet_chats", ids });
  return messages.length;
}
