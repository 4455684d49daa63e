// §3 Actions of managers for offers; those of the gate are with its payments (server/features/cash).
import type { FastifyInstance } from "fastify";
import { offerActions } from "#domain/offers/actions.ts";
import type { AppServices } from "#server/context.ts";
import { previewOffer } from "#server/features/offers/preview-offer.ts";
import { readFigures } from "#server/features/offers/read-figures.ts";
import { implement } from "#server/http/implement.ts";

const implementations = [
  implement(offerActions.readFigures, readFigures),
  implement(offerActions.preview, previewOffer),
];

export function offerRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
