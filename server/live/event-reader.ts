// §7 live: reads the events of committed transactions, each once. A process keeps the snapshot of its last read: new are the rows of
// transactions that this snapshot did not see, however old their ids are. See docs/decisions/035-events-by-snapshots.md.
import { collections, findCollection } from "#domain/collections.ts";
import type { Sql } from "#server/db/pool.ts";
import type { LiveEvent } from "#server/live/event.ts";

/** A read without a wake-up at least this often, in ms: wake-ups may be lost. */
const pollMs = 250;
/** Shortest time in ms between the starts of two reads. */
const minIntervalMs = 10;
/** Largest number of events of one read; beyond it everyone reloads everything. */
const maxEvents = 10_000;
/** Clients repeat what they load upon an event for about as long, in ms; after a longer outage they have to load it again. */
const maxFailureMs = 1_000;
/** Rows of `live_matches` are kept this many seconds, and deleted this often. */
const keepMatchesSeconds = 600;
const cleanUpMs = 60_000;

/** What a process has read: all transactions that `snapshot` sees. After a failover it is of another timeline. */
interface Position {
  snapshot: string;
  timeline: string;
}

const timelineSql = "left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)";
const liveNames = collections.filter(({ isLive }) => isLive).map(({ name }) => name);

export interface EventReaderOptions {
  sql: Sql;
  /** Receives new events in the order of their ids, those of one transaction together. */
  onEvents: (events: LiveEvent[]) => void;
  /** Called when events were or may have been missed, by this process or by what clients load upon them. */
  onGap: () => void;
  /** A clock in ms that never goes back. */
  now?: () => number;
}

export class EventReader {
  readonly #options: Required<EventReaderOptions>;
  #position: Position | undefined;
  #poll: NodeJS.Timeout | undefined;
  #cleanUp: NodeJS.Timeout | undefined;
  #next: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #readAt = -Infinity;
  #isWoken = false;
  /** Start of the first read without a result since the last one with it. */
  #failedAt: number | undefined;
  #hasStopped = false;

  constructor(options: EventReaderOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  /** Reads from now on. */
  async start(): Promise<void> {
    const { sql } = this.#options;
    const [position] = await sql.unsafe<Position[]>(
      `select pg_current_snapshot()::text as snapshot, ${timelineSql} as timeline`,
    );
    this.#position = position;
    this.#poll = setInterval(() => this.wake(), pollMs);
    this.#cleanUp = setInterval(() => void this.#deleteOldMatches().catch(() => {}), cleanUpMs);
    this.#poll.unref();
    this.#cleanUp.unref();
  }

  /** Resolves when no read is running. */
  async stop(): Promise<void> {
    this.#hasStopped = true;
    for (const timer of [this.#poll, this.#cleanUp, this.#next]) clearTimeout(timer);
    await this.#reading;
  }

  /** Reads soon: there may be new events. */
  wake(): void {
    if (this.#reading) this.#isWoken = true;
    else this.#schedule();
  }

  #schedule(): void {
    if (this.#hasStopped || this.#next || !this.#position) return;
    const remainingMs = this.#readAt + minIntervalMs - this.#options.now();
    if (remainingMs <= 0) this.#startRead();
    else
      this.#next = setTimeout(() => {
        this.#next = undefined;
        this.#startRead();
      }, remainingMs);
  }

  #startRead(): void {
    this.#readAt = this.#options.now();
    this.#isWoken = false;
    // After a failure the position is kept: the next poll reads what this one has missed.
    this.#reading = this.#read()
      .catch(() => {
        this.#failedAt ??= this.#readAt;
      })
      .finally(() => {
        this.#reading = undefined;
        if (this.#isWoken) this.#schedule();
      });
  }

  async #read(): Promise<void> {
    const { sql, onEvents, onGap, now } = this.#options;
    const last = this.#position!;
    const { position, events } = await readEvents({ sql, last });
    if (this.#hasStopped) return;
    this.#position = position;
    // The other primary may not have all transactions of the previous one, and use their numbers again.
    // To the end of this read: its connection may have been retried for as long as the outage lasted.
    const wasUnavailable = this.#failedAt !== undefined && now() - this.#failedAt > maxFailureMs;
    this.#failedAt = undefined;
    if (position.timeline !== last.timeline || events.length > maxEvents || wasUnavailable) onGap();
    if (events.length > 0 && events.length <= maxEvents) onEvents(events);
  }

  async #deleteOldMatches(): Promise<void> {
    await this.#options.sql`
      delete from live_matches where written_at < now() - ${keepMatchesSeconds} * interval '1 second'`;
  }
}

/** The events that are visible now and were not in the snapshot `last`, and the snapshot of this read: one statement has one. */
async function readEvents({
  sql,
  last,
}: {
  sql: Sql;
  last: Position;
}): Promise<{ position: Position; events: LiveEvent[] }> {
  const { unfinished, next } = parseSnapshot(last.snapshot);
  // By the index of transactions, also with a plan that does not know the values (docs/decisions/037): neither along all ids
  // nor as one condition of both, which has been a scan of all rows. For the same reason each event looks up its own match: as a
  // plain join, such a plan reads all matches of the last ten minutes for one event.
  const columns = sql`select id, action, collection, item, company, branch from activity`;
  const rows = await sql<(Position & StoredEvent)[]>`
    with recent as materialized (
      (${columns} where "transaction" >= ${next}::xid8 and collection = any(${liveNames}) order by "transaction" limit ${maxEvents + 1})
      union all
      (${columns} where "transaction" = any(${unfinished}::xid8[]) and collection = any(${liveNames}) limit ${maxEvents + 1})
    )
    select pg_current_snapshot()::text as snapshot, ${sql.unsafe(timelineSql)} as timeline,
      recent.id as event, recent.action, recent.collection, recent.item, recent.company, recent.branch, matches."row",
      case when recent.action = 'update' and matches.activity is null then
        (select array(select jsonb_object_keys(r.delta)) from revisions r where r.activity = recent.id limit 1)
        else matches.changed end as changed
    from (values (1)) one(one) left join (recent left join lateral (
      select activity, "row", changed from live_matches where activity = recent.id limit 1) matches on true) on true
    order by recent.id`;
  const { snapshot, timeline } = rows[0]!;
  const events = rows.flatMap((row) => toLiveEvent(row) ?? []);
  return { position: { snapshot, timeline }, events };
}

/** A row of `activity` as event; its fields are null if there was none. */
export interface StoredEvent extends Omit<LiveEvent, "event" | "id" | "row"> {
  event: number | null;
  item: string;
  row: LiveEvent["row"] | null;
}

/** Undefined for a collection without live events. */
export function toLiveEvent(stored: StoredEvent): LiveEvent | undefined {
  const { event, action, collection: name, item, company, branch, row, changed } = stored;
  const collection = event === null ? undefined : findCollection(name);
  if (event === null || !collection?.isLive) return undefined;
  const id = collection.keyType === "uuid" ? item : Number(item);
  return { event, action, collection: name, id, company, branch, changed, ...(row ? { row } : {}) };
}

/** `xmin:xmax:xip,…`: `unfinished` were running, and no transaction from `next` on had ended. */
function parseSnapshot(snapshot: string): { next: string; unfinished: string[] } {
  const [, next, unfinished] = snapshot.split(":");
  return { next: next!, unfinished: unfinished ? unfinished.split(",") : [] };
}
