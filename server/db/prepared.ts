// Decides which statements are prepared. The driver never closes a prepared statement, and each takes memory of
// PostgreSQL on every connection, so that only repeated statements are prepared, up to a limit per lifetime of a
// connection.

/** Maximum prepared statements, and maximum statements seen once that are remembered to detect repetitions. */
const maxStatements = 500;
const maxSeenStatements = 2_000;
/**
 * Longer than the lifetime of a connection in ms, which the driver renews within an hour and with it all its prepared
 * statements.
 */
export const connectionLifeMs = 60 * 60 * 1000;

/** Guarantees at most twice `maxStatements` per connection: those of the current and of the previous period. */
export class PreparedStatements {
  #prepared = new Set<string>();
  #seen = new Set<string>();
  #periodStart = -Infinity;
  readonly #now: () => number;

  /** `now` returns ms since any point in time. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** True if the statement should be prepared. */
  shouldPrepare(text: string): boolean {
    if (this.#prepared.has(text)) return true;
    if (!this.#seen.has(text)) {
      if (this.#seen.size >= maxSeenStatements) this.#seen.clear();
      this.#seen.add(text);
      return false;
    }
    if (this.#prepared.size >= maxStatements && !this.#tryReset()) return false;
    this.#seen.delete(text);
    this.#prepared.add(text);
    return true;
  }

  #tryReset(): boolean {
    const now = this.#now();
    if (now - this.#periodStart < connectionLifeMs) return false;
    this.#periodStart = now;
    this.#prepared = new Set();
    return true;
  }
}

const statements = new PreparedStatements();

/** Driver options for a statement. */
export function getPrepareOptions(text: string): { prepare: boolean } {
  return { prepare: statements.shouldPrepare(text) };
}
