// §7: the static token of an integration: one role, some branches of one company; shown once, kept as a hash.
import { ownCompany } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import { many, one, oneByUuid, personName, secret, text, timestamp } from "#domain/fields.ts";

export const IntegrationTokens = collection("Integration_Tokens", {
  fields: {
    name: personName({ required: true, serverSet: true }),
    company: one("Companies", { required: true, onDelete: "cascade", index: true, serverSet: true }),
    role: oneByUuid("roles", { required: true, serverSet: true }),
    token: secret({ unique: true, serverSet: true }),
    /** So that two of the same name can be told apart. */
    token_start: text({ max: 12, serverSet: true }),
    expires_at: timestamp({ serverSet: true }),
    revoked_at: timestamp({ serverSet: true }),
    /** To the minute. */
    last_used_at: timestamp({ serverSet: true }),
    /** One for each branch it is for: what it does is told under the integration's name. */
    users: many("users", "integration"),
  },
  live: true,
  access: { read: { admin: ownCompany } },
});
