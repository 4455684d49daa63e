// §2 /verification-page: queues the mail with the link that verifies an e-mail address.
import type { AppServices } from "#server/context.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import type { UserAccount } from "#server/auth/as-user.ts";
import { issueMailLink } from "#server/auth/links.ts";
import { queueMail } from "#server/messaging/outbox.ts";

export async function queueVerificationMail({
  services,
  ctx,
  user,
  email,
}: {
  services: AppServices;
  ctx: WriteContext;
  user: Pick<UserAccount, "id" | "first_name" | "default_branch">;
  /** Address to verify. */
  email: string;
}): Promise<void> {
  const { id, first_name: name, default_branch: branch } = user;
  const token = await issueMailLink({
    services,
    tx: ctx.tx,
    purpose: "email-verification",
    userId: id,
    email,
    now: ctx.now,
  });
  const values = { name, verify_link: `${services.config.publicUrl}/verification-page?token=${token}` };
  await queueMail({ ctx, branch, to: email, account: id, template: "verify-email", values });
}
