// reading.md §10: preview, export and erasure of a person's data by a platform verifier.
import type { FastifyInstance, FastifyReply } from "fastify";
import * as limits from "#domain/limits.ts";
import { privacyActions } from "#domain/privacy/actions.ts";
import { minReasonLength } from "#domain/privacy/request-reason.ts";
import type { AppServices } from "#server/context.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { createExportZip } from "#server/privacy/export-personal-data.ts";
import { readErasurePreview } from "#server/privacy/preview.ts";
import { listPrivacyRequests } from "#server/privacy/requests.ts";
import { type CancelBookings, startErasure, startExport } from "#server/privacy/start-request.ts";
import { type DataSubject, parseDataSubject } from "#server/privacy/subject.ts";
import type { FileStore } from "#server/storage/file-store.ts";

const requestsShown = 50;

interface PersonBody {
  phone?: unknown;
  email?: unknown;
}

type PrivacyRequestContext = ActionContext & { body: PersonBody & { reason?: unknown } };

export function privacyRoutes(
  app: FastifyInstance,
  { services, store, cancelBookings }: { services: AppServices; store: FileStore; cancelBookings: CancelBookings },
): void {
  const implementations = [
    implement(privacyActions.preview, ({ session, body }) => {
      requireUserId(session);
      return readErasurePreview({ sql: services.sql, subject: parseDataSubject(body), now: services.clock() });
    }),
    implement(privacyActions.exportData, (call, { reply }) => exportPersonalData({ ...call, store, reply })),
    implement(privacyActions.eraseData, (call) => erasePersonalData({ ...call, cancelBookings })),
    implement(privacyActions.listRequests, ({ session }) => {
      requireUserId(session);
      return listPrivacyRequests({ sql: services.sql, limit: requestsShown });
    }),
  ];
  for (const mount of implementations) mount(app, services);
}

/** Id of the user; FORBIDDEN for an integration, whatever its role may do. */
function requireUserId({ actor, isIntegration }: Session): string {
  return actor.id === null || isIntegration ? throwApiError("FORBIDDEN") : actor.id;
}

async function exportPersonalData({
  services,
  session,
  origin,
  body,
  store,
  reply,
}: PrivacyRequestContext & { store: FileStore; reply: FastifyReply }): Promise<FastifyReply> {
  const userId = requireUserId(session);
  const { subject, reason } = parsePrivacyRequest(body);
  const personalData = await startExport({ services, subject, reason, userId, origin });
  return reply
    .header("content-disposition", 'attachment; filename="personal-data.zip"')
    .type("application/zip")
    .send(createExportZip({ export: personalData, store }));
}

async function erasePersonalData({
  services,
  session,
  origin,
  body,
  cancelBookings,
}: PrivacyRequestContext & { cancelBookings: CancelBookings }): Promise<{ id: number }> {
  const userId = requireUserId(session);
  const { subject, reason } = parsePrivacyRequest(body);
  return {
    id: await startErasure({ cancelBookings, services, subject, reason, userId, origin }),
  };
}

function parsePrivacyRequest({ reason, ...person }: PrivacyRequestContext["body"]): {
  subject: DataSubject;
  reason: string;
} {
  const text = typeof reason === "string" ? reason.trim() : "";
  if (text.length < minReasonLength || text.length > limits.reviewNote)
    throwApiError(
      "FAILED_VALIDATION",
      { field: "reason", path: ["reason"] },
      `*Enter a reason of ${minReasonLength} to ${limits.reviewNote} characters`,
    );
  return { subject: parseDataSubject(person), reason: text };
}
