import { hash } from "@node-rs/argon2";
import { roles } from "#domain/roles.ts";
import type { Sql } from "#server/db/pool.ts";

/** Makes the platform administrator of the first start; a user who has this email already is left alone. */
export async function addAdmin(options: { sql: Sql; email: string; password: string }): Promise<void> {
  const { sql, email, password } = options;
  const admin = {
    first_name: "Administrator",
    email: email.toLowerCase(),
    password: await hash(password),
    role: roles.platform.id,
    status: "active",
    is_email_verified: true,
  };
  await sql`insert into users ${sql(admin)} on conflict do nothing`;
}
