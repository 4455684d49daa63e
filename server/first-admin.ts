import { roles } from "#domain/access/roles.ts";
import { hashPassword } from "#server/auth/password-hash.ts";
import type { Sql } from "#server/db/pool.ts";
import { OperatorError } from "#server/operator-error.ts";
import { isCommonPasswordInList } from "#server/auth/common-passwords.ts";

/** Throws OperatorError for a common password, since this account has full access. */
export async function checkAdminPassword(password: string): Promise<void> {
  if (await isCommonPasswordInList(password))
    throw new OperatorError("ADMIN_PASSWORD is a password that many people use, or nearly one: choose another.");
}

/** Creates the platform administrator of the first start; an existing user with this email is not changed. */
export async function createPlatformAdmin(options: { sql: Sql; email: string; password: string }): Promise<void> {
  const { sql, email, password } = options;
  const admin = {
    first_name: "Administrator",
    email: email.toLowerCase(),
    password: await hashPassword(password),
    role: roles.platform.id,
    status: "active",
    is_email_verified: true,
  };
  await sql`insert into users ${sql(admin)} on conflict do nothing`;
}
