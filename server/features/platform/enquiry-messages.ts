// §2 /contact-us-for-business-affiliation and /suggestions: mails the platform's answer to the sender.
import { enquiryPages } from "#domain/platform/enquiry.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { NotificationStep } from "#server/items/write/write-context.ts";
import { queueMail } from "#server/messaging/outbox.ts";

export async function notifyEnquiryAnswer({
  ctx,
  after: { kind, name, email: to, message, answer },
  changes,
  publicUrl,
}: Parameters<NotificationStep<RowOf<"Enquiries">>>[0] & { publicUrl: string }): Promise<void> {
  if (!("answer" in changes) || !answer) return;
  const values = {
    name,
    answer_lines: answer,
    message_lines: message,
    enquiry_link: `${publicUrl}${enquiryPages[kind]}`,
  };
  await queueMail({ ctx, branch: null, to, template: "enquiry-answered", values });
}
