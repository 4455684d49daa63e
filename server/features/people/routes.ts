// §2 §6: people of a branch: made and invited, their attendance by day, and whole lists of them from a file.
import { PassThrough } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDay } from "#domain/rules/dates.ts";
import type { House } from "#server/context.ts";
import { attendanceDay } from "#server/features/people/attendance-day.ts";
import { createPerson, inviteAgain, personFields } from "#server/features/people/create-person.ts";
import { importedRole, importPeople, judged, mayImport, readPeople } from "#server/features/people/import.ts";
import { refuse } from "#server/items/refused.ts";
import { errorBody, originOf, refusedOf, sessionWhere } from "#server/request.ts";
import { type Acting, bodyOf } from "#server/services/action.ts";

export function peopleRoutes(app: FastifyInstance, house: House): void {
  const leading = async (request: FastifyRequest): Promise<Acting> => {
    const session = await sessionWhere({ house, request, may: ({ role }) => role === "admin" || role === "manager" });
    if (session.who.branch === null) refuse("FORBIDDEN");
    return { house, session, origin: originOf(request) };
  };

  app.post("/actions/people", async (request) => {
    const acting = await leading(request);
    const body = bodyOf({ request, fields: [...personFields, "role"] });
    return { data: { id: await createPerson({ ...acting, body }) } };
  });

  app.post<{ Params: { id: string } }>("/actions/people/:id/invite", async (request, reply) => {
    const acting = await leading(request);
    const body = request.body === undefined ? {} : bodyOf({ request, fields: ["email"] });
    await inviteAgain({ ...acting, id: request.params.id, body });
    return reply.code(204).send();
  });

  app.get<{ Querystring: { day?: string } }>("/actions/people/attendance", async (request, reply) => {
    const { session } = await leading(request);
    const { day = "" } = request.query;
    if (!isDay(day)) refuse("INVALID_QUERY", { reason: "day is YYYY-MM-DD" });
    const data = await attendanceDay({ house, branch: session.who.branch!, day });
    return reply.header("cache-control", "no-store").send({ data });
  });

  app.post<{ Querystring: { role?: string } }>("/actions/people/import/preview", async (request) => {
    const { session } = await leading(request);
    const role = importedRole(request.query.role);
    if (!mayImport({ who: session.who, role })) refuse("FORBIDDEN");
    const people = await readPeople({ request, role });
    const { taken: _, ...data } = await judged({ house, sql: house.sql, who: session.who, people });
    return { data };
  });

  app.post<{ Querystring: { role?: string; rows?: string } }>("/actions/people/import", async (request, reply) => {
    const acting = await leading(request);
    const role = importedRole(request.query.role);
    if (!mayImport({ who: acting.session.who, role })) refuse("FORBIDDEN");
    const people = await readPeople({ request, role });
    return sendProgress({
      reply,
      work: (tell) => importPeople({ ...acting, role, people, isPartial: request.query.rows === "good", tell }),
    });
  });
}

/** One JSON object a line: how far it is, and at last what came of it or why not, as every other answer has it. */
function sendProgress<T>({
  reply,
  work,
}: {
  reply: FastifyReply;
  work: (tell: (done: number, of: number) => void) => Promise<T>;
}): FastifyReply {
  const lines = new PassThrough();
  const write = (line: object): void => void (lines.writable && lines.write(`${JSON.stringify(line)}\n`));
  // Whoever goes away meanwhile stops nothing: it is one transaction, and it ends as it must.
  lines.on("error", () => {});
  void work((done, of) => write({ done, of }))
    .then((data) => write({ data }))
    .catch((error: unknown) => write(errorBody(refusedOf({ error, log: reply.log }))))
    .finally(() => lines.end());
  return reply.type("application/x-ndjson; charset=utf-8").header("cache-control", "no-store").send(lines);
}
