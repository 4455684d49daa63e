// §2 /contact-us-for-business-affiliation and /suggestions: stores an enquiry and mails it if a support address is set.
import type { FastifyInstance } from "fastify";
import { enquiryActions } from "#domain/platform/actions.ts";
import { enquiryKindLabels, type EnquiryKind } from "#domain/platform/enquiry.ts";
import { Enquiries } from "#domain/platform/enquiries.collection.ts";
import * as limits from "#domain/limits.ts";
import type { AttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { createItem } from "#server/items/write/write.ts";
import { anonymousSession } from "#server/items/access/session.ts";
import { implement } from "#server/http/implement.ts";
import { queueMail } from "#server/messaging/outbox.ts";

const hourMs = 60 * 60 * 1000;
const limit: AttemptLimit = {
  freeAttempts: limits.enquiriesAnHour,
  firstWaitMs: hourMs / 6,
  maxWaitMs: hourMs,
  resetAfterMs: hourMs,
};

const sendEnquiry = implement(enquiryActions.send, async ({ services, origin, body: payload }) => {
  const key = `enquiry:${toClientAddressKey(origin.ip)}`;
  await services.throttle.count({ keys: [{ key, limit }], now: services.clock() });
  await runInTransaction({
    services,
    session: anonymousSession,
    origin,
    work: async (ctx) => {
      const id = await createItem({ ctx, collection: Enquiries, payload, bypassAccess: true });
      const [settings] = await ctx.tx<{ email: string | null }[]>`
        select support_email as email from "Configuration_Settings" limit 1`;
      const [row] = await ctx.tx<
        { kind: EnquiryKind; name: string; email: string; phone: string | null; message: string }[]
      >`
        select kind, name, email, phone, message from "Enquiries" where id = ${id}`;
      if (!settings?.email || !row) return;
      const { name, email, phone, message } = row;
      const values = { name, email, phone: phone ?? "not provided", message, about: enquiryKindLabels[row.kind] };
      await queueMail({ ctx, branch: null, to: settings.email, template: "enquiry", values });
    },
  });
});

export function enquiryRoutes(app: FastifyInstance, services: AppServices): void {
  sendEnquiry(app, services);
}
