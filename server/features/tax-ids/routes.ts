// §7 Product API host: /verify-gst and /verify-pan, for who registers or looks after a company.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { fieldError, gstin, pan } from "#domain/fields.ts";
import type { House } from "#server/context.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuse } from "#server/items/refused.ts";
import { sessionOf } from "#server/request.ts";
import { checkTaxId, refuseInactive, type TaxIdKind } from "#server/services/tax-ids.ts";

const fields = { gstin: gstin({ required: true }), pan: pan({ required: true }) };
const roles = ["admin", "manager", "verifier", "platform"];

export function taxIdRoutes(app: FastifyInstance, house: House): void {
  for (const [path, kind] of [
    ["/verify-gst", "gstin"],
    ["/verify-pan", "pan"],
  ] as const)
    app.post(path, async (request, reply) => {
      const { who } = await sessionOf({ house, request });
      if (who.id === null || !roles.includes(who.role)) refuse("FORBIDDEN");
      const check = await checkTaxId({ house, kind, number: numberIn({ request, kind }), who: who.id });
      refuseInactive({ kind, check });
      return reply.send({ data: { ...check.answer, valid: true, checked_at: check.checkedAt.toISOString() } });
    });
}

/** FAILED_VALIDATION with the field's own text for what cannot be such a number: nobody is asked about it. */
function numberIn({ request, kind }: { request: FastifyRequest; kind: TaxIdKind }): string {
  const { [kind]: value } = rowOf(request.body);
  const field = fields[kind];
  const error = fieldError({ name: kind, field, value });
  if (error) refuse("FAILED_VALIDATION", { field: kind, path: [kind] }, error);
  return field.normalise!(value as string);
}
