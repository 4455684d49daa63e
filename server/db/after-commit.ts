// What other processes are told after a commit. A NOTIFY inside the transaction would hold one lock of the whole database cluster
// until its commit is on the disk, so that all writing transactions would commit one after the other: docs/decisions/035.
import { getEventPool } from "#server/db/pools.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

/** `events`: rows of "activity" were written; `jobs`: a job was queued. */
export type CommitNotice = "events" | "jobs";
export type CommitNotices = Map<CommitNotice, number>;

/** Channel of the wake-up to read new events. Servers of earlier versions use another one, with a payload for each event. */
export const eventsChannel = "chaavi_events";
const jobsChannel = "jobs:insert";

/** Shortest time in ms between two announcements of a process. */
const minIntervalMs = 10;

const noticesByTransaction = new WeakMap<object, CommitNotices>();
const announcers = new WeakMap<Sql, Announcer>();

/** Lets notices of this transaction, or of a savepoint in it, be collected in `notices`. */
export function collectNotices(tx: object, notices: CommitNotices): void {
  noticesByTransaction.set(tx, notices);
}

/**
 * Notes what is announced once the transaction has committed. In a transaction not started by `runTransaction` it does nothing: the
 * polls of readers and workers find what was written.
 */
export function noteForCommit(tx: Tx, notice: CommitNotice): void {
  const notices = noticesByTransaction.get(tx);
  notices?.set(notice, (notices.get(notice) ?? 0) + 1);
}

/** Announces a commit without waiting, at most every 10 ms; a lost announcement is made up for by the polls. */
export function announceCommit(sql: Sql, notices: CommitNotices): void {
  if (notices.size === 0) return;
  const announcer = announcers.get(sql) ?? new Announcer(getEventPool(sql));
  announcers.set(sql, announcer);
  announcer.add(notices);
}

class Announcer {
  readonly #sql: Sql;
  readonly #pending: CommitNotices = new Map();
  #timer: NodeJS.Timeout | undefined;
  #announcedAt = -Infinity;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  add(notices: CommitNotices): void {
    for (const [notice, count] of notices) this.#pending.set(notice, (this.#pending.get(notice) ?? 0) + count);
    if (this.#timer) return;
    const remainingMs = this.#announcedAt + minIntervalMs - performance.now();
    if (remainingMs <= 0) this.#announce();
    else this.#timer = setTimeout(() => this.#announce(), remainingMs);
  }

  #announce(): void {
    this.#timer = undefined;
    this.#announcedAt = performance.now();
    const jobs = this.#pending.get("jobs") ?? 0;
    const notifications = [
      ...(this.#pending.has("events") ? [[eventsChannel, ""]] : []),
      ...(jobs > 0 ? [[jobsChannel, JSON.stringify({ count: jobs })]] : []),
    ];
    this.#pending.clear();
    // Nothing is lost with an announcement, so that its commit need not wait for the disk.
    const sql = this.#sql;
    sql`
      select set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)
      from unnest(${notifications.map(([channel]) => channel!)}::text[], ${notifications.map(([, payload]) => payload!)}::text[])
        as notification(channel, payload)`.catch(() => {});
  }
}
