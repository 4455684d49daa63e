// §2 /email-change-request and /verification-page: what the links in mails do once they are opened.
import type { FastifyInstance } from "fastify";
import { limitOf } from "#domain/rules/tries.ts";
import type { House, Origin } from "#server/context.ts";
import { rowOf } from "#server/items/bodies.ts";
import { Refused, refuse, refusePayload } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import { originOf } from "#server/request.ts";
import { asPerson, usersCollection } from "#server/services/as-person.ts";
import { evenly } from "#server/services/evenly.ts";
import { type Link, type LinkPurpose, takeLink } from "#server/services/links.ts";
import { queueMail } from "#server/services/outbox.ts";
import { queueVerification } from "#server/services/verification.ts";

const answerMs = 300;
const mailsToOne = 3;
const asksFromAddress = 30;

interface Opened {
  house: House;
  token: unknown;
  origin: Origin;
}

/** A link of these mails that is over, for whatever reason, says so: EMAIL_LINK_EXPIRED; one that was never ours INVALID_TOKEN. */
async function taken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refused && error.code === "TOKEN_EXPIRED") refuse("EMAIL_LINK_EXPIRED");
    throw error;
  }
}

function opened({ house, token, purpose }: Omit<Opened, "origin"> & { purpose: LinkPurpose }) {
  let link: Link | undefined;
  return {
    who: async (tx: Parameters<typeof takeLink>[0]["tx"]) => {
      link = await taken(takeLink({ house, tx, purpose, token, now: house.clock(), used: "EMAIL_LINK_EXPIRED" }));
      return link.userId;
    },
    sentTo: () => link!.email.toLowerCase(),
  };
}

/** The new email is the person's from now on; the old one is told. EMAIL_LINK_EXPIRED, EMAIL_IN_USE. */
async function confirmEmail({ house, token, origin }: Opened): Promise<string> {
  const { who, sentTo } = opened({ house, token, purpose: "email-change" });
  return asPerson({
    house,
    origin,
    who,
    work: async ({ ctx, person }) => {
      const { id, first_name: name, email: old, temporary_email: email, default_branch: branch } = person;
      if (!email || email.toLowerCase() !== sentTo()) refuse("EMAIL_LINK_EXPIRED");
      const found = await ctx.tx`select 1 from users where lower(email) = ${email.toLowerCase()} and id <> ${id}`;
      if (found.length > 0) refuse("EMAIL_IN_USE");
      const set = { temporary_email: null, is_email_verified: true };
      await updateItem({ ctx, collection: usersCollection, id, payload: { email }, set, isOurs: true });
      await queueMail({ ctx, branch, to: old, template: "email-changed", values: { name, email } });
      return email;
    },
  });
}

async function verifyEmail({ house, token, origin }: Opened): Promise<string> {
  const { who, sentTo } = opened({ house, token, purpose: "email-verification" });
  return asPerson({
    house,
    origin,
    who,
    work: async ({ ctx, person: { id, email } }) => {
      if (email.toLowerCase() !== sentTo()) refuse("EMAIL_LINK_EXPIRED");
      const set = { is_email_verified: true };
      await updateItem({ ctx, collection: usersCollection, id, payload: {}, set, isOurs: true });
      return email;
    },
  });
}

/** Mails the link again to an account that is not verified yet, and says of nobody whether there is one. */
async function sendAgain({ house, email, origin }: { house: House; email: string; origin: Origin }): Promise<void> {
  const address = email.trim().toLowerCase();
  const keys = [
    { key: `verify:${address}`, limit: limitOf(mailsToOne) },
    { key: `verify-from:${origin.ip}`, limit: limitOf(asksFromAddress) },
  ];
  await house.throttle.take({ keys, now: house.clock() });
  const [found] = await house.sql<{ id: string }[]>`
    select id from users where lower(email) = ${address} and not is_email_verified and password is not null`;
  if (!found) return;
  const who = () => Promise.resolve(found.id);
  await asPerson({ house, origin, who, work: ({ ctx, person }) => queueVerification({ house, ctx, person }) });
}

export function emailRoutes(app: FastifyInstance, house: House): void {
  app.post("/actions/account/confirm-email", async (request, reply) => {
    const email = await confirmEmail({ house, token: rowOf(request.body)["token"], origin: originOf(request) });
    return reply.send({ data: { email } });
  });

  app.post("/actions/account/verify-email", async (request, reply) => {
    const email = await verifyEmail({ house, token: rowOf(request.body)["token"], origin: originOf(request) });
    return reply.send({ data: { email } });
  });

  app.post("/actions/account/send-verification", async (request, reply) => {
    const { email } = rowOf(request.body);
    if (typeof email !== "string" || email.includes("\u0000")) refusePayload("Send email.");
    const origin = originOf(request);
    await evenly({ ms: answerMs, work: () => sendAgain({ house, email, origin }) });
    return reply.code(204).send();
  });
}
