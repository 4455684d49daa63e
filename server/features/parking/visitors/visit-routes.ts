// §4 Approvals: the page of a member of the visited unit.
import type { FastifyInstance } from "fastify";
import { visitActions } from "#domain/visitors/actions.ts";
import type { AppServices } from "#server/context.ts";
import { answerVisitRequest, readVisitRequest } from "#server/features/parking/visitors/answer-request.ts";
import { implement } from "#server/http/implement.ts";

const implementations = [
  implement(visitActions.readRequest, readVisitRequest),
  implement(visitActions.answerRequest, answerVisitRequest),
];

export function visitRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
