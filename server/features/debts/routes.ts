// §4 Pay later: debts of a branch.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { debtActions } from "#domain/debts/actions.ts";
import { worksForService } from "#domain/people/staff-service.ts";
import { runInTransaction, type AppServices } from "#server/context.ts";
import { listAccounts } from "#server/features/debts/accounts.ts";
import { collectDebts } from "#server/features/debts/collect-debts.ts";
import { listDebts } from "#server/features/debts/list-debts.ts";
import { writeOffDebt } from "#server/features/debts/write-off-debt.ts";
import { entryKinds } from "#domain/payments/online/paid-kinds.ts";
import { paidCollections } from "#server/features/payments/payment-records.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";

const collectedAmount = z.object({ collected: z.int() });

function parseNumber({ text, least }: { text: string | undefined; least: number }): number {
  const number = text === undefined || text === "" ? least : Number(text);
  if (!Number.isSafeInteger(number) || number < least || number > 100_000)
    throwApiError("INVALID_QUERY", { reason: "age and page are whole numbers" });
  return number;
}

const implementations = [
  implement(debtActions.list, ({ services, session, query: { search = "", vehicle = "", age, page } }) => {
    const { actor } = session;
    const { branch } = actor;
    if (branch === null) throwApiError("FORBIDDEN");
    const filter = {
      branch,
      kinds: entryKinds.filter((kind) => worksForService({ actor, service: paidCollections[kind].service })),
      search: search.trim().slice(0, 50),
      vehicle: vehicle.trim().slice(0, 20),
      minAgeDays: parseNumber({ text: age, least: 0 }),
      page: parseNumber({ text: page, least: 1 }),
    };
    return listDebts({ services, filter });
  }),
  implement(debtActions.collect, ({ body: { debts, expected }, ...context }) =>
    runInTransaction({
      ...context,
      result: collectedAmount,
      work: async (ctx) => {
        const collected = await collectDebts({ ctx, debts });
        if (expected !== undefined && expected !== collected) throwApiError("AMOUNT_MISMATCH", { owed: collected });
        return { collected };
      },
    }),
  ),
  implement(debtActions.listAccounts, ({ services: { sql }, session: { actor } }) =>
    actor.branch === null ? throwApiError("FORBIDDEN") : listAccounts({ sql, branch: actor.branch }),
  ),
  implement(debtActions.writeOffEntry, ({ id, ...call }) => writeOffDebt({ ...call, entry: { kind: "P", id } })),
  implement(debtActions.writeOffTicket, ({ id, ...call }) => writeOffDebt({ ...call, entry: { kind: "V", id } })),
];

export function debtRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
