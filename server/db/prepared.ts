// Which statements a connection keeps ready. The driver never lets one go, and each costs PostgreSQL's memory on every
// connection: so only what is asked again is kept, and no more than so many in the life of a connection.

/** Statements kept at a time, and how many that were asked once are remembered to see whether they come again. */
const most = 500;
const mostSeen = 2_000;
/** Longer than a connection lives, in ms (the driver renews each within the hour): what was kept before is gone with it. */
export const connectionLifeMs = 60 * 60 * 1000;

/** At most twice `most` on any connection: those of its own time and those of the time before. */
export class PreparedStatements {
  #kept = new Set<string>();
  #seen = new Set<string>();
  #since = -Infinity;
  readonly #now: () => number;

  /** `now` in ms from any point. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether this statement is to be kept ready from now on. */
  keeps(text: string): boolean {
    if (this.#kept.has(text)) return true;
    if (!this.#seen.has(text)) {
      if (this.#seen.size >= mostSeen) this.#seen.clear();
      this.#seen.add(text);
      return false;
    }
    if (this.#kept.size >= most && !this.#beginsAnew()) return false;
    this.#seen.delete(text);
    this.#kept.add(text);
    return true;
  }

  #beginsAnew(): boolean {
    const now = this.#now();
    if (now - this.#since < connectionLifeMs) return false;
    this.#since = now;
    this.#kept = new Set();
    return true;
  }
}

const statements = new PreparedStatements();

/** The driver's options for a statement of ours. */
export function prepared(text: string): { prepare: boolean } {
  return { prepare: statements.keeps(text) };
}
