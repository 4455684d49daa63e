// Bounds the security log during floods: equal events within an hour share a bucket; with too many distinct events,
// details are dropped and events are counted by address, then by kind only.
import { createHmac } from "node:crypto";
import * as limits from "#domain/limits.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import type { SecurityBucket, SecurityEntry } from "#server/security-log/entry.ts";

const windowMs = 60 * 60_000;

export class SecurityEventAggregator {
  readonly #secret: string;
  #pending = new Map<string, SecurityBucket>();
  #window = -1;
  /** Buckets of this window, and their number by kind and by kind and address. */
  readonly #buckets = new Set<string>();
  readonly #sizes = new Map<string, number>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  get size(): number {
    return this.#pending.size;
  }

  /** Counts one event; returns its bucket if it is new since the last `drain`, undefined for a repeat. */
  add(entry: SecurityEntry): SecurityBucket | undefined {
    this.#enterWindow(entry.at);
    const limited = this.#limitDetail(entry);
    const bucket = this.#getBucketKey(limited);
    const pending = this.#pending.get(bucket);
    if (pending) {
      pending.count += 1;
      pending.lastAt = entry.at;
      pending.requestId = entry.requestId;
      return undefined;
    }
    const first = { ...limited, bucket, count: 1, firstAt: entry.at, lastAt: entry.at };
    this.#pending.set(bucket, first);
    return first;
  }

  /** Returns whether an equal event was counted within this hour. */
  has(entry: SecurityEntry): boolean {
    this.#enterWindow(entry.at);
    return this.#isCounted(entry);
  }

  /** Returns and clears the buckets counted since the last call. */
  drain(): SecurityBucket[] {
    const buckets = [...this.#pending.values()];
    this.#pending = new Map();
    return buckets;
  }

  /** Restores buckets that could not be written. */
  restore(buckets: readonly SecurityBucket[]): void {
    for (const bucket of buckets) {
      const newer = this.#pending.get(bucket.bucket);
      if (newer) {
        newer.count += bucket.count;
        newer.firstAt = bucket.firstAt;
      } else this.#pending.set(bucket.bucket, bucket);
    }
  }

  #enterWindow(at: Date): void {
    const window = Math.floor(at.getTime() / windowMs);
    if (window === this.#window) return;
    this.#window = window;
    this.#buckets.clear();
    this.#sizes.clear();
  }

  /** Returns the event, with fewer details if its kind or address has exhausted its limit of this hour. */
  #limitDetail(entry: SecurityEntry): SecurityEntry {
    if (this.#isCounted(entry)) return entry;
    const byAddress: SecurityEntry = {
      ...entry,
      ip: entry.ip && toClientAddressKey(entry.ip),
      account: null,
      typed: null,
      tokenStart: null,
      subject: null,
      detail: {},
      item: null,
      userAgent: null,
    };
    const isAddressLimitReached = this.#getSize(getAddressKey(entry)) >= limits.securityEventsPerAddress;
    const isKindLimitReached = this.#getSize(entry.kind) >= limits.securityEventsPerKind;
    if (isKindLimitReached) return { ...byAddress, ip: null, person: null, role: null };
    if (isAddressLimitReached) return byAddress;
    this.#count(entry);
    return entry;
  }

  #isCounted(entry: SecurityEntry): boolean {
    return this.#buckets.has(this.#getBucketKey(entry));
  }

  #count(entry: SecurityEntry): void {
    this.#buckets.add(this.#getBucketKey(entry));
    for (const key of [entry.kind, getAddressKey(entry)]) this.#sizes.set(key, this.#getSize(key) + 1);
  }

  #getSize(key: string): number {
    return this.#sizes.get(key) ?? 0;
  }

  /** Returns the same key for equal events of an hour on every server; keyed, since it includes typed input. */
  #getBucketKey(entry: SecurityEntry): string {
    const { kind, person, account, typed, tokenStart, subject, ip, company, branch, detail, item } = entry;
    return createHmac("sha256", this.#secret)
      .update(
        JSON.stringify([
          this.#window,
          kind,
          person,
          account,
          typed,
          tokenStart,
          subject,
          ip,
          company,
          branch,
          detail,
          item,
        ]),
      )
      .digest("base64url");
  }
}

/** Counts addresses like rate limits: an IPv6 network as one. */
function getAddressKey({ kind, ip }: SecurityEntry): string {
  return `${kind}|${toClientAddressKey(ip)}`;
}
