// Pages with forms of the public site. They work without JavaScript, are rendered for each request and kept by nobody.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SitePage } from "#domain/site/site-document.ts";
import { parseId } from "#domain/schema/fields.ts";
import type { AppServices } from "#server/context.ts";
import { readOperator } from "#server/features/site/site-content.ts";
import { sendPrivatePage } from "#server/features/site/send-page.ts";
import { loadSite } from "#server/features/site/site-renderer.ts";
import { acceptsHtml } from "#server/http/accepts-html.ts";
import { createPagePolicy } from "#server/http/security-headers.ts";
import { ApiError, throwRouteNotFound } from "#server/items/api-error.ts";
import { toApiError } from "#server/items/database-error.ts";

const formType = "application/x-www-form-urlencoded";
/** More than the longest words need, each letter in nine characters. */
const formBytes = 16 * 1024;

export interface Exchange {
  services: AppServices;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Mounts the pages, each with the path of its form; only these routes accept forms. */
export function mountFormPages({
  app,
  services,
  pages,
}: {
  app: FastifyInstance;
  services: AppServices;
  pages: { readonly [url: string]: (exchange: Exchange) => Promise<FastifyReply> };
}): void {
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(formType, { parseAs: "string", bodyLimit: formBytes }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(String(body))),
    );
    for (const [url, answer] of Object.entries(pages)) {
      scope.get(url, (request, reply) => answer({ services, request, reply }));
      scope.post(url, (request, reply) => answer({ services, request, reply }));
    }
    done();
  });
}

export interface FormAnswer {
  status: number;
  title: string;
  page: SitePage;
}

export const formNotFound: FormAnswer = { status: 404, title: "Page not found", page: { kind: "not-found" } };

export const readForm = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

export const readQuery = ({ url }: FastifyRequest): URLSearchParams => new URL(url, "http://localhost").searchParams;

/** An id in a path or a form; 0, which no row has, if it is none. */
export const toId = (text: string): number => parseId(text) ?? 0;

/** The error of the catalogue that the work ends with; others are not for the page. */
export async function findError(work: () => Promise<void>): Promise<ApiError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const known = toApiError(error);
    if (!(known instanceof ApiError)) throw error;
    return known;
  }
}

/** Texts of fields begin with an asterisk. */
export const toErrorText = ({ entries }: ApiError): string =>
  entries.map(({ message }) => message.replace(/^\*/, "")).join(". ");

export async function sendFormPage({
  services,
  request,
  reply,
  answer: { status, title, page },
}: Exchange & { answer: FormAnswer }): Promise<FastifyReply> {
  const site = await loadSite();
  if (!site || !acceptsHtml(request.headers.accept)) return throwRouteNotFound(request.url);
  const head = {
    title: `${title} – Chaavi`,
    description: "Parking and valet management.",
    keywords: null,
    canonical: new URL("/", services.config.publicUrl).href,
    isIndexed: false,
    image: null,
    structuredData: [],
  };
  const { mapTiles } = services.config;
  const operator = await readOperator(services);
  const html = site.renderSite({ page, head, assets: site.assets, mapTiles, operator, now: services.clock() });
  return sendPrivatePage({ reply, page: { status, html }, pagePolicy: createPagePolicy(services.config) });
}
