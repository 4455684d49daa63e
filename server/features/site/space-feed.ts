// Free slots of branches for anonymous readers: one statement for all that watch, at most every 5 s, and numbers only.
import type { SiteService, SiteSpace } from "#domain/site/site-data.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import type { LiveUpdates } from "#server/live/live.ts";
import type { SlotCounts } from "#server/features/site/listing-rows.ts";
import { buildSlotsStatement } from "#server/features/site/listing-statement.ts";

const intervalMs = 5_000;
const countedCollections: ReadonlySet<string> = new Set([
  "Parking_Information",
  "Parking_Main_Information",
  "Valet_and_Parking_Information",
  "Slot_Blocks",
  "Branch",
]);

export interface BranchSpace extends SiteSpace {
  branch: number;
}

interface Watcher {
  service: SiteService;
  branches: ReadonlySet<number>;
  send: (spaces: readonly BranchSpace[]) => void;
  end: () => void;
}

/** Visible branches of the list that have slots for the service. */
export async function readSpaces({
  sql,
  service,
  branches,
  now,
}: {
  sql: Sql;
  service: SiteService;
  branches: readonly number[];
  now: Date;
}): Promise<BranchSpace[]> {
  const { text, values } = buildSlotsStatement({ ids: branches, stay: { service, vehicleType: null }, now });
  const rows = await sql.unsafe<SlotCounts[]>(text, values, getPrepareOptions(text));
  return rows
    .filter(({ total }) => total > 0)
    .map(({ id, total, occupied }) => ({
      branch: id,
      free: Math.max(0, total - occupied),
      total,
      at: now.toISOString(),
    }));
}

export class SpaceFeed {
  readonly #sql: Sql;
  readonly #now: () => Date;
  readonly #watchers = new Set<Watcher>();
  readonly #changed = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  readonly #stopListening: () => void;

  constructor({ sql, live, now }: { sql: Sql; live: LiveUpdates; now: () => Date }) {
    this.#sql = sql;
    this.#now = now;
    this.#stopListening = live.onEvent(({ collection, branch, id }) => {
      const changed = collection === "Branch" ? Number(id) : branch;
      if (changed !== null && countedCollections.has(collection)) this.#noteChange(changed);
    });
  }

  /** Sends the counts of the branches now and after changes; returns a function that stops watching. */
  async watch(watcher: Watcher): Promise<() => void> {
    this.#watchers.add(watcher);
    const { service, branches } = watcher;
    const spaces = await readSpaces({ sql: this.#sql, service, branches: [...branches], now: this.#now() });
    watcher.send(spaces);
    return () => this.#watchers.delete(watcher);
  }

  stop(): void {
    this.#stopListening();
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
  }

  #noteChange(branch: number): void {
    if (![...this.#watchers].some(({ branches }) => branches.has(branch))) return;
    this.#changed.add(branch);
    // Waiting bounds the work: a branch with many gates changes several times a second.
    this.#timer ??= setTimeout(() => void this.#sendChanges().catch(() => {}), intervalMs).unref();
  }

  async #sendChanges(): Promise<void> {
    this.#timer = undefined;
    const changed = [...this.#changed];
    this.#changed.clear();
    const services = new Set([...this.#watchers].map(({ service }) => service));
    for (const service of services) {
      const spaces = await readSpaces({ sql: this.#sql, service, branches: changed, now: this.#now() });
      for (const watcher of this.#watchers) {
        const own = spaces.filter(({ branch }) => watcher.branches.has(branch));
        if (watcher.service === service && own.length > 0) watcher.send(own);
      }
    }
  }
}
