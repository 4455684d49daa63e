// §4 Invited: the invite as shown to the visitor without an account, authorised by the signed link.
import type { inviteActions } from "#domain/invites/actions.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { getNextStep } from "#domain/parking/next-step.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppServices } from "#server/context.ts";
import { openEventStream } from "#server/http/event-stream.ts";
import { getLinkQuota } from "#server/http/limits/connection-limits.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import type { LiveEvent } from "#server/live/event.ts";
import type { LiveUpdates } from "#server/live/live.ts";
import { parseUnverified, toLinkVersion } from "#server/auth/tokens.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";

/** How long an invite stays readable after its end. */
const accessAfterEndMs = 24 * 60 * 60_000;

type VisitorInvite = ContractResult<typeof inviteActions.readAsVisitor>;

/** INVALID_TOKEN for an invalid link, LINK_EXPIRED for an invite that ended more than a day ago. */
export async function readVisitorInvite({
  services,
  token,
}: {
  services: AppServices;
  token: unknown;
}): Promise<VisitorInvite> {
  const id = parseUnverified({ kind: tokenKinds.inviteLink, token }) ?? throwApiError("INVALID_TOKEN");
  const [found] = await services.sql<{ entry: Row; main: Row; invited_by: string; branch: VisitorInvite["branch"] }[]>`
    select row_to_json(p) as entry, row_to_json(m) as main, u.first_name as invited_by,
      json_build_object('name', b.name, 'address', b.address, 'latitude', b.latitude, 'longitude', b.longitude,
        'time_zone', b.time_zone, 'company', c.name) as branch
    from "Parking_Information" p
    join "Parking_Main_Information" m on m.id = p.parking_main_info
    join "Branch" b on b.id = p.branch join "Companies" c on c.id = p.company
    left join users u on u.id = p.user_created
    where p.id = ${id} and p.is_invited`;
  if (!found) return throwApiError("INVALID_TOKEN");
  const now = services.clock();
  const entry = fromDatabase(ParkingInformation, found.entry);
  services.tokens.verify({ kind: tokenKinds.inviteLink, token, version: toLinkVersion(entry.link_renewed_at) });
  const visitorRecord = fromDatabase(ParkingMainInformation, found.main);
  const { invite_start_date: start, invite_end_date: end } = entry;
  if (!start || !end) return throwApiError("INVALID_TOKEN");
  if (now.getTime() > end.getTime() + accessAfterEndMs) throwApiError("LINK_EXPIRED");
  // Hides the payment step while the visitor is inside, since the host has this link too.
  const isInside = entry.parking_status_id === parkingSequence.in;
  const next = isInside ? "none" : getNextStep({ entry, visitorRecord, now });
  return {
    vehicle_no: visitorRecord.vehicle_no,
    name: visitorRecord.name,
    is_person: entry.is_person,
    parking_status_id: entry.parking_status_id,
    is_waiting_for_approve: visitorRecord.is_waiting_for_approve,
    invite_start_date: start,
    invite_end_date: end,
    next,
    invited_by: found.invited_by,
    branch: found.branch,
    qr:
      entry.parking_status_id === 4 ? null : services.tokens.issue({ kind: tokenKinds.qr, payload: { kind: "P", id } }),
  };
}

/** Streams the changes of the invite until its link becomes invalid. Throws the errors of `readVisitorInvite`. */
export async function watchVisitorInvite({
  services,
  live,
  token,
  request,
  reply,
}: {
  services: AppServices;
  live: LiveUpdates;
  token: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}): Promise<FastifyReply> {
  await readVisitorInvite({ services, token });
  const id = parseUnverified({ kind: tokenKinds.inviteLink, token })!;
  const leave = services.connections.open({ address: request.ip, quotas: [getLinkQuota({ kind: "invite", id })] });
  const stream = openEventStream(reply);
  stream.onEnd(leave);
  const end = () => stream.end();
  // A link that was renewed or has expired ends the stream.
  const send = ({ event }: LiveEvent): void =>
    void readVisitorInvite({ services, token }).then(() => stream.write(`id: ${event}\ndata: {}\n\n`), end);
  stream.onEnd(live.watch({ collection: ParkingInformation.name, id, send, end }));
  stream.write("event: ready\ndata: {}\n\n");
  return reply;
}
