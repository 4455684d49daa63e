// reading.md §10: record of exports and erasures. It identifies the person only while an erasure is pending.
import type { privacyActions } from "#domain/privacy/actions.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { maskDataSubject, type DataSubject, hashDataSubject } from "#server/privacy/subject.ts";

export interface PrivacyCounts {
  [kind: string]: number;
}

type PrivacyRequests = ContractResult<(typeof privacyActions)["listRequests"]>;

/** Records a request, also in the activity log; returns its id. An erasure is pending until it is finished. */
export async function recordPrivacyRequest({
  services,
  tx,
  kind,
  subject,
  reason,
  userId,
  origin,
  counts = {},
}: {
  services: AppServices;
  tx: Tx;
  kind: "export" | "erasure";
  subject: DataSubject;
  reason: string;
  userId: string;
  origin: RequestOrigin;
  counts?: PrivacyCounts;
}): Promise<number> {
  const now = services.clock();
  const isPending = kind === "erasure";
  const sealed = isPending ? services.sealer.seal(JSON.stringify(subject)) : null;
  const [row] = await tx<{ id: number }[]>`
    insert into privacy_requests (kind, state, subject, subject_hash, sealed, reason, requested_by, requested_at, finished_at, counts)
    values (${kind}, ${isPending ? "pending" : "done"}, ${maskDataSubject(subject)},
      ${hashDataSubject({ subject, secret: services.config.secret })}, ${sealed}, ${reason}, ${userId}, ${now},
      ${isPending ? null : now}, ${JSON.stringify(counts)}::text::jsonb)
    returning id`;
  await tx`
    insert into activity (action, "user", timestamp, ip, user_agent, collection, item)
    values (${kind}, ${userId}, ${now}, ${origin.ip}, ${origin.userAgent?.slice(0, 255) ?? null}, 'privacy_requests', ${String(row!.id)})`;
  return row!.id;
}

/** Adds to the counts of a request, in the transaction of the counted work. */
export async function addCounts({ tx, id, counts }: { tx: Tx; id: number; counts: PrivacyCounts }): Promise<void> {
  for (const [kind, count] of Object.entries(counts))
    if (count > 0)
      await tx`
        update privacy_requests
        set counts = jsonb_set(counts, array[${kind}::text], to_jsonb(coalesce((counts ->> ${kind}::text)::int, 0) + ${count}::int))
        where id = ${id}`;
}

/** Lists requests, the newest first. */
export function listPrivacyRequests({ sql, limit }: { sql: Sql; limit: number }): Promise<PrivacyRequests> {
  return sql<PrivacyRequests[number][]>`
    select r.id, r.kind, r.state, r.subject, r.reason, r.requested_at, r.finished_at, r.counts, u.first_name as by
    from privacy_requests r left join users u on u.id = r.requested_by
    where r.kind <> 'retention' order by r.id desc limit ${limit}`;
}
