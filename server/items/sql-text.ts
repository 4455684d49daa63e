// §7: a piece of SQL that grows with its bound values; nothing a caller sent ever becomes text.
import { cost } from "#server/items/cost.ts";
import { refuseQuery } from "#server/items/refused.ts";

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** PostgreSQL counts the values of a statement in sixteen bits. */
const mostValues = 65_000;

function fullBudget(): { conditions: number; filterRelations: number } {
  return { conditions: cost.conditions, filterRelations: cost.filterRelations };
}

export class SqlText {
  readonly values: unknown[] = [];
  #aliases = 0;
  #left = fullBudget();

  /** Binds a value and answers its placeholder, cast to the type the column has. */
  bind(value: unknown, type: string): string {
    if (this.values.length >= mostValues) refuseQuery("The query holds too many values.");
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** A table alias nobody else in this statement has. */
  alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }

  /** The same filter once more, for a count beside the list: it is one filter all the same. */
  beginFilterAgain(): void {
    this.#left = fullBudget();
  }

  /** Takes one condition, or one relation, of a caller's filter from what a statement may hold of them. */
  spend(kind: "conditions" | "filterRelations"): void {
    this.#left[kind] -= 1;
    if (this.#left[kind] >= 0) return;
    const what = kind === "conditions" ? "conditions" : "relations in filters";
    refuseQuery(`A query may hold ${cost[kind]} ${what}.`);
  }
}
