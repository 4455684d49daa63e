// §2 §8 Account: one's own password, email and log-ins.
import type { FastifyInstance } from "fastify";
import { fieldError } from "#domain/fields.ts";
import { isUuid } from "#domain/stored-value.ts";
import { type House, inTransaction } from "#server/context.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { loadSession } from "#server/items/who.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { updateItem } from "#server/items/write.ts";
import { originOf } from "#server/request.ts";
import { personOf, usersCollection } from "#server/services/as-person.ts";
import { endLinks, issueLink } from "#server/services/links.ts";
import { provePassword, setPassword } from "#server/services/new-password.ts";
import { queueMail } from "#server/services/outbox.ts";
import { personAsking } from "#server/services/own-account.ts";
import { recoveryCodesLeft } from "#server/services/second-factor.ts";
import { endLogIns, openLogIns } from "#server/services/sessions.ts";
import { clearCookies, modeOf, startSession } from "#server/services/token-reply.ts";

/** Beside the log-ins, what one should know of one's own account. */
async function securityOf({ house, id, family }: { house: House; id: string; family: string | null }) {
  const now = house.clock();
  const [account] = await house.sql<{ isOn: boolean; pending: string | null; hasPassword: boolean }[]>`
    select tfa_secret is not null as "isOn", temporary_email as pending, password is not null as "hasPassword"
    from users where id = ${id}`;
  const logIns = await openLogIns({ sql: house.sql, userId: id, now });
  return {
    has_second_factor: account!.isOn,
    recovery_codes_left: account!.isOn ? await recoveryCodesLeft({ house, userId: id }) : 0,
    pending_email: account!.pending,
    has_password: account!.hasPassword,
    sessions: logIns.map((logIn) => ({ ...logIn, is_current: logIn.id === family })),
  };
}

/** Ends log-ins and tells every server: the next request of each meets TOKEN_EXPIRED. Answers how many were ended. */
async function endAndTell({
  ctx,
  id,
  ...which
}: {
  ctx: WriteContext;
  id: string;
  only?: string;
  except?: string | null;
}): Promise<number> {
  const [row] = await ctx.tx<{ version: number }[]>`
    select coalesce(session_version, 0) as version from users where id = ${id} for update`;
  const ended = await endLogIns({ tx: ctx.tx, userId: id, now: ctx.now, ...which });
  const set = { session_version: row!.version + 1 };
  if (ended > 0) await updateItem({ ctx, collection: usersCollection, id, payload: {}, set, isOurs: true });
  return ended;
}

export function ownAccountRoutes(app: FastifyInstance, house: House): void {
  app.get("/actions/account/security", async (request, reply) => {
    const { session, id } = await personAsking({ house, request });
    const data = await securityOf({ house, id, family: session.family });
    return reply.header("cache-control", "no-store").send({ data });
  });

  /** The old one proves that it is the person and not only their phone; every log-in ends, and this one begins anew. */
  app.post("/actions/account/password", async (request, reply) => {
    const { session, id } = await personAsking({ house, request });
    const { current_password: current, password, mode } = rowOf(request.body);
    const chosen = modeOf(mode, "cookie");
    await provePassword({ house, userId: id, password: current, field: "current_password" });
    const work = async (ctx: WriteContext) =>
      setPassword({ house, ctx, password, person: (await personOf({ tx: ctx.tx, userId: id }))! });
    await inTransaction({ house, session, origin: originOf(request), work });
    const fresh = await loadSession({ sql: house.sql, userId: id });
    return startSession({ house, request, reply, mode: chosen, session: fresh! });
  });

  app.post("/actions/account/email", async (request, reply) => {
    const { session, id } = await personAsking({ house, request });
    const { email: typed, password } = rowOf(request.body);
    const field = usersCollection.fields["email"]!;
    const wrong = fieldError({ name: "email", field, value: typed });
    if (wrong) refuse("FAILED_VALIDATION", { field: "email", path: ["email"] }, wrong);
    const email = field.normalise!(String(typed));
    await provePassword({ house, userId: id, password });
    await inTransaction({
      house,
      session,
      origin: originOf(request),
      work: (ctx) => askForEmail({ house, ctx, id, email }),
    });
    return reply.code(204).send();
  });

  app.post("/actions/account/email/cancel", async (request, reply) => {
    const { session, id } = await personAsking({ house, request });
    const set = { temporary_email: null };
    const work = async (ctx: WriteContext) => {
      await endLinks({ tx: ctx.tx, purpose: "email-change", userId: id, now: ctx.now });
      await updateItem({ ctx, collection: usersCollection, id, payload: {}, set, isOurs: true });
    };
    await inTransaction({ house, session, origin: originOf(request), work });
    return reply.code(204).send();
  });

  app.post("/actions/account/sessions/:id/end", async (request, reply) => {
    const { session, id } = await personAsking({ house, request });
    const { id: only } = request.params as { id: string };
    if (!isUuid(only)) refuse("FORBIDDEN");
    const work = (ctx: WriteContext) => endAndTell({ ctx, id, only });
    // Another person's log-in is as one there is not.
    if ((await inTransaction({ house, session, origin: originOf(request), work })) === 0) refuse("FORBIDDEN");
    if (only === session.family) clearCookies({ request, reply });
    return reply.code(204).send();
  });

  app.post("/actions/account/sessions/end-others", async (request, reply) => {
    const { session, id } = await personAsking({ house, request });
    if (session.family === null) refusePayload("This is no log-in.");
    const work = (ctx: WriteContext) => endAndTell({ ctx, id, except: session.family });
    await inTransaction({ house, session, origin: originOf(request), work });
    return reply.code(204).send();
  });

  /** Everywhere, here too. */
  app.post("/actions/account/sessions/end-all", async (request, reply) => {
    const { session, id } = await personAsking({ house, request });
    const work = (ctx: WriteContext) => endAndTell({ ctx, id });
    await inTransaction({ house, session, origin: originOf(request), work });
    clearCookies({ request, reply });
    return reply.code(204).send();
  });
}

/** Mails a link to the new address; until it is opened the old one stays. EMAIL_SAME_AS_OLD, EMAIL_IN_USE. */
async function askForEmail({
  house,
  ctx,
  id,
  email,
}: {
  house: House;
  ctx: WriteContext;
  id: string;
  email: string;
}): Promise<void> {
  const person = (await personOf({ tx: ctx.tx, userId: id }))!;
  if (person.email.toLowerCase() === email.toLowerCase()) refuse("EMAIL_SAME_AS_OLD", { field: "email" });
  const taken = await ctx.tx`select 1 from users where lower(email) = ${email.toLowerCase()}`;
  if (taken.length > 0) refuse("EMAIL_IN_USE", { field: "email" });
  const set = { temporary_email: email };
  await updateItem({ ctx, collection: usersCollection, id, payload: {}, set, isOurs: true });
  const token = await issueLink({ house, tx: ctx.tx, purpose: "email-change", userId: id, email, now: ctx.now });
  const values = {
    name: person.first_name,
    confirm_link: `${house.config.publicUrl}/email-change-request?token=${token}`,
  };
  await queueMail({ ctx, branch: person.default_branch, to: email, template: "confirm-email", values });
}
