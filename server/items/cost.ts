// §7: how much one request may ask for. Beyond it the query is refused before the database hears of it.
export const cost = {
  /** Levels of `fields` and of `deep`, and how many paths, columns and relations may come along. */
  fieldDepth: 10,
  fields: 1_000,
  columns: 3_000,
  relations: 300,
  aliases: 50,
  /** A key of the answer is a name of PostgreSQL's. */
  keyLength: 63,
  /** Levels of a filter, its conditions and relations in all, and the values of one list. */
  filterDepth: 12,
  conditions: 2_000,
  filterRelations: 100,
  listValues: 5_000,
  groupParts: 500,
  sortKeys: 20,
  sortDepth: 5,
  searchLength: 200,
  aggregates: 100,
  groups: 10,
  /** Rows of one answer, and its length in bytes of JSON. */
  rows: 100_000,
  answerBytes: 32 * 1024 * 1024,
  /** From how many rows on, those of relations among them, a read takes turns and its answer's length is looked at. */
  unwatchedRows: 20_000,
  /** Rows of a to-many relation that come along where the caller sets no limit, for each parent. */
  relatedRows: 100,
  /** Rows written by one request. */
  writtenRows: 1_000,
} as const;
