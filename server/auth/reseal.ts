// Re-encrypts values sealed with an earlier key using the current one, so that the earlier key can be retired.
import type { Sql } from "#server/db/pool.ts";
import {
  createCredentialSealer,
  getCredentialsKeys,
  type Sealer,
  createSealer,
  getSecretKeys,
} from "#server/auth/secrets.ts";

export interface ResealResult {
  /** Table and column, such as 'payment_settings.salt_key'. */
  column: string;
  /** Number of re-encrypted values. */
  resealed: number;
  /** Number of values that no key can decrypt. */
  unreadable: number;
}

interface SealedColumn {
  table: string;
  column: string;
  sealedWith: "secret" | "credentials";
}

/** All columns with sealed text. */
const sealedColumns: readonly SealedColumn[] = [
  { table: "payment_settings", column: "salt_key", sealedWith: "credentials" },
  { table: "payment_settings", column: "client_secret", sealedWith: "credentials" },
  { table: "payment_settings", column: "webhook_password", sealedWith: "credentials" },
  { table: "Valet_and_Parking_Information", column: "otp_sealed", sealedWith: "credentials" },
  { table: "Webhook_Endpoints", column: "secret", sealedWith: "credentials" },
  { table: "Webhook_Endpoints", column: "previous_secret", sealedWith: "credentials" },
  { table: "second_factors", column: "sealed", sealedWith: "secret" },
  { table: "outbox_secrets", column: "sealed", sealedWith: "secret" },
  { table: "tax_id_checks", column: "sealed", sealedWith: "secret" },
  { table: "second_factor_setups", column: "sealed", sealedWith: "secret" },
  { table: "privacy_requests", column: "sealed", sealedWith: "secret" },
  { table: "idempotency_keys", column: "result", sealedWith: "secret" },
];

/** Re-encrypts all sealed values while servers are running; can be repeated. */
export async function resealAll({
  sql,
  config,
}: {
  sql: Sql;
  config: Parameters<typeof getSecretKeys>[0] & Parameters<typeof getCredentialsKeys>[0];
}): Promise<ResealResult[]> {
  const sealers = {
    secret: createSealer(...getSecretKeys(config)),
    credentials: createCredentialSealer(getCredentialsKeys(config)),
  };
  const results: ResealResult[] = [];
  for (const sealed of sealedColumns)
    results.push(await resealColumn({ sql, ...sealed, sealer: sealers[sealed.sealedWith] }));
  return results;
}

async function resealColumn({
  sql,
  table,
  column,
  sealer,
}: SealedColumn & { sql: Sql; sealer: Sealer }): Promise<ResealResult> {
  const result: ResealResult = { column: `${table}.${column}`, resealed: 0, unreadable: 0 };
  const values = sql<{ value: string }[]>`
    select distinct ${sql(column)} as value from ${sql(table)} where ${sql(column)} is not null`;
  for (const { value } of await values) {
    if (sealer.isCurrent(value)) continue;
    const text = unsealOrNull({ sealer, value });
    if (text === null) {
      result.unreadable += 1;
      continue;
    }
    // Updates only unchanged values: one that was changed meanwhile is already sealed with the current key.
    const updated = await sql`
      update ${sql(table)} set ${sql({ [column]: sealer.seal(text) })} where ${sql(column)} = ${value}`;
    result.resealed += updated.count;
  }
  return result;
}

function unsealOrNull({ sealer, value }: { sealer: Sealer; value: string }): string | null {
  try {
    return sealer.unseal(value);
  } catch {
    return null;
  }
}
