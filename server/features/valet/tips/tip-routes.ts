// §4: routes of the drivers' tips.
import type { FastifyInstance } from "fastify";
import { tipActions } from "#domain/valet/tips/tip-actions.ts";
import type { AppServices } from "#server/context.ts";
import { implement } from "#server/http/implement.ts";
import { decideTips, listTips, payOutTips } from "#server/features/valet/tips/tips.ts";

const implementations = [
  implement(tipActions.list, listTips),
  implement(tipActions.payOut, payOutTips),
  implement(tipActions.decide, decideTips),
];

export function tipRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
