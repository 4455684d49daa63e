// §2 §6: actions to create and invite users of a branch, read their attendance and import lists of people and units.
import type { FastifyInstance } from "fastify";
import { isDateString } from "#domain/dates.ts";
import { peopleActions } from "#domain/people/actions.ts";
import type { ImportedRole } from "#domain/people/people-import.ts";
import { unitActions } from "#domain/visitors/actions.ts";
import type { AppServices } from "#server/context.ts";
import { readAttendanceDay } from "#server/features/people/attendance-day.ts";
import { createPerson, resendInvitation } from "#server/features/people/create-person.ts";
import {
  parseImportedRole,
  importPeople,
  checkImport,
  canImportPeople,
  parsePeopleFile,
} from "#server/features/people/import-people.ts";
import { checkUnits, importUnits, parseUnitsFile } from "#server/features/people/import-units.ts";
import { giveEmail } from "#server/features/people/give-email.ts";
import { issueCard, revokeCard } from "#server/features/people/log-in-card.ts";
import { streamProgress } from "#server/features/people/list-import.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";

/** The branch whose people and units the caller manages. Throws FORBIDDEN without one. */
const getBranch = ({ actor }: Session): number => actor.branch ?? throwApiError("FORBIDDEN");

/** Throws FORBIDDEN for a role that the caller may not import. */
function getImportedRole({ session: { actor }, query }: { session: Session; query: { role?: string } }): ImportedRole {
  const role = parseImportedRole(query.role);
  return canImportPeople({ actor, role }) ? role : throwApiError("FORBIDDEN");
}

const implementations = [
  implement(peopleActions.create, async (call) => ({ id: await createPerson(call) })),
  implement(peopleActions.resendInvitation, async ({ person, ...call }) => {
    getBranch(call.session);
    await resendInvitation({ ...call, id: person });
  }),
  implement(peopleActions.giveEmail, giveEmail),
  implement(peopleActions.issueCard, issueCard),
  implement(peopleActions.revokeCard, revokeCard),
  implement(peopleActions.readAttendance, ({ services, session, query: { day = "" } }) => {
    if (!isDateString(day)) throwApiError("INVALID_QUERY", { reason: "day is YYYY-MM-DD" });
    return readAttendanceDay({ services, branch: getBranch(session), day });
  }),
  implement(peopleActions.previewImport, async (call, { request }) => {
    const { services, session } = call;
    const file = await parsePeopleFile({ request, role: getImportedRole(call), queueKey: session.actor.id! });
    return (await checkImport({ services, sql: services.sql, actor: session.actor, file })).preview;
  }),
  implement(peopleActions.import, async (call, { request, reply }) => {
    const role = getImportedRole(call);
    const file = await parsePeopleFile({ request, role, queueKey: call.session.actor.id! });
    const isPartial = call.query.rows === "good";
    return streamProgress({ reply, run: (onProgress) => importPeople({ ...call, role, file, isPartial, onProgress }) });
  }),
  implement(unitActions.previewImport, async ({ services, session }, { request }) => {
    const branch = getBranch(session);
    const file = await parseUnitsFile({ request, queueKey: session.actor.id! });
    return (await checkUnits({ sql: services.sql, branch, file })).preview;
  }),
  implement(unitActions.import, async (call, { request, reply }) => {
    const branch = getBranch(call.session);
    const file = await parseUnitsFile({ request, queueKey: call.session.actor.id! });
    const isPartial = call.query.rows === "good";
    return streamProgress({
      reply,
      run: (onProgress) => importUnits({ ...call, branch, file, isPartial, onProgress }),
    });
  }),
];

export function peopleRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
