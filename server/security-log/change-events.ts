// Security events for changes of accounts, tokens and payment settings, and for changes of the platform at a vendor,
// written in the transaction of the change.
import { randomUUID } from "node:crypto";
import { classifyChange } from "#domain/security/classify-change.ts";
import type { RowWrite } from "#server/items/write/write-context.ts";
import { writeSecurityEvents } from "#server/security-log/write-events.ts";

/** Returns undefined synchronously for writes without security relevance, since every check-in calls it. */
export function recordSecurityChange({
  ctx,
  collection,
  action,
  before,
  after,
  changes,
}: RowWrite): Promise<void> | undefined {
  const { actor, origin, now, tx } = ctx;
  const route = origin.route ?? null;
  const events = classifyChange({ collection: collection.name, action, before, after, changes, actor, route });
  if (events.length === 0) return undefined;
  const buckets = events.map(({ kind, account, company, branch, subject, detail }) => ({
    kind,
    at: now,
    person: actor.id,
    role: actor.role,
    account,
    typed: null,
    tokenStart: null,
    subject,
    ip: origin.ip,
    userAgent: origin.userAgent,
    company: company ?? actor.company,
    branch: branch ?? actor.branch,
    requestId: origin.requestId ?? null,
    detail: { ...detail, ...(route ? { route } : {}) },
    item: null,
    // Uses a bucket per change: transactions that count in one row would block each other.
    bucket: randomUUID(),
    count: 1,
    firstAt: now,
    lastAt: now,
  }));
  return writeSecurityEvents({ sql: tx, buckets });
}
