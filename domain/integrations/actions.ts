// §7: actions for the static tokens of integrations.
import { z } from "zod";
import { tokenRoles } from "#domain/people/invitation.ts";
import { tokenAreaNames } from "#domain/integrations/token-areas.ts";
import { contract } from "#domain/schema/contract.ts";

const common = { area: "integrations", access: "user", visibleTo: { can: "integration.manage" } } as const;

export const integrationActions = {
  create: contract("POST /actions/integrations", {
    ...common,
    summary: "Create an integration token; it is shown once",
    fields: { Integration_Tokens: ["name", "expires_at"] },
    body: z.object({
      role: z.enum(tokenRoles, `"role" must be one of ${tokenRoles.join(", ")}.`),
      // FAILED_VALIDATION with the field, as for the other values of the form.
      branches: z.unknown().meta({ type: "array", items: { type: "integer" }, minItems: 1 }),
      is_read_only: z.boolean({ error: '"is_read_only" must be true or false.' }).default(false),
      areas: z
        .array(z.enum(tokenAreaNames, `"areas" may contain ${tokenAreaNames.join(", ")}.`))
        .min(1, '"areas" must not be empty.')
        .nullable()
        .default(null)
        .meta({ description: "What the token is limited to; null for all that its role may do" }),
    }),
    reply: z.object({ id: z.int(), token: z.string() }),
    errors: [],
  }),
  revoke: contract("POST /actions/integrations/:id/revoke", {
    ...common,
    summary: "Revoke an integration token",
    errors: [],
  }),
};
