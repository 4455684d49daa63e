// Limits of concurrently open sockets and streams: in total, per address, per user and per link.
import type { ErrorCode } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { throwApiError } from "#server/items/api-error.ts";

/** A counter to which an open connection adds one, and its limit. */
export interface ConnectionQuota {
  key: string;
  max: number;
}

/**
 * Counts the open connections of this process. The limit of an address is below the total, so that no single client can
 * exhaust it.
 */
export class ConnectionLimits {
  readonly #counts = new Map<string, number>();
  readonly #total: ConnectionQuota = { key: "total", max: limits.liveConnections };
  readonly #perAddress: number;

  constructor({ perAddress }: { perAddress: number }) {
    this.#perAddress = perAddress;
  }

  /**
   * Counts a connection of this address and its other quotas; returns a function that releases it. Throws
   * REQUESTS_EXCEEDED if a quota is exhausted, SERVICE_UNAVAILABLE if the total is.
   */
  open({ address, quotas = [] }: { address: string | null; quotas?: readonly ConnectionQuota[] }): () => void {
    const addressQuota = { key: `address:${toClientAddressKey(address)}`, max: this.#perAddress };
    return this.#acquire([
      { quota: addressQuota, code: "REQUESTS_EXCEEDED" },
      ...quotas.map((quota) => ({ quota, code: "REQUESTS_EXCEEDED" as const })),
      { quota: this.#total, code: "SERVICE_UNAVAILABLE" },
    ]);
  }

  /** Adds a quota to an open connection, such as that of a user who has just authenticated. */
  add(quota: ConnectionQuota): () => void {
    return this.#acquire([{ quota, code: "REQUESTS_EXCEEDED" }]);
  }

  #acquire(requests: readonly { quota: ConnectionQuota; code: ErrorCode }[]): () => void {
    for (const { quota, code } of requests) if (this.#getCount(quota.key) >= quota.max) throwApiError(code);
    const keys = requests.map(({ quota }) => quota.key);
    for (const key of keys) this.#counts.set(key, this.#getCount(key) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      for (const key of keys) this.#release(key);
    };
  }

  #getCount(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  #release(key: string): void {
    const remaining = this.#getCount(key) - 1;
    if (remaining > 0) this.#counts.set(key, remaining);
    else this.#counts.delete(key);
  }
}

/** Quota of all sockets and streams of one user, across sessions. */
export function getUserQuota(userId: string): ConnectionQuota {
  return { key: `person:${userId}`, max: limits.liveConnectionsPerPerson };
}

/** Quota of all streams opened with one link, such as that of a ticket or of an entry to be paid. */
export function getLinkQuota({ kind, id }: { kind: string; id: number }): ConnectionQuota {
  return { key: `link:${kind}:${id}`, max: limits.liveConnectionsPerLink };
}
