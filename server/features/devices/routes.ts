// Shared devices: enrolment and revocation by managers, and switching between the staff of the branch.
import type { FastifyInstance } from "fastify";
import { deviceActions } from "#domain/devices/actions.ts";
import { endSessionOfToken } from "#server/auth/sessions.ts";
import { setDeviceCookie, startSession } from "#server/auth/token-reply.ts";
import type { AppServices } from "#server/context.ts";
import { enrolDevice, revokeDevice } from "#server/features/devices/enrol-device.ts";
import { findDevice, listPinUsers } from "#server/features/devices/find-device.ts";
import { logInWithPin } from "#server/features/devices/switch-user.ts";
import { implement } from "#server/http/implement.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import { deviceCookie, refreshCookie } from "#server/request.ts";
import { createSecurityEntry } from "#server/security-log/request-events.ts";

const implementations = [
  implement(deviceActions.enrol, async ({ body, ...context }, { request, reply }) => {
    const currentToken = request.cookies[deviceCookie];
    const { id, token } = await enrolDevice({ ...context, name: body["name"], currentToken });
    setDeviceCookie({ services: context.services, reply, token });
    return { id };
  }),
  implement(deviceActions.revoke, revokeDevice),
  implement(deviceActions.readCurrent, async ({ services }, { request }) => {
    const device = await findDevice({ services, token: request.cookies[deviceCookie] });
    if (!device) return null;
    const { id, name, branch, branchName } = device;
    return { id, name, branch: branchName, people: await listPinUsers({ services, branch }) };
  }),
  implement(deviceActions.switchUser, async ({ services, origin, body }, { request, reply }) => {
    const { user: userId, pin, mode } = body;
    const device = await findDevice({ services, token: request.cookies[deviceCookie] });
    if (!device) throwApiError("FORBIDDEN", {}, "This device is not enrolled. Log in with your email and password.");
    const now = services.clock();
    const session = await logInWithPin({ services, origin, device, userId, pin }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status < 500) {
        const entry = createSecurityEntry({ request, kind: "log_in_failed", now, subject: device.name });
        const { company, branch } = device;
        services.securityLog.record({ ...entry, company, branch, detail: { code: error.code, device: device.id } });
      }
      throw error;
    });
    const previous = request.cookies[refreshCookie];
    if (previous) await endSessionOfToken({ sql: services.sql, token: previous, now });
    return startSession({ services, request, reply, mode: mode ?? "cookie", session, device: device.id });
  }),
];

export function deviceRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
