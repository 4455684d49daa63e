// Deletes old rows of `activity` and `revisions` once a file in the store holds them (docs/decisions/048-archives-of-history.md). Each
// file is written, recorded, read back and compared before its rows are deleted; an interruption continues at the same place.
import type { AppServices } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import {
  ArchiveDraft,
  hashArchive,
  listPendingArchives,
  readArchivedIds,
} from "#server/privacy/history/archive-file.ts";
import { findEndedActivity } from "#server/privacy/history/find-ended.ts";
import { beginWalk, listOldRanges, saveWalk, type Walk } from "#server/privacy/walk.ts";
import type { FileStore } from "#server/storage/file-store.ts";

interface HistoryInput {
  services: AppServices;
  store: FileStore;
}

/** Rows of activity after which a file is complete; some megabytes. */
const defaultArchiveSize = 20_000;
/** Files of one run: the first ones after the setting was made must not occupy a worker for a day. */
const defaultArchivesPerRun = 200;
/** Rows deleted per transaction. */
const deletedAtATime = 1_000;

/** Archives and deletes history that is older than the setting; returns the number of deleted rows of activity. */
export async function archiveHistory({
  services,
  store,
  archiveSize = defaultArchiveSize,
  archivesPerRun = defaultArchivesPerRun,
}: HistoryInput & { archiveSize?: number; archivesPerRun?: number }): Promise<number> {
  const { sql, config } = services;
  if (config.historyMonths === null) return 0;
  const now = services.clock();
  const before = subtractMonths({ from: now, months: config.historyMonths });
  const walk = await beginWalk({ sql, name: "history", now });
  // After the walk has begun, so that no other run records more: recorded rows would otherwise be archived again.
  let deleted = await deletePendingRows({ services, store });
  const finish = async (draft: ArchiveDraft, position: number): Promise<void> => {
    await storeArchive({ services, store, draft, walk, position });
    deleted += await deletePendingRows({ services, store });
  };
  let draft = new ArchiveDraft(sql);
  let archives = 0;
  let lastPosition = walk.position;
  const ranges = listOldRanges({ sql, walk, table: "activity", createdColumn: "timestamp", before });
  for await (const { from, to, position } of ranges) {
    await draft.add(await findEndedActivity({ sql, before, from, to }));
    lastPosition = position;
    if (draft.activities >= archiveSize) {
      await finish(draft, position);
      draft = new ArchiveDraft(sql);
      archives += 1;
      if (archives === archivesPerRun) break;
    } else if (draft.activities === 0) await saveWalk({ sql, walk, position });
  }
  if (draft.activities > 0) await finish(draft, lastPosition);
  return deleted;
}

/** Writes the file, and records it together with the position of the walk, so that no row is recorded twice. */
async function storeArchive({
  services,
  store,
  draft,
  walk,
  position,
}: HistoryInput & { draft: ArchiveDraft; walk: Walk; position: number }): Promise<void> {
  const bytes = draft.toBytes();
  const { firstId, lastId, firstAt, lastAt, activities, revisions } = draft;
  await store.writeWithFiles({
    contents: [{ bytes, type: "application/gzip", extension: "ndjson.gz" }],
    write: ({ keys: [key], claim }) =>
      runTransaction({
        sql: services.sql,
        work: async (tx) => {
          await claim(tx);
          await saveWalk({ sql: tx, walk, position });
          await tx`
            insert into history_archives
              (created_at, first_id, last_id, first_at, last_at, activities, revisions, storage, key, size, sha256)
            values (${services.clock()}, ${firstId}, ${lastId}, ${firstAt!}, ${lastAt!}, ${activities}, ${revisions},
              ${store.main.name}, ${key!}, ${bytes.length}, ${hashArchive(bytes)})`;
        },
      }),
  });
}

/** Deletes the rows of recorded files that still have some; throws if a file is missing or damaged. */
async function deletePendingRows({ services, store }: HistoryInput): Promise<number> {
  const { sql } = services;
  let deleted = 0;
  for (const archive of await listPendingArchives(sql)) {
    deleted += await deleteArchivedRows({ sql, ids: await readArchivedIds({ store, archive }) });
    await sql`update history_archives set deleted_at = ${services.clock()} where id = ${archive.id}`;
  }
  return deleted;
}

/** Exactly the rows of a file: activity that has a revision which is not in it stays. */
async function deleteArchivedRows({
  sql,
  ids,
}: {
  sql: Sql;
  ids: { activity: number[]; revisions: number[] };
}): Promise<number> {
  for (const portion of toPortions(ids.revisions)) await sql`delete from revisions where id = any(${portion})`;
  let deleted = 0;
  for (const portion of toPortions(ids.activity)) {
    const { count } = await sql`
      delete from activity a where a.id = any(${portion})
        and not exists (select 1 from revisions r where r.activity = a.id)`;
    deleted += count;
  }
  return deleted;
}

function toPortions(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / deletedAtATime) }, (_, index) =>
    ids.slice(index * deletedAtATime, (index + 1) * deletedAtATime),
  );
}

/** The same time of a day so many months earlier; a day that a month does not have counts into the next. */
function subtractMonths({ from, months }: { from: Date; months: number }): Date {
  const result = new Date(from);
  result.setUTCMonth(result.getUTCMonth() - months);
  return result;
}
