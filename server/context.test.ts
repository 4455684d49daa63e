// A write starts as the actor of the cached session while it is verified: what it does as an outdated one has no effect.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createServices, runInTransaction } from "#server/context.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { sql } = await startApp();
const make = createFactories(sql);
const services = createServices({ sql, config: testConfig, clock: () => new Date() });

async function createStaff(): Promise<{ branch: number; id: string; session: Session }> {
  const branch = await make.branch();
  const { id } = await make.user("staff", { branch });
  const loaded = await loadSession({ sql, userId: id });
  return { branch: branch.id, id, session: services.sessions.set(id, loaded!) };
}

const run = (session: Session, work: (ctx: WriteContext) => Promise<unknown>) =>
  runInTransaction({ services, session, origin: { ip: null, userAgent: null }, work });

const writeRow = (ctx: WriteContext, branch: number) =>
  ctx.tx`insert into slot_refusals (branch, at) values (${branch}, ${ctx.now})`;

async function countRows(branch: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from slot_refusals where branch = ${branch}`;
  return row!.count;
}

test("work that has started as an outdated actor is rolled back and runs again as the current one", async () => {
  const { branch, id, session } = await createStaff();
  const names: (string | null)[] = [];
  const work = async (ctx: WriteContext): Promise<void> => {
    names.push(ctx.actor.name);
    await writeRow(ctx, branch);
  };
  await run(session, work);
  assert.deepEqual([names.length, await countRows(branch)], [1, 1]);
  await sql`update users set first_name = 'Changed' where id = ${id}`;
  await run(session, work);
  assert.deepEqual(names.slice(1), [session.actor.name, "Changed"]);
  assert.equal(await countRows(branch), 2);
});

test("a user suspended since the last request writes nothing, also if the work itself fails", async () => {
  const { branch, id, session } = await createStaff();
  await sql`update users set status = 'suspended' where id = ${id}`;
  await assert.rejects(
    run(session, (ctx) => writeRow(ctx, branch)),
    { code: "ACCOUNT_SUSPEND" },
  );
  await assert.rejects(
    run(session, (ctx) => ctx.tx`select 1 / 0`),
    { code: "ACCOUNT_SUSPEND" },
  );
  assert.equal(await countRows(branch), 0);
});

test("the verification is sent ahead of the work, so that an error of its first statement is what the work makes of it", async () => {
  const { session } = await createStaff();
  const failFirst = async (ctx: WriteContext): Promise<void> => {
    // Sent at once, as a statement with `catch` is.
    await ctx.tx`select 1 / 0`.catch(() => {
      throw new Error("what the work makes of it");
    });
  };
  await assert.rejects(run(session, failFirst), /what the work makes of it/);
});
