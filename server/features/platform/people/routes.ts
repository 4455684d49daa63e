// §1: actions of the platform on people. Searches are in the security log, since they reveal accounts of all vendors.
import type { FastifyInstance } from "fastify";
import { platformPeopleActions } from "#domain/platform/people-actions.ts";
import { maskAccount } from "#domain/security/mask.ts";
import type { AppServices } from "#server/context.ts";
import { endSessionsOfUser, resendInvitationOfUser } from "#server/features/platform/people/assist-user.ts";
import { findUsers } from "#server/features/platform/people/find-users.ts";
import { changeTeamRole, inviteToTeam, listTeam } from "#server/features/platform/people/team.ts";
import { implement } from "#server/http/implement.ts";
import { createSecurityEntry } from "#server/security-log/request-events.ts";

const implementations = [
  implement(platformPeopleActions.listTeam, ({ services }) => listTeam(services)),
  implement(platformPeopleActions.inviteToTeam, inviteToTeam),
  implement(platformPeopleActions.changeTeamRole, changeTeamRole),
  implement(platformPeopleActions.findUsers, async (call, { request }) => {
    const found = await findUsers(call);
    const { clock, securityLog } = call.services;
    const subject = maskAccount(String(call.body.account));
    const entry = createSecurityEntry({ request, kind: "user_searched", now: clock(), subject });
    securityLog.record({ ...entry, detail: { found: found.length } });
    return found;
  }),
  implement(platformPeopleActions.endSessions, async (call, { request }) => {
    await endSessionsOfUser(call);
    const entry = createSecurityEntry({ request, kind: "sessions_ended", now: call.services.clock() });
    call.services.securityLog.record({ ...entry, account: call.user_id });
  }),
  implement(platformPeopleActions.resendInvitation, resendInvitationOfUser),
];

export function platformPeopleRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
