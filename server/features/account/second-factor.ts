// §7 /users/me/tfa: generate, enable, disable; and the admin's way out for who has lost phone and recovery codes.
import type { FastifyInstance } from "fastify";
import { mayManage } from "#domain/rules/invitation.ts";
import { roleOf } from "#domain/roles.ts";
import { secondFactor } from "#domain/rules/tries.ts";
import { type House, inTransaction } from "#server/context.ts";
import { keyOf, rowOf } from "#server/items/bodies.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { updateItem } from "#server/items/write.ts";
import { originOf } from "#server/request.ts";
import { personOf, usersCollection } from "#server/services/as-person.ts";
import { provePassword } from "#server/services/new-password.ts";
import { queueMail } from "#server/services/outbox.ts";
import { personAsking } from "#server/services/own-account.ts";
import {
  dropSecondFactor,
  keepSecondFactor,
  newSecret,
  otpauthUrl,
  renewRecoveryCodes,
  stepOfSecret,
  takeSecondFactor,
} from "#server/services/second-factor.ts";

async function hasSecondFactor({ ctx, userId }: { ctx: WriteContext; userId: string }): Promise<boolean> {
  const found = await ctx.tx`select 1 from second_factors where "user" = ${userId}`;
  return found.length > 0;
}

/** That there is one is told by the user's row, as stars; so the change is in the activity log as every other. */
function markUser({ ctx, userId, isOn }: { ctx: WriteContext; userId: string; isOn: boolean }): Promise<void> {
  const set = { tfa_secret: isOn ? "on" : null };
  return updateItem({ ctx, collection: usersCollection, id: userId, payload: {}, set, isOurs: true });
}

function refuseCode(): never {
  refuse("INVALID_PAYLOAD", { field: "otp" }, "*This is not the code. Type the one your app shows now");
}

/** Throws INVALID_PAYLOAD for a wrong code, REQUESTS_EXCEEDED after too many. */
async function proveCode({ house, userId, otp }: { house: House; userId: string; otp: unknown }): Promise<void> {
  const keys = [{ key: `second-factor:${userId}`, limit: secondFactor }];
  const now = house.clock();
  await house.throttle.take({ keys, now });
  const isRight = typeof otp === "string" && (await takeSecondFactor({ house, userId, otp: otp.slice(0, 50), now }));
  if (!isRight) refuseCode();
  await house.throttle.forgive(keys, { isAll: true });
}

export function secondFactorRoutes(app: FastifyInstance, house: House): void {
  app.post("/users/me/tfa/generate", async (request, reply) => {
    const { id } = await personAsking({ house, request });
    await provePassword({ house, userId: id, password: rowOf(request.body)["password"] });
    const [row] = await house.sql<{ email: string; isOn: boolean }[]>`
      select email, tfa_secret is not null as "isOn" from users where id = ${id}`;
    if (row!.isOn) refusePayload("Two-factor log-in is on already.");
    const secret = newSecret(house);
    const data = { secret, otpauth_url: otpauthUrl({ secret, email: row!.email }) };
    return reply.header("cache-control", "no-store").send({ data });
  });

  app.post("/users/me/tfa/enable", async (request, reply) => {
    const { session, id } = await personAsking({ house, request });
    const { secret, otp } = rowOf(request.body);
    if (typeof secret !== "string" || typeof otp !== "string") refusePayload("Send secret and otp.");
    const step = stepOfSecret({ secret, otp: otp.replaceAll(/\s/g, ""), now: house.clock() });
    if (step === undefined) refuseCode();
    const codes = await inTransaction({
      house,
      session,
      origin: originOf(request),
      work: async (ctx) => {
        await ctx.tx`select 1 from users where id = ${id} for update`;
        if (await hasSecondFactor({ ctx, userId: id })) refusePayload("Two-factor log-in is on already.");
        await markUser({ ctx, userId: id, isOn: true });
        return keepSecondFactor({ house, tx: ctx.tx, userId: id, secret, step });
      },
    });
    return reply.header("cache-control", "no-store").send({ data: { recovery_codes: codes } });
  });

  app.post("/users/me/tfa/disable", async (request, reply) => {
    const { session, id } = await personAsking({ house, request });
    await proveCode({ house, userId: id, otp: rowOf(request.body)["otp"] });
    const work = async (ctx: WriteContext) => {
      await markUser({ ctx, userId: id, isOn: false });
      await dropSecondFactor({ tx: ctx.tx, userId: id });
    };
    await inTransaction({ house, session, origin: originOf(request), work });
    return reply.code(204).send();
  });

  app.post("/users/me/tfa/recovery-codes", async (request, reply) => {
    const { session, id } = await personAsking({ house, request });
    await proveCode({ house, userId: id, otp: rowOf(request.body)["otp"] });
    const work = (ctx: WriteContext) => renewRecoveryCodes({ house, tx: ctx.tx, userId: id });
    const codes = await inTransaction({ house, session, origin: originOf(request), work });
    return reply.header("cache-control", "no-store").send({ data: { recovery_codes: codes } });
  });

  app.post("/actions/account/users/:id/reset-second-factor", async (request, reply) => {
    const { session } = await personAsking({ house, request });
    const { id: sent } = request.params as { id: string };
    const id = String(keyOf({ collection: usersCollection, id: sent }));
    await inTransaction({
      house,
      session,
      origin: originOf(request),
      work: async (ctx) => {
        const [target] = await ctx.tx<{ role: string; company: number | null }[]>`
          select role, default_company as company from users where id = ${id} and integration is null`;
        const { who } = ctx;
        if (!target || who.id === id || !mayManage({ who, role: roleOf(target.role), company: target.company }))
          refuse("FORBIDDEN");
        if (!(await hasSecondFactor({ ctx, userId: id }))) refuse("NO_CHANGES");
        await markUser({ ctx, userId: id, isOn: false });
        await dropSecondFactor({ tx: ctx.tx, userId: id });
        const person = await personOf({ tx: ctx.tx, userId: id });
        const { first_name: name, email, default_branch: branch } = person!;
        const values = { name, admin: who.name ?? "Your admin" };
        await queueMail({ ctx, branch, to: email, template: "second-factor-reset", values });
      },
    });
    return reply.code(204).send();
  });
}
