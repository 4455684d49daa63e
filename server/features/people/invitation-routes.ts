// §7 POST /users/invite and /users/invite/accept: invites users, who set their own password.
import type { FastifyInstance } from "fastify";
import { Users } from "#domain/people/users.collection.ts";
import { peopleActions } from "#domain/people/actions.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { ContractReply } from "#domain/schema/contract.ts";
import { canInvite, deriveNameFromEmail } from "#domain/people/invitation.ts";
import { personTextFields } from "#domain/people/people.ts";
import { requiredMessage } from "#domain/schema/fields.ts";
import { findRole, roles, type Role } from "#domain/access/roles.ts";
import { isUuid } from "#domain/schema/stored-value.ts";
import { type AppServices, runInTransaction, type RequestOrigin } from "#server/context.ts";
import { implement } from "#server/http/implement.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { updateItem } from "#server/items/write/write.ts";
import { getRequestOrigin } from "#server/request.ts";
import { asUser } from "#server/auth/as-user.ts";
import { createInvitedUser, sendInvitation } from "#server/features/people/invitations.ts";
import { parseOwnPageUrl, verifyLink, consumeLink } from "#server/auth/links.ts";
import { requireUser } from "#server/auth/require-user.ts";

const maxInvitationsPerRequest = 100;
/** Fields accepted with an invitation; the user sets the others. */
const allowedFields: readonly string[] = personTextFields;

interface InviteUserOptions {
  services: AppServices;
  ctx: WriteContext;
  email: string;
  role: Role;
  details: Row;
  company: number | null;
  branch: number | null;
  page: string | null;
}

/**
 * Creates the account, or mails a new link to an account of the same company and role that is not accepted yet. Other
 * accounts with the e-mail are not changed.
 */
async function inviteUser({
  services,
  ctx,
  email,
  role,
  details,
  company,
  branch,
  page,
}: InviteUserOptions): Promise<void> {
  const [existing] = await ctx.tx<{ id: string; status: string; company: number | null; role: string; name: string }[]>`
    select id, status, default_company as company, role, first_name as name from users where lower(email) = ${email.trim().toLowerCase()}`;
  const isWaiting = existing?.status === "invited" && existing.company === company && findRole(existing.role) === role;
  if (existing && !isWaiting) return;
  const name =
    existing?.name ?? (typeof details["first_name"] === "string" ? details["first_name"] : deriveNameFromEmail(email));
  const userOptions = { ctx, role, details: { ...details, first_name: name, email }, company, branch };
  const id = existing?.id ?? (await createInvitedUser(userOptions));
  await sendInvitation({ services, ctx, invitedUser: { id, name, email, role, branch }, page });
}

function parseEmails(value: unknown): string[] {
  const emails: unknown[] = Array.isArray(value) ? value : [value];
  if (emails.length === 0 || emails.length > maxInvitationsPerRequest)
    throwInvalidPayload(`Send "email", at most ${maxInvitationsPerRequest} at once.`);
  return emails.map((email) =>
    typeof email === "string" && email.trim() ? email : throwInvalidPayload('Send "email".'),
  );
}

function toNumberOr(value: unknown, fallback: number | null): number | null {
  if (value === undefined) return fallback;
  return typeof value === "number" || value === null
    ? value
    : throwInvalidPayload("A company or branch is given by its id.");
}

async function findBranchCompany({
  services,
  branch,
}: {
  services: AppServices;
  branch: number | null;
}): Promise<number | null> {
  if (branch === null) return null;
  const [row] = await services.sql<{ company: number }[]>`select company from "Branch" where id = ${branch}`;
  return row?.company ?? throwApiError("FORBIDDEN");
}

type InvitationDetails = ContractReply<typeof peopleActions.readInvitation>;

/** Reads the invited user, role and branch for the acceptance page. INVALID_TOKEN, TOKEN_EXPIRED, INVALID_INVITE. */
async function readInvitation({
  services,
  token,
}: {
  services: AppServices;
  token: unknown;
}): Promise<InvitationDetails> {
  const usedErrorCode = "INVALID_INVITE";
  const link = await verifyLink({ services, sql: services.sql, purpose: "invite", token, usedErrorCode });
  const [row] = await services.sql<InvitationDetails[]>`
    select u.first_name as name, u.email, u.role, b.name as branch from users u
    left join "Branch" b on b.id = u.default_branch where u.id = ${link.userId}`;
  return { ...row!, role: roles[findRole(row!.role)].name };
}

async function acceptInvitation({
  services,
  body,
  origin,
}: {
  services: AppServices;
  body: Row;
  origin: RequestOrigin;
}): Promise<void> {
  const { token, password, first_name: name } = body;
  const usedErrorCode = "INVALID_INVITE";
  await asUser({
    services,
    origin,
    resolveUserId: async (tx) =>
      (await consumeLink({ services, tx, purpose: "invite", token, now: services.clock(), usedErrorCode })).userId,
    work: async ({ ctx, person }) => {
      if (person.status !== "invited") throwApiError(usedErrorCode);
      if (!password) {
        const errorText = requiredMessage("password", Users.fields["password"]!);
        throwApiError("FAILED_VALIDATION", { field: "password", path: ["password"], type: "required" }, errorText);
      }
      const payload = { password, status: "active", ...(name === undefined ? {} : { first_name: name }) };
      const systemValues = { is_email_verified: true };
      await updateItem({ ctx, collection: Users, id: person.id, payload, systemValues, bypassAccess: true });
    },
  });
}

const mountReadInvitation = implement(peopleActions.readInvitation, ({ services, body }) =>
  readInvitation({ services, token: body.token }),
);

export function invitationRoutes(app: FastifyInstance, services: AppServices): void {
  mountReadInvitation(app, services);

  app.post("/users/invite", async (request, reply) => {
    const { session } = await requireUser({ services, request });
    const body = parseRow(request.body);
    const {
      email,
      role: roleId,
      invite_url: url,
      default_branch: branchId,
      default_company: companyId,
      ...details
    } = body;
    for (const name of Object.keys(details))
      if (!allowedFields.includes(name)) throwInvalidPayload(`"${name}" is not part of this.`);
    const emails = parseEmails(email);
    const role = findRole(typeof roleId === "string" && isUuid(roleId) ? roleId : null);
    const page = parseOwnPageUrl({ services, url, name: "invite_url" });
    const { actor } = session;
    const branch = toNumberOr(branchId, actor.branch);
    const company = toNumberOr(companyId, (await findBranchCompany({ services, branch })) ?? actor.company);
    if (!canInvite({ actor, role, company, branch })) throwApiError("FORBIDDEN");
    const work = async (ctx: WriteContext) => {
      if (!canInvite({ actor: ctx.actor, role, company, branch })) throwApiError("FORBIDDEN");
      for (const address of emails)
        await inviteUser({ services, ctx, email: address, role, details, company, branch, page });
    };
    await runInTransaction({ services, session, origin: getRequestOrigin(request), work });
    return reply.code(204).send();
  });

  app.post("/users/invite/accept", async (request, reply) => {
    await acceptInvitation({ services, body: parseRow(request.body), origin: getRequestOrigin(request) });
    return reply.code(204).send();
  });
}
