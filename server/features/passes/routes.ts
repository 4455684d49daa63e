// §3: routes to issue, read and renew passes.
import type { FastifyInstance } from "fastify";
import { passActions } from "#domain/passes/actions.ts";
import type { AppServices } from "#server/context.ts";
import { readPassJson } from "#server/features/parking/entry-json.ts";
import { issuePass, renewPass } from "#server/features/passes/issue-pass.ts";
import { implement } from "#server/http/implement.ts";

const implementations = [
  implement(passActions.issue, async (call) => readPassJson({ ...call, id: await issuePass(call) })),
  implement(passActions.read, readPassJson),
  implement(passActions.renew, async (call) => {
    await renewPass(call);
    return readPassJson(call);
  }),
];

export function passRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
