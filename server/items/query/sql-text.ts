// §7: builder of a SQL statement with bound values; input of callers never becomes part of the text.
import type postgres from "postgres";
import { queryLimits } from "#server/items/query/query-limits.ts";
import { throwInvalidQuery } from "#server/items/api-error.ts";

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

type SqlValue = postgres.ParameterOrJSON<never>;

/** PostgreSQL limits a statement to 65,535 parameters. */
const maxValues = 65_000;

function createFilterBudget(): { conditions: number; filterRelations: number } {
  return { conditions: queryLimits.conditions, filterRelations: queryLimits.filterRelations };
}

export class SqlText {
  readonly values: SqlValue[] = [];
  #aliases = 0;
  #remaining = createFilterBudget();

  /** Binds a value and returns its placeholder with a cast to the column type. */
  bind(value: unknown, type: string): string {
    if (this.values.length >= maxValues) throwInvalidQuery("The query holds too many values.");
    // Values of every kind reach the driver: the cast to the column's type rejects those that do not fit.
    this.values.push(value as SqlValue);
    return `$${this.values.length}::${type}`;
  }

  /** Returns a new table alias, unique within the statement. */
  alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }

  /** Resets the budget to build the same filter again, for a count in addition to the list. */
  resetFilterBudget(): void {
    this.#remaining = createFilterBudget();
  }

  /** Counts a condition or relation of a caller's filter against the limits of the statement. */
  spendBudget(kind: "conditions" | "filterRelations"): void {
    this.#remaining[kind] -= 1;
    if (this.#remaining[kind] >= 0) return;
    const label = kind === "conditions" ? "conditions" : "relations in filters";
    throwInvalidQuery(`A query may hold ${queryLimits[kind]} ${label}.`);
  }
}
