// Reads the migrations of a folder: order, checksums and header markers.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { OperatorError } from "#server/operator-error.ts";

export const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

/**
 * `expand` only adds, so that servers of the previous version keep working. `contract` can remove things, so that all
 * servers must run a version that no longer needs them. See docs/decisions/016-expand-and-contract.md.
 */
export type MigrationKind = "expand" | "contract";

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
  kind: MigrationKind;
  /** True if it runs in one transaction, which statements such as CREATE INDEX CONCURRENTLY do not support. */
  isTransactional: boolean;
  /** Name of what runs instead of SQL (`programs` in migrate.ts). */
  program?: string;
}

/** Migrations before this number have no kind. */
const firstNumberWithKind = 24;

/**
 * Reads the migrations of a folder in order; throws OperatorError for a name unlike `0001-what-it-does.sql` or a
 * duplicate number.
 */
export async function readMigrations(folder: string = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  names.forEach((name, index) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) {
      throw new OperatorError(`The migration ${name} should be called like 0001-what-it-does.sql.`);
    }
    if (name.slice(0, 5) === names[index - 1]?.slice(0, 5)) {
      throw new OperatorError(
        `The migrations ${names[index - 1]} and ${name} have the same number: give one the next.`,
      );
    }
  });
  return Promise.all(names.map((name) => readMigration({ folder, name })));
}

async function readMigration({ folder, name }: { folder: string; name: string }): Promise<Migration> {
  const sql = (await readFile(`${folder}/${name}`, "utf8")).replaceAll("\r\n", "\n");
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex"), ...parseMarkers({ name, sql }) };
}

/** True if the rules of expanding migrations apply (server/db/migrate/migration-rules.ts). */
export function requiresKind(name: string): boolean {
  return Number(name.slice(0, 4)) >= firstNumberWithKind;
}

/** Parses the markers of the header comment: `-- contract: <why>`, `-- transaction: none`, `-- program: <name>`. */
function parseMarkers({ name, sql }: { name: string; sql: string }): Omit<Migration, "name" | "sql" | "checksum"> {
  const header = /^(?:--.*\n|\s*\n)*/.exec(sql)![0];
  const isContract = !requiresKind(name) || /^-- contract: \S/m.test(header);
  const program = /^-- program: (\S+)$/m.exec(header)?.[1];
  return {
    kind: isContract ? "contract" : "expand",
    isTransactional: !/^-- transaction: none$/m.test(header),
    ...(program === undefined ? {} : { program }),
  };
}
