// §7: static token of an integration with one role for some branches of a company; shown once, stored as a hash.
import { ownCompany } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { boolean, json, many, one, oneByUuid, personName, secret, text, timestamp } from "#domain/schema/fields.ts";

const integrationTokensFields = {
  name: personName({ required: true, serverSet: true }),
  company: one("Companies", { required: true, onDelete: "cascade", index: true, serverSet: true }),
  role: oneByUuid("roles", { required: true, serverSet: true }),
  token: secret({ unique: true, serverSet: true }),
  /** First characters of the token, to distinguish tokens of the same name. */
  token_start: text({ max: 12, serverSet: true, isSetOnCreate: true }),
  /** What the token is limited to (token-scope.ts); null areas are all. */
  is_read_only: boolean({ serverSet: true }),
  areas: json<string[] | null>({ serverSet: true }),
  expires_at: timestamp({ serverSet: true }),
  revoked_at: timestamp({ serverSet: true }),
  /** Accurate to the minute. */
  last_used_at: timestamp({ serverSet: true }),
  /** One user per branch; actions are recorded under the integration's name. */
  users: many("users", "integration"),
};

export const IntegrationTokens = defineCollection("Integration_Tokens", {
  fields: integrationTokensFields,
  isLive: true,
  access: { read: { "integration.manage": ownCompany } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Integration_Tokens: typeof integrationTokensFields;
  }
}
