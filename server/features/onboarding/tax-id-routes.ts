// §7 Product API host: /verify-gst and /verify-pan, for users who register, manage or verify companies.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import { checkField } from "#domain/schema/fields.ts";
import { gstin, pan } from "#domain/schema/tax-id-fields.ts";
import type { AppServices } from "#server/context.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { requireFreshSession } from "#server/request.ts";
import { checkTaxId, assertTaxIdActive, type TaxIdKind } from "#server/features/onboarding/tax-id-checks.ts";

const fields = { gstin: gstin({ required: true }), pan: pan({ required: true }) };

export function taxIdRoutes(app: FastifyInstance, services: AppServices): void {
  for (const [path, kind] of [
    ["/verify-gst", "gstin"],
    ["/verify-pan", "pan"],
  ] as const)
    app.post(path, async (request, reply) => {
      const isAllowed = (caller: Actor) => can(caller, "tax-id.verify");
      const { actor } = await requireFreshSession({ services, request, isAllowed });
      const check = await checkTaxId({ services, kind, number: parseTaxId({ request, kind }), userId: actor.id! });
      assertTaxIdActive({ kind, check });
      return reply.send({ data: { ...check.answer, valid: true, checked_at: check.checkedAt.toISOString() } });
    });
}

/** FAILED_VALIDATION with the field's text for an invalid number, without a request to the register. */
function parseTaxId({ request, kind }: { request: FastifyRequest; kind: TaxIdKind }): string {
  const { [kind]: value } = parseRow(request.body);
  const field = fields[kind];
  const error = checkField({ name: kind, field, value });
  if (error) throwApiError("FAILED_VALIDATION", { field: kind, path: [kind] }, error);
  return field.normalise!(String(value));
}
