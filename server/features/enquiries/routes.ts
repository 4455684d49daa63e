// §2 /contact-us-for-business-affiliation and /suggestions: a message is kept for the desk, and mailed where an address is set.
import type { FastifyInstance } from "fastify";
import type { Collection } from "#domain/collection.ts";
import { Enquiries } from "#domain/collections/enquiries.ts";
import { limits } from "#domain/limits.ts";
import type { TryLimit } from "#domain/rules/tries.ts";
import { type House, inTransaction } from "#server/context.ts";
import { createItem } from "#server/items/write.ts";
import { noSession } from "#server/items/who.ts";
import { originOf } from "#server/request.ts";
import { bodyOf } from "#server/services/action.ts";
import { queueMail } from "#server/services/outbox.ts";

const collection = Enquiries as unknown as Collection;
const fields = ["kind", "name", "email", "phone", "organisation", "city", "message"];
const anHour = 60 * 60 * 1000;
const limit: TryLimit = {
  free: limits.enquiriesAnHour,
  firstWaitMs: anHour / 6,
  longestWaitMs: anHour,
  forgottenAfterMs: anHour,
};

export function enquiryRoutes(app: FastifyInstance, house: House): void {
  app.post("/actions/enquiries", async (request, reply) => {
    const payload = bodyOf({ request, fields });
    const origin = originOf(request);
    await house.throttle.take({ keys: [{ key: `enquiry:${origin.ip}`, limit }], now: house.clock() });
    await inTransaction({
      house,
      session: noSession,
      origin,
      work: async (ctx) => {
        const id = await createItem({ ctx, collection, payload, isOurs: true });
        const [settings] = await ctx.tx<{ email: string | null }[]>`
          select support_email as email from "Configuration_Settings" limit 1`;
        const [row] = await ctx.tx<
          { kind: string; name: string; email: string; phone: string | null; message: string }[]
        >`
          select kind, name, email, phone, message from "Enquiries" where id = ${id as number}`;
        if (!settings?.email || !row) return;
        const { name, email, phone, message } = row;
        const values = { name, email, phone: phone ?? "none given", message, about: aboutOf(row.kind) };
        await queueMail({ ctx, branch: null, to: settings.email, template: "enquiry", values });
      },
    });
    return reply.code(204).send();
  });
}

function aboutOf(kind: string): string {
  return kind === "business" ? "Working together" : "A suggestion";
}
