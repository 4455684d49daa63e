// §2 §6: creates a user and mails an invitation to set a password; resends invitations.
import { Users } from "#domain/people/users.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { canInvite } from "#domain/people/invitation.ts";
import { getKindOfRole } from "#domain/people/people.ts";
import { type Role, roleNames, findRole } from "#domain/access/roles.ts";
import { isUuid } from "#domain/schema/stored-value.ts";
import { runInTransaction } from "#server/context.ts";
import { toApiError } from "#server/items/database-error.ts";
import { throwApiError, ApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { createInvitedUser, sendInvitation } from "#server/features/people/invitations.ts";

function parseRole(name: unknown): Role {
  return roleNames.find((knownRole) => knownRole === name) ?? throwApiError("FORBIDDEN");
}

/**
 * Creates an account at the actor's branch, mails its invitation and returns the id. Throws FORBIDDEN for a role the
 * actor may not assign, STAFF_PIN_REQUIRED, and by field for values in use: USER_EMAIL_EXIST, USER_PHONE_EXIST,
 * STAFF_PIN_EXIST, EMPLOYEE_ID_EXIST.
 */
export async function createPerson({
  services,
  session,
  origin,
  body,
}: ActionContext & { body: Row }): Promise<string> {
  const { role: roleName, ...details } = body;
  const role = parseRole(roleName);
  const { company, branch } = session.actor;
  if (branch === null || !canInvite({ actor: session.actor, role, company, branch })) throwApiError("FORBIDDEN");
  if (getKindOfRole(role) === "staff" && !details["pin_number"])
    throwApiError("STAFF_PIN_REQUIRED", { field: "pin_number", path: ["pin_number"] });
  assertRealEmail(details["email"]);
  return runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      if (!canInvite({ actor: ctx.actor, role, company, branch })) throwApiError("FORBIDDEN");
      const id = await createInvitedUser({ ctx, role, details, company, branch }).catch((error: unknown) =>
        rethrowTakenEmail(error),
      );
      const [user] = await ctx.tx<{ name: string; email: string; phone: string | null }[]>`
        select first_name as name, email, contact_number as phone from users where id = ${id}`;
      await sendInvitation({ services, ctx, invitedUser: { id, role, branch, ...user! } });
      return id;
    },
  });
}

/** FAILED_VALIDATION for an address that the product generates for users without one. */
function assertRealEmail(email: unknown): void {
  if (typeof email !== "string" || !isPlaceholderEmail(email)) return;
  throwApiError("FAILED_VALIDATION", { field: "email", path: ["email"] }, "*Invalid email");
}

/** Converts RECORD_NOT_UNIQUE of the e-mail, which is unique across tenants, to an error of the form's field. */
export function rethrowTakenEmail(error: unknown, field = "email"): never {
  const apiError = toApiError(error);
  if (apiError instanceof ApiError && apiError.code === "RECORD_NOT_UNIQUE")
    if (apiError.entries[0]!.details["field"] === "email") throwApiError("USER_EMAIL_EXIST", { field, path: [field] });
  throw apiError;
}

interface InvitedUser {
  name: string;
  email: string;
  phone: string | null;
  status: string;
  role: string;
  company: number | null;
  branch: number | null;
}

/**
 * Mails a new link to a user who has not accepted yet, to a new address if provided; the old link expires. FORBIDDEN
 * for users the actor may not invite, INVITATION_ACCEPTED, EMAIL_SAME_AS_OLD, USER_EMAIL_EXIST, and FAILED_VALIDATION
 * for an invalid address.
 */
export async function resendInvitation({
  services,
  session,
  origin,
  id,
  body,
}: ActionContext & { id: string; body: Row }): Promise<void> {
  if (!isUuid(id)) throwApiError("FORBIDDEN");
  await runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      const [user] = await ctx.tx<InvitedUser[]>`
        select first_name as name, email, contact_number as phone, status, role, default_company as company, default_branch as branch
        from users where id = ${id} and integration is null for update`;
      if (!user) throwApiError("FORBIDDEN");
      const { name, phone, status, company, branch } = user;
      const role = findRole(user.role);
      if (!canInvite({ actor: ctx.actor, role, company, branch })) throwApiError("FORBIDDEN");
      if (status !== "invited") throwApiError("INVITATION_ACCEPTED");
      const email =
        "email" in body
          ? await updateInvitedEmail({ ctx, id, currentEmail: user.email, newEmail: body["email"] })
          : user.email;
      await sendInvitation({ services, ctx, invitedUser: { id, name, email, phone, role, branch } });
    },
  });
}

/** Changes the address of a user who has not accepted yet, since it is not verified; returns the normalised address. */
async function updateInvitedEmail({
  ctx,
  id,
  currentEmail,
  newEmail,
}: {
  ctx: WriteContext;
  id: string;
  currentEmail: string;
  newEmail: unknown;
}): Promise<string> {
  assertRealEmail(newEmail);
  const { email: field } = Users.fields;
  const email = typeof newEmail === "string" ? field!.normalise!(newEmail) : newEmail;
  if (typeof email === "string" && email.toLowerCase() === currentEmail.toLowerCase())
    throwApiError("EMAIL_SAME_AS_OLD", { field: "email", path: ["email"] });
  await updateItem({ ctx, collection: Users, id, payload: { email }, bypassAccess: true }).catch((error: unknown) =>
    rethrowTakenEmail(error),
  );
  return String(email);
}
