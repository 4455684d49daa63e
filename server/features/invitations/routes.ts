// §7 POST /users/invite and /users/invite/accept: an account is made by one person, its password chosen by another.
import type { FastifyInstance } from "fastify";
import type { Row } from "#domain/collection.ts";
import { mayInvite, nameFromEmail } from "#domain/rules/invitation.ts";
import { personTexts } from "#domain/rules/people.ts";
import { requiredText } from "#domain/fields.ts";
import { roleOf, roles, type Role } from "#domain/roles.ts";
import { isUuid } from "#domain/stored-value.ts";
import { type House, inTransaction, type Origin } from "#server/context.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { updateItem } from "#server/items/write.ts";
import { originOf } from "#server/request.ts";
import { asPerson, usersCollection } from "#server/services/as-person.ts";
import { makeInvited, mailInvitation } from "#server/services/invitations.ts";
import { ownPage, readLink, takeLink } from "#server/services/links.ts";
import { personAsking } from "#server/services/own-account.ts";

const mostAtOnce = 100;
/** What may be said of the person at once; the rest is their own to say. */
const told: readonly string[] = personTexts;

interface Invitation {
  house: House;
  ctx: WriteContext;
  email: string;
  role: Role;
  details: Row;
  company: number | null;
  branch: number | null;
  page: string | null;
}

/** Makes the account, or mails a new link where it is one that still waits for its person; anybody else's is left alone. */
async function invite({ house, ctx, email, role, details, company, branch, page }: Invitation): Promise<void> {
  const [known] = await ctx.tx<{ id: string; status: string; company: number | null; role: string; name: string }[]>`
    select id, status, default_company as company, role, first_name as name from users where lower(email) = ${email.trim().toLowerCase()}`;
  const isWaiting = known?.status === "invited" && known.company === company && roleOf(known.role) === role;
  if (known && !isWaiting) return;
  const name = known?.name ?? (details["first_name"] as string | undefined) ?? nameFromEmail(email);
  const made = { ctx, role, details: { ...details, first_name: name, email }, company, branch };
  const id = known?.id ?? (await makeInvited(made));
  await mailInvitation({ house, ctx, person: { id, name, email, role, branch }, page });
}

function emailsOf(value: unknown): string[] {
  const emails: unknown[] = Array.isArray(value) ? value : [value];
  if (emails.length === 0 || emails.length > mostAtOnce) refusePayload(`Send "email", at most ${mostAtOnce} at once.`);
  return emails.map((email) => (typeof email === "string" && email.trim() ? email : refusePayload('Send "email".')));
}

function numberOr(value: unknown, otherwise: number | null): number | null {
  if (value === undefined) return otherwise;
  return typeof value === "number" || value === null ? value : refusePayload("A company or branch is given by its id.");
}

async function branchCompany({ house, branch }: { house: House; branch: number | null }): Promise<number | null> {
  if (branch === null) return null;
  const [row] = await house.sql<{ company: number }[]>`select company from "Branch" where id = ${branch}`;
  return row?.company ?? refuse("FORBIDDEN");
}

/** Shows who is invited to what, so that the page can greet them. INVALID_TOKEN, TOKEN_EXPIRED, INVALID_INVITE. */
async function readInvitation({ house, token }: { house: House; token: unknown }): Promise<Row> {
  const used = "INVALID_INVITE";
  const link = await readLink({ house, sql: house.sql, purpose: "invite", token, now: house.clock(), used });
  const [row] = await house.sql<{ name: string; email: string; role: string; branch: string | null }[]>`
    select u.first_name as name, u.email, u.role, b.name as branch from users u
    left join "Branch" b on b.id = u.default_branch where u.id = ${link.userId}`;
  return { ...row!, role: roles[roleOf(row!.role)].name };
}

async function accept({ house, body, origin }: { house: House; body: Row; origin: Origin }): Promise<void> {
  const { token, password, first_name: name } = body;
  const used = "INVALID_INVITE";
  await asPerson({
    house,
    origin,
    who: async (tx) => (await takeLink({ house, tx, purpose: "invite", token, now: house.clock(), used })).userId,
    work: async ({ ctx, person }) => {
      if (person.status !== "invited") refuse(used);
      if (!password) {
        const text = requiredText("password", usersCollection.fields["password"]!);
        refuse("FAILED_VALIDATION", { field: "password", path: ["password"], type: "required" }, text);
      }
      const payload = { password, status: "active", ...(name === undefined ? {} : { first_name: name }) };
      const set = { is_email_verified: true };
      await updateItem({ ctx, collection: usersCollection, id: person.id, payload, set, isOurs: true });
    },
  });
}

export function invitationRoutes(app: FastifyInstance, house: House): void {
  app.post("/users/invite", async (request, reply) => {
    const { session } = await personAsking({ house, request });
    const body = rowOf(request.body);
    const { email, role: roleId, invite_url: url, default_branch: at, default_company: of, ...details } = body;
    for (const name of Object.keys(details)) if (!told.includes(name)) refusePayload(`"${name}" is not part of this.`);
    const emails = emailsOf(email);
    const role = roleOf(isUuid(roleId) ? (roleId as string) : null);
    const page = ownPage({ house, address: url, name: "invite_url" });
    const { who } = session;
    const branch = numberOr(at, who.branch);
    const company = numberOr(of, (await branchCompany({ house, branch })) ?? who.company);
    if (!mayInvite({ who, role, company, branch })) refuse("FORBIDDEN");
    const work = async (ctx: WriteContext) => {
      if (!mayInvite({ who: ctx.who, role, company, branch })) refuse("FORBIDDEN");
      for (const one of emails) await invite({ house, ctx, email: one, role, details, company, branch, page });
    };
    await inTransaction({ house, session, origin: originOf(request), work });
    return reply.code(204).send();
  });

  app.post("/actions/invitations/read", async (request, reply) => {
    const data = await readInvitation({ house, token: rowOf(request.body)["token"] });
    return reply.header("cache-control", "no-store").send({ data });
  });

  app.post("/users/invite/accept", async (request, reply) => {
    await accept({ house, body: rowOf(request.body), origin: originOf(request) });
    return reply.code(204).send();
  });
}
