// Values of a statement that is put together from parts.
export type SqlValue = string | number | string[] | number[] | null;

/** Collects the values of a statement; `add` returns their placeholder. */
export class SqlValues {
  readonly values: SqlValue[] = [];

  add(value: SqlValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
