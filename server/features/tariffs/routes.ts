// §2: actions of tariffs.
import type { FastifyInstance } from "fastify";
import { tariffActions } from "#domain/tariffs/actions.ts";
import type { AppServices } from "#server/context.ts";
import { implement } from "#server/http/implement.ts";
import { previewTariff } from "#server/features/tariffs/preview-tariff.ts";
import { quoteStay } from "#server/features/tariffs/quote-stay.ts";

const implementations = [
  implement(tariffActions.quote, ({ body, ...context }) => quoteStay({ ...context, request: body })),
  implement(tariffActions.preview, ({ body: { branch, service, tariff }, ...context }) =>
    previewTariff({ ...context, branch, service, proposed: tariff }),
  ),
];

export function tariffRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
