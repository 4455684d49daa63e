// §7 /users/me: the users collection for the actor's own row, with all fields; secrets are masked.
import { Users } from "#domain/people/users.collection.ts";
import { ownUser } from "#domain/access/row-filters.ts";

export const ownUserCollection = {
  ...Users,
  access: {
    read: { "account.use": ownUser },
  },
};
