// §6: an account is made by one person and its password chosen by another, with the link of a mail.
import type { Row } from "#domain/collection.ts";
import { nobody, type Role, roleOf, roles } from "#domain/roles.ts";
import { type House, writeContext } from "#server/context.ts";
import { transaction } from "#server/db/transaction.ts";
import { loadSession } from "#server/items/who.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { createItem } from "#server/items/write.ts";
import { usersCollection } from "#server/services/as-person.ts";
import { issueLink } from "#server/services/links.ts";
import { queueMail } from "#server/services/outbox.ts";

export interface NewPerson {
  ctx: WriteContext;
  role: Role;
  /** What is said of them: with `first_name` and `email`. */
  details: Row;
  company: number | null;
  branch: number | null;
}

/** Makes an account that waits for its person; answers its id. It is for the caller to have asked who may. */
export async function makeInvited({ ctx, role, details, company, branch }: NewPerson): Promise<string> {
  const place = { default_company: company, default_branch: branch };
  const payload = { ...details, ...place, role: roles[role].id, status: "invited" };
  return String(await createItem({ ctx, collection: usersCollection, payload, isOurs: true }));
}

export interface Invited {
  id: string;
  name: string;
  email: string;
  role: Role;
  branch: number | null;
}

/** Mails the link with which one chooses one's password; the links of earlier mails end. `page` is another page of ours that takes it. */
export async function mailInvitation({
  house,
  ctx,
  person,
  page,
}: {
  house: House;
  ctx: WriteContext;
  person: Invited;
  page?: string | null;
}): Promise<void> {
  const { tx, now, who } = ctx;
  const { id, name, role, branch } = person;
  const email = person.email.trim();
  const token = await issueLink({ house, tx, purpose: "invite", userId: id, email, now });
  const link = `${page ?? `${house.config.publicUrl}/accept-invitation`}?token=${token}`;
  const values = { name, inviter: who.name ?? "Chaavi", role: roles[role].name, invite_link: link };
  await queueMail({ ctx, branch, to: email, template: "invitation", values });
}

interface Waiting {
  id: string;
  name: string;
  email: string;
  role: string;
  branch: number | null;
}

/** Mails those of these people who wait and were mailed nothing yet, in one transaction: done twice, it is done once. */
export async function inviteWaiting({
  house,
  people,
  inviter,
}: {
  house: House;
  people: readonly string[];
  inviter: string;
}): Promise<void> {
  await transaction({
    sql: house.sql,
    work: async (tx) => {
      const session = await loadSession({ sql: tx, userId: inviter });
      const ctx = writeContext({ house, tx, who: session?.who ?? nobody, origin: { ip: null, userAgent: null } });
      const waiting = await tx<Waiting[]>`
        select id, first_name as name, email, role, default_branch as branch from users u
        where id = any(${people as string[]}) and status = 'invited'
          and not exists (select 1 from links l where l."user" = u.id and l.purpose = 'invite')
        order by id for update`;
      for (const { role, ...person } of waiting)
        await mailInvitation({ house, ctx, person: { ...person, role: roleOf(role) } });
    },
  });
}
