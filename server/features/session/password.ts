// §7 POST /auth/password/request and /auth/password/reset.
import type { FastifyInstance } from "fastify";
import { limitOf } from "#domain/rules/tries.ts";
import { limits } from "#domain/limits.ts";
import type { House, Origin } from "#server/context.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { originOf } from "#server/request.ts";
import { asPerson } from "#server/services/as-person.ts";
import { evenly } from "#server/services/evenly.ts";
import { issueLink, ownPage, takeLink } from "#server/services/links.ts";
import { resetPage, setPassword } from "#server/services/new-password.ts";
import { queueMail } from "#server/services/outbox.ts";

/** Longer than queueing a mail takes, so that the answer's time does not say whether there was one. */
const answerMs = 300;
const mailsToOne = 5;
const asksFromAddress = 30;

interface Asked {
  house: House;
  email: string;
  /** A page of ours to lead to; null is the one of the person's side. */
  resetUrl: string | null;
  origin: Origin;
}

/** Mails a link where there is somebody to mail it to, and says nothing of it. REQUESTS_EXCEEDED alike for everybody. */
async function requestReset({ house, email, resetUrl, origin }: Asked): Promise<void> {
  const now = house.clock();
  const address = email.trim().toLowerCase();
  const keys = [
    { key: `reset:${address}`, limit: limitOf(mailsToOne) },
    { key: `reset-from:${origin.ip}`, limit: limitOf(asksFromAddress) },
  ];
  await house.throttle.take({ keys, now });
  const [found] = await house.sql<{ id: string }[]>`
    select id from users where lower(email) = ${address} and status in ('active', 'draft') and integration is null`;
  // An address made at the gate is nobody's.
  if (!found || address.endsWith(`@${limits.customerMailDomain}`)) return;
  const who = () => Promise.resolve(found.id);
  await asPerson({
    house,
    origin,
    who,
    work: async ({ ctx, person }) => {
      const purpose = "password-reset";
      const token = await issueLink({ house, tx: ctx.tx, purpose, userId: person.id, email: person.email, now });
      const link = `${resetUrl ?? resetPage({ house, role: person.role })}?token=${token}`;
      const values = { name: person.first_name, reset_link: link };
      await queueMail({ ctx, branch: person.default_branch, to: person.email, template: "reset-password", values });
    },
  });
}

/** Sets the password of who holds the link: used once, and every log-in there was is over. */
async function reset({
  house,
  token,
  password,
  origin,
}: {
  house: House;
  token: unknown;
  password: unknown;
  origin: Origin;
}): Promise<void> {
  const now = house.clock();
  let sentTo = "";
  await asPerson({
    house,
    origin,
    who: async (tx) => {
      const link = await takeLink({ house, tx, purpose: "password-reset", token, now, used: "FORBIDDEN" });
      sentTo = link.email;
      return link.userId;
    },
    work: async ({ ctx, person }) => {
      // Whoever holds an address that was given up holds nothing.
      if (person.email.toLowerCase() !== sentTo.toLowerCase()) refuse("INVALID_TOKEN");
      await setPassword({ house, ctx, person, password, set: { is_email_verified: true } });
    },
  });
}

export function passwordRoutes(app: FastifyInstance, house: House): void {
  app.post("/auth/password/request", async (request, reply) => {
    const { email, reset_url: resetUrl } = rowOf(request.body);
    if (typeof email !== "string" || email.trim() === "" || email.includes("\u0000")) refusePayload("Send email.");
    const origin = originOf(request);
    const page = ownPage({ house, address: resetUrl, name: "reset_url" });
    await evenly({ ms: answerMs, work: () => requestReset({ house, email, resetUrl: page, origin }) });
    return reply.code(204).send();
  });

  app.post("/auth/password/reset", async (request, reply) => {
    const { token, password } = rowOf(request.body);
    await reset({ house, token, password, origin: originOf(request) });
    return reply.code(204).send();
  });
}
