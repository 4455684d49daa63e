// Actions kept on a device until the server has answered them (docs/rules/queued-actions.md).
import * as limits from "#domain/limits.ts";
import { getKeys } from "#domain/object-keys.ts";

/**
 * waiting: not answered yet. returned: refused, or too old to be sent; the user corrects or removes it. sent: recorded by the
 * server, shown until the user has seen it.
 */
export type QueuedActionState = "waiting" | "returned" | "sent";

export interface QueuedAction {
  /** Idempotency-Key of every attempt. */
  key: string;
  /** Only a session of this user sends it. */
  user: string;
  /** Only while this is the branch of the session. */
  branch: number;
  /** Milliseconds since 1970. */
  queuedAt: number;
  state: QueuedActionState;
  /** Failures of the server, which do not say whether the action took effect. */
  failures: number;
  /** Why it was returned. */
  reason: string | null;
  /** Row that the server created or changed. */
  rowId: number | null;
}

/** What came of one attempt; status 0 stands for no answer at all. */
export type Attempt =
  | { kind: "accepted"; rowId: number | null }
  | { kind: "failed"; status: number; code: string; message: string };

/** Statuses that say nothing about the action itself: not reached, overloaded, log-in required. */
const undecidedStatuses: ReadonlySet<number> = new Set([0, 401, 429, 502, 503, 504]);
const maxFailures = 5;
/** An hour before the server forgets the key, so that a late attempt cannot take effect twice. */
const maxAgeMs = (limits.idempotencyKeyHours - 1) * 60 * 60_000;

const expiredText = "Not sent in time. Check whether it was recorded, then enter it again.";

export interface QueueOwner {
  user: string;
  branch: number;
}

/** The oldest action that this session may send. */
export function findNextToSend<A extends QueuedAction>({
  actions,
  owner,
}: {
  actions: readonly A[];
  owner: QueueOwner;
}): A | undefined {
  return actions
    .filter(({ state, user, branch }) => state === "waiting" && user === owner.user && branch === owner.branch)
    .toSorted((one, other) => one.queuedAt - other.queuedAt)[0];
}

/** Whether the attempt says nothing about the action, so that it stays waiting and no other one is tried either. */
export function isUndecided(attempt: Attempt): boolean {
  return attempt.kind === "failed" && (undecidedStatuses.has(attempt.status) || attempt.code === "REQUEST_IN_PROGRESS");
}

/** The action after an attempt. */
export function applyAttempt<A extends QueuedAction>({ action, attempt }: { action: A; attempt: Attempt }): A {
  if (attempt.kind === "accepted") return { ...action, state: "sent", rowId: attempt.rowId, reason: null };
  if (isUndecided(attempt)) return action;
  const failures = action.failures + (attempt.status >= 500 ? 1 : 0);
  if (attempt.status >= 500 && failures < maxFailures) return { ...action, failures };
  return { ...action, failures, state: "returned", reason: attempt.message };
}

/** Returns an action that has waited too long to its user; others are unchanged. */
export function expireAction<A extends QueuedAction>({ action, now }: { action: A; now: number }): A {
  return action.state === "waiting" && now - action.queuedAt >= maxAgeMs
    ? { ...action, state: "returned", reason: expiredText }
    : action;
}

export const queueTexts = {
  waiting: "{count} waiting to be sent",
  returned: "{count} not accepted",
  sent: "{count} sent",
} as const satisfies { readonly [state in QueuedActionState]: string };

/** Texts with their counts; empty without actions. */
export function describeQueue(actions: readonly QueuedAction[]): { text: string; count: number }[] {
  const count = (state: QueuedActionState): number => actions.filter((action) => action.state === state).length;
  return getKeys(queueTexts)
    .map((state) => ({ text: queueTexts[state], count: count(state) }))
    .filter((part) => part.count > 0);
}
