// Checks resolved addresses in the lookup of the connection itself, so that they cannot change in between.
import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

/** Whether connections to a network address are allowed. */
export type IsReachable = (address: string) => boolean;

/** Resolves a name; fails if one of its addresses is not allowed. */
export function createGuardedLookup(isReachable: IsReachable): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const [first] = found;
      if (!first || !found.every(({ address }) => isReachable(address)))
        return callback(new Error("Not an address of the open internet."), "");
      if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
