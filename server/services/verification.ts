// §2 /verification-page: the mail whose link says that an email is its owner's.
import type { House } from "#server/context.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import type { Person } from "#server/services/as-person.ts";
import { issueLink } from "#server/services/links.ts";
import { queueMail } from "#server/services/outbox.ts";

export async function queueVerification({
  house,
  ctx,
  person,
}: {
  house: House;
  ctx: WriteContext;
  person: Pick<Person, "id" | "first_name" | "email" | "default_branch">;
}): Promise<void> {
  const { id, first_name: name, email, default_branch: branch } = person;
  const token = await issueLink({ house, tx: ctx.tx, purpose: "email-verification", userId: id, email, now: ctx.now });
  const values = { name, verify_link: `${house.config.publicUrl}/verification-page?token=${token}` };
  await queueMail({ ctx, branch, to: email, template: "verify-email", values });
}
