// §7: limits of a query, checked before it is sent to the database.
export const queryLimits = {
  /** Nesting levels of `fields` and `deep`, and number of paths, columns and relations. */
  fieldDepth: 10,
  fields: 1_000,
  columns: 3_000,
  relations: 300,
  aliases: 50,
  /** Result keys are PostgreSQL identifiers. */
  keyLength: 63,
  /** Nesting levels of a filter, total conditions and relations, and values per list. */
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
  /** Rows and JSON bytes of a result. */
  rows: 100_000,
  answerBytes: 32 * 1024 * 1024,
  /** Estimated rows, including related ones, beyond which a read is queued and the size of its result is checked. */
  unwatchedRows: 20_000,
  /** Default limit of rows of a to-many relation per parent. */
  relatedRows: 100,
  /** Rows written by one request. */
  writtenRows: 1_000,
} as const;
