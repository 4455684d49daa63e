// §6: actors with equal read permissions get equal results, so that results can be shared between them.
import { collections } from "#domain/collections.ts";
import type { Actor } from "#domain/access/roles.ts";
import { getGrant } from "#server/items/access/grants.ts";

const keyCache = new WeakMap<Actor, string>();

/** Equal only for actors that may read the same rows and fields. */
export function getReadPermissionsKey(actor: Actor): string {
  let key = keyCache.get(actor);
  if (key === undefined) {
    const grants = collections.map((collection) => {
      const grant = getGrant({ collection, operation: "read", actor });
      if (!grant) return null;
      const { rows, fields, partialAccess } = grant;
      return [rows, fields && [...fields], partialAccess && [partialAccess.fullAccessRows, [...partialAccess.fields]]];
    });
    key = JSON.stringify(grants);
    keyCache.set(actor, key);
  }
  return key;
}
