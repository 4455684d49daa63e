// Rules of migrations that run while servers of the previous version use the same database.
import { requiresKind, type Migration } from "#server/db/migrate/migration-files.ts";
import { splitStatements } from "#server/db/sql-statements.ts";

interface MigrationRule {
  pattern: RegExp;
  /** What to do instead. */
  problem: string;
}

const table = String.raw`(?:public\.)?("[^"]+"|\w+)`;

/** Rules for statements on existing tables. Captured groups of the patterns are not used. */
const expandRules: readonly MigrationRule[] = [
  {
    pattern: /^drop (?!index concurrently\b)/,
    problem: "DROP removes what the previous version may use",
  },
  {
    pattern: /^alter table [\s\S]*\bdrop (?!default\b|not null\b)/,
    problem: "DROP removes what the previous version may use",
  },
  { pattern: /^alter [\s\S]*\brename\b/, problem: "RENAME removes the name the previous version uses" },
  {
    pattern: /^alter table [\s\S]*\balter (?:column )?(?:"[^"]+"|\w+) (?:set data )?type\b/,
    problem: "a change of a column's TYPE rewrites the table under a lock",
  },
  {
    pattern: /^alter table [\s\S]*\bset not null\b/,
    problem: "SET NOT NULL rejects rows of the previous version",
  },
  {
    pattern:
      /^alter table [\s\S]*\badd (?:column )?(?!constraint|check|unique|primary|foreign|exclude)(?![^,]*\bdefault\b)[^,]*\bnot null\b/,
    problem: "a new NOT NULL column without DEFAULT rejects rows of the previous version",
  },
  {
    pattern: /^alter table [\s\S]*\badd [^,]*\bdefault (?!now\(\)|current_)\w+\(/,
    problem: "a DEFAULT that calls a function rewrites the table under a lock",
  },
  {
    pattern:
      /^alter table [\s\S]*\badd (?:constraint (?:"[^"]+"|\w+) )?(?:unique|primary key|exclude)\b(?![^,]*using index)/,
    problem: "a new unique constraint builds its index under a lock: create it CONCURRENTLY, then add it USING INDEX",
  },
  {
    pattern: /^alter table [\s\S]*\badd (?:constraint (?:"[^"]+"|\w+) )?(?:check|foreign key)\b(?![\s\S]*not valid)/,
    problem:
      "a new constraint reads the whole table under a lock: add it NOT VALID, then VALIDATE it in a later migration",
  },
  {
    pattern: /^create (?:unique )?index (?!concurrently\b)/,
    problem: "an index on an existing table is created CONCURRENTLY, in a migration with `-- transaction: none`",
  },
  {
    pattern: /^(?:update|delete|truncate)\b/,
    problem: "rows of an existing table are changed by a job in batches, not by a migration",
  },
];

/**
 * Returns one line per reason why a migration cannot run alongside servers of the previous version; empty for
 * migrations marked `-- contract: <why>` and those older than the rules.
 */
export function findMigrationProblems(
  migration: Pick<Migration, "name" | "sql" | "kind" | "isTransactional">,
): string[] {
  const { name, sql, kind, isTransactional } = migration;
  if (!requiresKind(name)) return [];
  const statements = splitStatements(sql).map(normaliseStatement);
  const problems = isTransactional ? findConcurrentInTransaction(statements) : findNonRepeatable(statements);
  if (kind === "expand") problems.push(...findNonExpanding(statements));
  return problems.map((problem) => `${name}: ${problem}`);
}

/** Lower-cases all but quoted names, collapses whitespace, and empties texts and parentheses. */
function normaliseStatement(statement: string): string {
  let text = statement.replaceAll(/\s+/g, " ").replaceAll(/"[^"]+"|'[^']*'|[^"']+/g, (part) => {
    if (part.startsWith('"')) return part;
    return part.startsWith("'") ? "''" : part.toLowerCase();
  });
  while (/\([^()]+\)/.test(text)) text = text.replaceAll(/\([^()]+\)/g, "()");
  return text;
}

function findConcurrentInTransaction(statements: readonly string[]): string[] {
  return statements
    .filter((statement) => /\bconcurrently\b/.test(statement))
    .map((statement) => `${shortenStatement(statement)}: CONCURRENTLY needs \`-- transaction: none\` at the beginning`);
}

/** Without a transaction a migration can be applied partially, so that every statement must be repeatable. */
function findNonRepeatable(statements: readonly string[]): string[] {
  const repeatable =
    /^(?:create (?:unique )?index concurrently if not exists |drop index concurrently if exists |alter table .* validate constraint )/;
  return statements
    .filter((statement) => !repeatable.test(statement))
    .map(
      (statement) =>
        `${shortenStatement(statement)}: without a transaction only CREATE INDEX CONCURRENTLY IF NOT EXISTS, DROP INDEX CONCURRENTLY IF EXISTS and VALIDATE CONSTRAINT are allowed`,
    );
}

function findNonExpanding(statements: readonly string[]): string[] {
  const createdTables = new Set<string | undefined>();
  const problems: string[] = [];
  for (const statement of statements) {
    const created = new RegExp(`^create table (?:if not exists )?${table}`).exec(statement)?.[1];
    if (created) createdTables.add(created);
    if (createdTables.has(getTableName(statement))) continue;
    const rule = expandRules.find(({ pattern }) => pattern.test(statement));
    if (rule) problems.push(`${shortenStatement(statement)}: ${rule.problem}`);
  }
  return problems;
}

/** Returns the table of a statement. */
function getTableName(statement: string): string | undefined {
  const tablePattern = new RegExp(
    `^(?:alter table (?:only )?(?:if exists )?|create (?:unique )?index .*?\\bon (?:only )?|update (?:only )?|delete from (?:only )?|truncate (?:table )?|drop table (?:if exists )?)${table}`,
  );
  return tablePattern.exec(statement)?.[1];
}

function shortenStatement(statement: string): string {
  return statement.length > 60 ? `${statement.slice(0, 57)}…` : statement;
}
