// §2 §6: routes to create and invite users of a branch, read their attendance and import lists.
import { PassThrough } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { can } from "#domain/access/capabilities.ts";
import { isDateString } from "#domain/dates.ts";
import type { AppServices } from "#server/context.ts";
import { readAttendanceDay } from "#server/features/people/attendance-day.ts";
import { createPerson, resendInvitation, personCreateFields } from "#server/features/people/create-person.ts";
import {
  parseImportedRole,
  importPeople,
  checkImport,
  canImportPeople,
  parsePeopleFile,
} from "#server/features/people/import-people.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { toErrorBody, getRequestOrigin, toApiErrorResponse, requireSession } from "#server/request.ts";
import { type ActionContext, parseActionBody } from "#server/http/action-request.ts";

export function peopleRoutes(app: FastifyInstance, services: AppServices): void {
  const requireSuperior = async (request: FastifyRequest): Promise<ActionContext> => {
    const session = await requireSession({
      services,
      request,
      isAllowed: (actor) => can(actor, "people.manage"),
    });
    if (session.actor.branch === null) throwApiError("FORBIDDEN");
    return { services, session, origin: getRequestOrigin(request) };
  };

  app.post("/actions/people", async (request) => {
    const context = await requireSuperior(request);
    const body = parseActionBody({ request, fields: [...personCreateFields, "role"] });
    return { data: { id: await createPerson({ ...context, body }) } };
  });

  app.post<{ Params: { id: string } }>("/actions/people/:id/invite", async (request, reply) => {
    const context = await requireSuperior(request);
    const body = request.body === undefined ? {} : parseActionBody({ request, fields: ["email"] });
    await resendInvitation({ ...context, id: request.params.id, body });
    return reply.code(204).send();
  });

  app.get<{ Querystring: { day?: string } }>("/actions/people/attendance", async (request, reply) => {
    const { session } = await requireSuperior(request);
    const { day = "" } = request.query;
    if (!isDateString(day)) throwApiError("INVALID_QUERY", { reason: "day is YYYY-MM-DD" });
    const data = await readAttendanceDay({ services, branch: session.actor.branch!, day });
    return reply.send({ data });
  });

  app.post<{ Querystring: { role?: string } }>("/actions/people/import/preview", async (request) => {
    const { session } = await requireSuperior(request);
    const role = parseImportedRole(request.query.role);
    if (!canImportPeople({ actor: session.actor, role })) throwApiError("FORBIDDEN");
    const file = await parsePeopleFile({ request, role, queueKey: session.actor.id! });
    const { validRows: _, ...data } = await checkImport({ services, sql: services.sql, actor: session.actor, file });
    return { data };
  });

  app.post<{ Querystring: { role?: string; rows?: string } }>("/actions/people/import", async (request, reply) => {
    const context = await requireSuperior(request);
    const role = parseImportedRole(request.query.role);
    if (!canImportPeople({ actor: context.session.actor, role })) throwApiError("FORBIDDEN");
    const file = await parsePeopleFile({ request, role, queueKey: context.session.actor.id! });
    return streamProgress({
      reply,
      run: (onProgress) =>
        importPeople({ ...context, role, file, isPartial: request.query.rows === "good", onProgress }),
    });
  });
}

/** Streams NDJSON: progress lines, then a line with the result or errors in the usual response format. */
function streamProgress<T>({
  reply,
  run,
}: {
  reply: FastifyReply;
  run: (onProgress: (done: number, of: number) => void) => Promise<T>;
}): FastifyReply {
  const lines = new PassThrough();
  const write = (line: object): void => void (lines.writable && lines.write(`${JSON.stringify(line)}\n`));
  // A client that disconnects does not abort the import, which runs in one transaction.
  lines.on("error", () => {});
  void run((done, of) => write({ done, of }))
    .then((data) => write({ data }))
    .catch((error: unknown) => write(toErrorBody(toApiErrorResponse({ error, request: reply.request }))))
    .finally(() => lines.end());
  return reply.type("application/x-ndjson; charset=utf-8").send(lines);
}
