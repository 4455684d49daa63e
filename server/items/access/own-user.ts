// §7 /users/me: the users collection for the actor's own row, with all fields; secrets are masked.
import { Users } from "#domain/people/users.collection.ts";
import { accountRoles } from "#domain/access/roles.ts";

export const ownUserCollection = {
  ...Users,
  access: {
    read: Object.fromEntries(
      accountRoles.map((role) => [
        role,
        (actor: { id: string | null }) => actor.id !== null && { id: { _eq: actor.id } },
      ]),
    ),
  },
};
