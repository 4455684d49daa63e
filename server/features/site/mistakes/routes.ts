// §2 /report-mistake/{branch}: the form with which a reader reports a mistake on the public page of a branch.
import type { FastifyInstance, FastifyReply } from "fastify";
import type { MistakeForm } from "#domain/site/mistake-form.ts";
import type { AppServices } from "#server/context.ts";
import {
  type Exchange,
  findError,
  formNotFound,
  mountFormPages,
  readForm,
  readQuery,
  sendFormPage,
  toErrorText,
  toId,
} from "#server/features/site/forms/form-page.ts";
import { findReportedBranch, reportMistake } from "#server/features/site/mistakes/report-mistake.ts";
import { getPathParam } from "#server/http/request-values.ts";
import { getRequestOrigin } from "#server/request.ts";

const empty = { kind: "", words: "", email: "", phone: "" };

export function mistakeRoutes(app: FastifyInstance, services: AppServices): void {
  mountFormPages({ app, services, pages: { "/report-mistake/:branch": answerMistake } });
}

async function answerMistake({ services, request, reply }: Exchange): Promise<FastifyReply> {
  const id = toId(getPathParam({ params: request.params, name: "branch" }));
  const branch = await findReportedBranch({ sql: services.sql, id });
  if (!branch) return sendFormPage({ services, request, reply, answer: formNotFound });
  const path = `/report-mistake/${branch.id}`;
  const send = (status: number, form: Omit<MistakeForm, "path" | "branch">) => {
    const page = {
      kind: "mistake" as const,
      form: { ...form, path, branch: { name: branch.name, path: branch.path } },
    };
    return sendFormPage({ services, request, reply, answer: { status, title: "Report a mistake", page } });
  };
  if (request.method !== "POST")
    return send(200, { typed: empty, isReported: readQuery(request).has("sent"), error: null });
  const form = readForm(request);
  const read = (name: string): string => form.get(name) ?? "";
  const typed = { kind: read("kind"), words: read("words"), email: read("email"), phone: read("phone") };
  const failure = await findError(() => reportMistake({ services, origin: getRequestOrigin(request), branch, typed }));
  // Loading the page again does not send the form again.
  if (!failure) return reply.redirect(`${path}?sent=1`, 303);
  return send(failure.status, { typed, isReported: false, error: toErrorText(failure) });
}
