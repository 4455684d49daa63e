// §7 /users/me: the users collection as everybody sees it for their own row: all of it, secrets as stars.
import type { Collection } from "#domain/collection.ts";
import { Users } from "#domain/collections/users.ts";
import { roleNames } from "#domain/roles.ts";

export const ownUser = {
  ...Users,
  access: {
    read: Object.fromEntries(
      roleNames
        .filter((role) => role !== "public")
        .map((role) => [role, (who: { id: string | null }) => who.id !== null && { id: { _eq: who.id } }]),
    ),
  },
} as unknown as Collection;
