// Checks that must pass before a server starts in production; each failure is one line for the operator.
import type { Config } from "#server/config.ts";
import type { Sql } from "#server/db/pool.ts";
import type { Environment } from "#server/environment.ts";

/** Public credentials of the demo (tools/demo/people.ts). */
export const demoCredentials = { password: "Chaavi@2026", administrator: "admin@chaavi.example" } as const;

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Finds settings that are for development only or can be guessed. */
export function findSettingProblems({
  env,
  config,
}: {
  env: Environment;
  config: Pick<Config, "publicUrl" | "admin">;
}): string[] {
  const problems: string[] = [];
  const { protocol, hostname } = new URL(config.publicUrl);
  if (protocol !== "https:" && !loopback.has(hostname))
    problems.push(`PUBLIC_URL is ${config.publicUrl}: people log in there, so it must begin with https://.`);
  // Lower-cased like in createPlatformAdmin. An administrator with this email would be mistaken for the demo's at every
  // later start.
  if (config.admin?.email.toLowerCase() === demoCredentials.administrator)
    problems.push("ADMIN_EMAIL is the administrator of the demo, whom everybody knows: choose another.");
  if (config.admin?.password === demoCredentials.password)
    problems.push("ADMIN_PASSWORD is the password of the demo, which everybody knows: choose another.");
  if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0")
    problems.push("NODE_TLS_REJECT_UNAUTHORIZED is 0, which trusts every server: leave it out.");
  for (const name of ["SECRET", "CREDENTIALS_KEY", "BACKUP_PASSPHRASE"])
    if (/^(.)\1*$/.test(env[name] ?? "") || /change.?me/i.test(env[name] ?? ""))
      problems.push(`${name} can be guessed: make one with "openssl rand -base64 32".`);
  return problems;
}

/** Finds demo data in the database, whose passwords are public. */
export async function findDataProblems(sql: Sql): Promise<string[]> {
  const [installation] = await sql<{ hasDemo: boolean }[]>`select has_demo as "hasDemo" from installation`;
  const [demoAdmin] = await sql`select 1 from users where email = ${demoCredentials.administrator}`;
  if (!installation?.hasDemo && !demoAdmin) return [];
  return ["This database has the demo in it, whose passwords everybody knows: start with an empty database."];
}
