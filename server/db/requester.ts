// Requester of the current work, whose connection share it counts against (connection-shares.ts).
import { AsyncLocalStorage } from "node:async_hooks";
import { isPartner, isPlatform, type Actor } from "#domain/access/roles.ts";

/**
 * Tenant whose connection share the work counts against: company and branch, the shared one of customers and visitors,
 * or none.
 */
export type Tenant = { company: number | null; branch: number | null } | "guests" | null;

export interface Requester {
  /** Evaluated when a connection is needed, since the session may not be loaded before. */
  tenant: () => Tenant;
  /**
   * True if the requester already has a connection, so that further ones for the same work do not wait for the share.
   */
  isInTransaction: boolean;
  /** Key under which requests of the caller are counted: a user or an address. */
  callerKey?: string;
  /** Releases the request slot early, for a streaming response without an end. */
  releaseSlot?: () => void;
}

const storage = new AsyncLocalStorage<Requester>();

/** Undefined for internal work such as timers and jobs. */
export const getCurrentRequester = (): Requester | undefined => storage.getStore();

export function runAsRequester<T>(requester: Requester, work: () => T): T {
  return storage.run(requester, work);
}

/** Users of the platform are few and have no limit. */
export function getTenant(actor: Actor | undefined): Tenant {
  if (actor && isPlatform(actor)) return null;
  return actor && isPartner(actor) ? { company: actor.company, branch: actor.branch } : "guests";
}
