// §3 Actions for offers; those of the gate and of pay links are with the payments.
import type { FastifyInstance } from "fastify";
import { offerActions } from "#domain/offers/actions.ts";
import type { AppServices } from "#server/context.ts";
import { previewOffer } from "#server/features/offers/preview-offer.ts";
import { listSavedOffers, removeSavedOffer, saveOffer } from "#server/features/offers/saved-coupons.ts";
import { readFigures } from "#server/features/offers/read-figures.ts";
import { implement } from "#server/http/implement.ts";

const implementations = [
  implement(offerActions.readFigures, readFigures),
  implement(offerActions.preview, previewOffer),
  implement(offerActions.save, saveOffer),
  implement(offerActions.removeSaved, removeSavedOffer),
  implement(offerActions.listSaved, listSavedOffers),
];

export function offerRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
