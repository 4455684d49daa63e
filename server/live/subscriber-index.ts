// §7 live: finds the subscribers of an event by its values, so that the cost depends on the number of receivers, not of
// all subscribers.
import { findCollection } from "#domain/collections.ts";
import { getFilterKeys, getRowKeys, type MatchRow, matchesRow } from "#domain/live/match-filter.ts";
import { getGrant } from "#server/items/access/grants.ts";
import type { Session } from "#server/items/access/session.ts";
import type { LiveEvent, Subscriber } from "#server/live/event.ts";

/**
 * Returns whether access rules allow a session to receive an event: it may read the row, and with partial access the
 * update changed a readable field.
 */
export function canReceive({ session, event }: { session: Session; event: LiveEvent & { row: MatchRow } }): boolean {
  const { row, action, changed } = event;
  const collection = findCollection(event.collection);
  const grant = collection && getGrant({ collection, operation: "read", actor: session.actor });
  if (!grant || (grant.rows !== true && !matchesRow(row, grant.rows))) return false;
  const { partialAccess } = grant;
  if (!partialAccess || action !== "update" || matchesRow(row, partialAccess.fullAccessRows)) return true;
  return changed?.some((field) => partialAccess.fields.has(field)) ?? false;
}

/** Key of subscribers that may read any row of a collection. */
const anyRow = "*";

export class SubscriberIndex {
  /** Maps `collection path=value` to the subscribers that may be concerned. */
  readonly #byKey = new Map<string, Set<Subscriber>>();
  readonly #keys = new Map<Subscriber, string[]>();

  /** Adds a subscriber, or re-indexes it after its session or collections changed. */
  set(subscriber: Subscriber): void {
    this.remove(subscriber);
    const keys = [...subscriber.collections].flatMap((name) => {
      const collection = findCollection(name);
      const grant = collection && getGrant({ collection, operation: "read", actor: subscriber.session.actor });
      if (!grant) return [];
      const filterKeys = grant.rows === true ? null : getFilterKeys(grant.rows);
      return (filterKeys ?? [anyRow]).map((key) => `${name} ${key}`);
    });
    this.#keys.set(subscriber, keys);
    for (const key of keys) {
      const subscribers = this.#byKey.get(key);
      if (subscribers) subscribers.add(subscriber);
      else this.#byKey.set(key, new Set([subscriber]));
    }
  }

  remove(subscriber: Subscriber): void {
    for (const key of this.#keys.get(subscriber) ?? []) {
      const subscribers = this.#byKey.get(key);
      subscribers?.delete(subscriber);
      if (subscribers?.size === 0) this.#byKey.delete(key);
    }
    this.#keys.delete(subscriber);
  }

  /** Returns the subscribers that may read the row of this event, without duplicates. */
  getReaders(event: LiveEvent & { row: MatchRow }): Subscriber[] {
    const { collection, row } = event;
    const candidates = new Set<Subscriber>();
    for (const key of [anyRow, ...getRowKeys(row)])
      for (const subscriber of this.#byKey.get(`${collection} ${key}`) ?? []) candidates.add(subscriber);
    return [...candidates].filter(({ session }) => canReceive({ session, event }));
  }
}
