// reading.md §10: preview, export and erasure of a person's data by a platform verifier.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { can } from "#domain/access/capabilities.ts";
import { limits } from "#domain/limits.ts";
import type { AppServices } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { queueErasure } from "#server/privacy/erase.ts";
import { readPersonalData, createExportZip } from "#server/privacy/export-personal-data.ts";
import { readErasurePreview, assertErasable } from "#server/privacy/preview.ts";
import { listPrivacyRequests, recordPrivacyRequest } from "#server/privacy/requests.ts";
import { type DataSubject, parseDataSubject } from "#server/privacy/subject.ts";
import { getRequestOrigin, getSession } from "#server/request.ts";
import { parseActionBody } from "#server/http/action-request.ts";
import type { FileStore } from "#server/storage/file-store.ts";

const requestsShown = 50;
const minReasonLength = 10;

export function privacyRoutes(
  app: FastifyInstance,
  { services, store }: { services: AppServices; store: FileStore },
): void {
  app.post("/actions/platform/privacy/preview", async (request, reply) => {
    await requireVerifier({ services, request });
    const subject = parseDataSubject(parseActionBody({ request, fields: ["phone", "email"] }));
    const data = await readErasurePreview({ sql: services.sql, subject, now: services.clock() });
    return reply.send({ data });
  });

  app.post("/actions/platform/privacy/export", async (request, reply) => {
    const userId = await requireVerifier({ services, request });
    const { subject, reason } = parsePrivacyRequest(request);
    const personalData = await readPersonalData({ sql: services.sql, subject });
    const counts = Object.fromEntries(Object.entries(personalData.data).map(([name, rows]) => [name, rows.length]));
    await runTransaction({
      sql: services.sql,
      work: (tx) =>
        recordPrivacyRequest({
          services,
          tx,
          kind: "export",
          subject,
          reason,
          userId,
          origin: getRequestOrigin(request),
          counts: { ...counts, pictures: personalData.pictures.length },
        }),
    });
    return reply
      .header("content-disposition", 'attachment; filename="personal-data.zip"')
      .type("application/zip")
      .send(createExportZip({ export: personalData, store }));
  });

  app.post("/actions/platform/privacy/erase", async (request, reply) => {
    const userId = await requireVerifier({ services, request });
    const { subject, reason } = parsePrivacyRequest(request);
    const id = await runTransaction({
      sql: services.sql,
      work: async (tx) => {
        assertErasable(await readErasurePreview({ sql: tx, subject, now: services.clock() }));
        const requestId = await recordPrivacyRequest({
          services,
          tx,
          kind: "erasure",
          subject,
          reason,
          userId,
          origin: getRequestOrigin(request),
        });
        await queueErasure({ tx, request: requestId });
        return requestId;
      },
    });
    return reply.send({ data: { id } });
  });

  app.get("/actions/platform/privacy/requests", async (request, reply) => {
    await requireVerifier({ services, request });
    const data = await listPrivacyRequests({ sql: services.sql, limit: requestsShown });
    return reply.send({ data });
  });
}

/** Returns the id of the verifier or platform user; FORBIDDEN for others. */
async function requireVerifier({
  services,
  request,
}: {
  services: AppServices;
  request: FastifyRequest;
}): Promise<string> {
  const { actor, isIntegration } = await getSession({ services, request });
  if (actor.id === null || isIntegration || !can(actor, "personal-data.manage")) throwApiError("FORBIDDEN");
  return actor.id;
}

function parsePrivacyRequest(request: FastifyRequest): { subject: DataSubject; reason: string } {
  const { reason, ...person } = parseActionBody({ request, fields: ["phone", "email", "reason"] });
  const text = typeof reason === "string" ? reason.trim() : "";
  if (text.length < minReasonLength || text.length > limits.reviewNote)
    throwApiError(
      "FAILED_VALIDATION",
      { field: "reason", path: ["reason"] },
      `*Enter a reason of ${minReasonLength} to ${limits.reviewNote} characters`,
    );
  return { subject: parseDataSubject(person), reason: text };
}
