// §2 pages with forms of the public site: rating a visit by the link of its receipt, and reporting a rating.
import type { FastifyInstance, FastifyReply } from "fastify";
import { getRatingDeadline } from "#domain/ratings/rating.ts";
import { type RatingReportReason, ratingReportReasons } from "#domain/ratings/rating-reports.ts";
import type { RatingForm, RatingReportForm } from "#domain/site/rating-forms.ts";
import { parseId } from "#domain/schema/fields.ts";
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
import { canRate, type RatedVisit, readRatedVisit, saveRating } from "#server/features/site/ratings/rated-visit.ts";
import { findShownRating, reportRating, type ShownRating } from "#server/features/site/ratings/report-rating.ts";
import { getPathParam } from "#server/http/request-values.ts";
import { ApiError } from "#server/items/api-error.ts";
import { getRequestOrigin } from "#server/request.ts";

export function ratingRoutes(app: FastifyInstance, services: AppServices): void {
  const pages = { "/rate/:token": answerRating, "/ratings/:id/report": answerReport };
  mountFormPages({ app, services, pages });
}

async function answerRating({ services, request, reply }: Exchange): Promise<FastifyReply> {
  const token = getPathParam({ params: request.params, name: "token" });
  const path = `/rate/${encodeURIComponent(token)}`;
  const found = await findVisit({ services, token });
  if (!found) return sendFormPage({ services, request, reply, answer: formNotFound });
  const send = (status: number, form: RatingForm) => {
    const page = { kind: "rating" as const, form };
    return sendFormPage({ services, request, reply, answer: { status, title: "Rate your visit", page } });
  };
  if (request.method !== "POST") {
    const isSaved = readQuery(request).has("saved");
    return send(200, toRatingForm({ visit: found, path, now: services.clock(), isSaved }));
  }
  const typed = readForm(request);
  const stars = typed.get("stars") ?? "";
  const words = typed.get("words") ?? "";
  const known = parseId(typed.get("rating")) ?? null;
  const isNameShown = typed.has("name");
  const failure = await findError(() =>
    saveRating({
      services,
      origin: getRequestOrigin(request),
      token,
      typed: { stars: /^\d$/.test(stars) ? Number(stars) : null, words, isNameShown, known },
    }),
  );
  // Loading the page again does not send the form again.
  if (!failure) return reply.redirect(`${path}?saved=1`, 303);
  const visit = (await findVisit({ services, token })) ?? found;
  return send(failure.status, {
    ...toRatingForm({ visit, path, now: services.clock(), isSaved: false }),
    stars: /^[1-5]$/.test(stars) ? Number(stars) : null,
    words,
    isNameShown,
    error: toErrorText(failure),
  });
}

/** Undefined for a link that is not valid or has ended. */
async function findVisit({
  services,
  token,
}: {
  services: AppServices;
  token: string;
}): Promise<RatedVisit | undefined> {
  try {
    return await readRatedVisit({ services, token });
  } catch (error) {
    if (error instanceof ApiError && ["INVALID_TOKEN", "PAY_LINK_ENDED"].includes(error.code)) return undefined;
    throw error;
  }
}

function toRatingForm({
  visit,
  path,
  now,
  isSaved,
}: {
  visit: RatedVisit;
  path: string;
  now: Date;
  isSaved: boolean;
}): RatingForm {
  const { rating, branch, name } = visit;
  return {
    branch,
    path,
    state: !visit.isFinished ? "unfinished" : canRate({ visit, now }) ? "open" : "closed",
    known: rating?.id ?? null,
    isSaved: isSaved && rating !== null,
    stars: rating?.stars ?? null,
    words: rating?.words ?? "",
    name,
    isNameShown: rating?.shown_name !== null && rating !== null,
    until: rating && getRatingDeadline(rating),
    error: null,
  };
}

async function answerReport({ services, request, reply }: Exchange): Promise<FastifyReply> {
  const id = toId(getPathParam({ params: request.params, name: "id" }));
  const found = await findShownRating({ sql: services.sql, id });
  if (!found) return sendFormPage({ services, request, reply, answer: formNotFound });
  const send = (status: number, form: RatingReportForm) => {
    const page = { kind: "rating-report" as const, form };
    return sendFormPage({ services, request, reply, answer: { status, title: "Report a rating", page } });
  };
  if (request.method !== "POST") return send(200, toReportForm({ found, isReported: readQuery(request).has("sent") }));
  const reason = readForm(request).get("reason") ?? "";
  const failure = await findError(() => reportRating({ services, origin: getRequestOrigin(request), id, reason }));
  if (!failure) return reply.redirect(`/ratings/${id}/report?sent=1`, 303);
  return send(failure.status, {
    ...toReportForm({ found, isReported: false }),
    reason: toReason(reason),
    error: toErrorText(failure),
  });
}

const toReason = (text: string): RatingReportReason | null =>
  ratingReportReasons.find((reason) => reason === text) ?? null;

function toReportForm({ found, isReported }: { found: ShownRating; isReported: boolean }): RatingReportForm {
  return { ...found, path: `/ratings/${found.rating.id}/report`, reason: null, isReported, error: null };
}
