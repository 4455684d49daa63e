// §2 §6: somebody is made by who leads them, and invited to choose a password; and invited once more.
import type { Row } from "#domain/collection.ts";
import { mayInvite } from "#domain/rules/invitation.ts";
import { personDetails } from "#domain/rules/people.ts";
import { type Role, roleNames, roleOf } from "#domain/roles.ts";
import { isUuid } from "#domain/stored-value.ts";
import { inTransaction } from "#server/context.ts";
import { asRefused } from "#server/items/database-error.ts";
import { refuse, Refused } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import type { Acting } from "#server/services/action.ts";
import { usersCollection } from "#server/services/as-person.ts";
import { makeInvited, mailInvitation } from "#server/services/invitations.ts";

/** What may be said of a person who is made. */
export const personFields = ["first_name", "last_name", "email", ...personDetails];

function roleNamed(name: unknown): Role {
  return roleNames.find((known) => known === name) ?? refuse("FORBIDDEN");
}

/**
 * Makes an account at one's own branch and mails its invitation; answers its id. Throws FORBIDDEN for a role that is not one's
 * to give, STAFF_PIN_REQUIRED, and by the field what somebody else has: USER_EMAIL_EXIST, USER_PHONE_EXIST, STAFF_PIN_EXIST,
 * EMPLOYEE_ID_EXIST.
 */
export async function createPerson({ house, session, origin, body }: Acting & { body: Row }): Promise<string> {
  const { role: named, ...details } = body;
  const role = roleNamed(named);
  const { company, branch } = session.who;
  if (branch === null || !mayInvite({ who: session.who, role, company, branch })) refuse("FORBIDDEN");
  if (role === "staff" && !details["pin_number"])
    refuse("STAFF_PIN_REQUIRED", { field: "pin_number", path: ["pin_number"] });
  return inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      if (!mayInvite({ who: ctx.who, role, company, branch })) refuse("FORBIDDEN");
      const id = await makeInvited({ ctx, role, details, company, branch }).catch(throwTaken);
      const person = { id, role, branch, name: String(details["first_name"]), email: String(details["email"]) };
      await mailInvitation({ house, ctx, person });
      return id;
    },
  });
}

/** Emails are everybody's, so that theirs is the wire's own refusal elsewhere; here it stands by its field, in words. */
export function throwTaken(error: unknown): never {
  const refused = asRefused(error);
  if (refused instanceof Refused && refused.code === "RECORD_NOT_UNIQUE")
    if (refused.entries[0]!.details["field"] === "email")
      refuse("USER_EMAIL_EXIST", { field: "email", path: ["email"] });
  throw refused;
}

interface Waiting {
  name: string;
  email: string;
  status: string;
  role: string;
  company: number | null;
  branch: number | null;
}

/**
 * Mails a new link to who has not answered, to another address where one is given; the old one ends. FORBIDDEN where they are
 * not one's own, INVITATION_ACCEPTED, EMAIL_SAME_AS_OLD, USER_EMAIL_EXIST, and FAILED_VALIDATION for what is no address.
 */
export async function inviteAgain({
  house,
  session,
  origin,
  id,
  body,
}: Acting & { id: string; body: Row }): Promise<void> {
  if (!isUuid(id)) refuse("FORBIDDEN");
  await inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      const [known] = await ctx.tx<Waiting[]>`
        select first_name as name, email, status, role, default_company as company, default_branch as branch
        from users where id = ${id} and integration is null for update`;
      if (!known) refuse("FORBIDDEN");
      const { name, status, company, branch } = known;
      const role = roleOf(known.role);
      if (!mayInvite({ who: ctx.who, role, company, branch })) refuse("FORBIDDEN");
      if (status !== "invited") refuse("INVITATION_ACCEPTED");
      const email =
        "email" in body ? await correctEmail({ ctx, id, was: known.email, sent: body["email"] }) : known.email;
      await mailInvitation({ house, ctx, person: { id, name, email, role, branch } });
    },
  });
}

/** Nobody has proved the address yet, so that it is still for who invited to put right; answers it as it is kept. */
async function correctEmail({
  ctx,
  id,
  was,
  sent,
}: {
  ctx: WriteContext;
  id: string;
  was: string;
  sent: unknown;
}): Promise<string> {
  const { email: field } = usersCollection.fields;
  const email = typeof sent === "string" ? field!.normalise!(sent) : sent;
  if (typeof email === "string" && email.toLowerCase() === was.toLowerCase())
    refuse("EMAIL_SAME_AS_OLD", { field: "email", path: ["email"] });
  await updateItem({ ctx, collection: usersCollection, id, payload: { email }, isOurs: true }).catch(throwTaken);
  return String(email);
}
