// §4: network printers: managers add, change and delete them; gate staff print and decide about jobs.
import type { FastifyInstance } from "fastify";
import { can } from "#domain/access/capabilities.ts";
import { limits } from "#domain/limits.ts";
import { printingActions } from "#domain/printing/actions.ts";
import { Printers } from "#domain/printing/printers.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { printRow, printTestPage } from "#server/features/printing/create-job.ts";
import { lockOwnJob, lockOwnPrinter } from "#server/features/printing/own-printer.ts";
import { queuePrinterRun, updateJob } from "#server/features/printing/print-jobs.ts";
import { findAllowedAddress } from "#server/features/printing/printer-networks.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { createItem, deleteItem, updateItem } from "#server/items/write/write.ts";
import type { ImageProcessor } from "#server/storage/images.ts";

const collection = Printers;

function throwInvalid(field: string, message: string): never {
  return throwApiError("FAILED_VALIDATION", { field, path: [field] }, message);
}

/** FAILED_VALIDATION at `address` for one that the server may not reach. */
function assertAddressAllowed({ body, services }: { body: Row; services: AppServices }): void {
  const networks = services.config.printerNetworks ?? [];
  if (networks.length === 0) throwInvalid("address", "*This server is not set up for network printers");
  if (!findAllowedAddress({ text: String(body["address"] ?? ""), networks }))
    throwInvalid("address", "*Enter the address of a printer in the network of this server, such as 192.168.1.50");
}

async function createPrinter({ ctx, body }: { ctx: WriteContext; body: Row }): Promise<{ id: number }> {
  const { company, branch } = ctx.actor;
  if (!can(ctx.actor, "branch.configure") || branch === null) throwApiError("FORBIDDEN");
  const [row] = await ctx.tx<{ count: number }[]>`
    select count(*)::int as count from "Printers" where branch = ${branch}`;
  if (row!.count >= limits.printers) throwInvalid("name", `*A branch has at most ${limits.printers} printers`);
  const systemValues = { company, branch };
  return { id: await createItem({ ctx, collection, payload: body, systemValues, bypassAccess: true }) };
}

async function changePrinter({ ctx, id, body }: { ctx: WriteContext; id: number; body: Row }): Promise<void> {
  await lockOwnPrinter({ ctx, id, capability: "branch.configure" });
  // What it could not reach may be reachable now.
  const systemValues = { problem: null, failures: 0, next_try_at: null };
  await updateItem({ ctx, collection, id, payload: body, systemValues, bypassAccess: true });
  await queuePrinterRun({ tx: ctx.tx, printer: id });
}

async function cancelJob({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  const { state } = await lockOwnJob({ ctx, id });
  if (state === "waiting" || state === "unclear")
    await updateJob({ ctx, id, values: { state: "cancelled", content: null } });
}

async function retryJob({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  const { printer, state } = await lockOwnJob({ ctx, id });
  if (state === "unclear") await updateJob({ ctx, id, values: { state: "waiting", claimed_at: null } });
  if (state !== "unclear" && state !== "waiting") return;
  const systemValues = { next_try_at: null };
  await updateItem({ ctx, collection, id: printer, payload: {}, systemValues, bypassAccess: true });
  await queuePrinterRun({ tx: ctx.tx, printer });
}

export function printingRoutes(
  app: FastifyInstance,
  { services, images }: { services: AppServices; images: ImageProcessor },
): void {
  const implementations = [
    implement(printingActions.create, ({ body, ...context }) => {
      assertAddressAllowed({ body, services });
      return runInTransaction({ ...context, work: (ctx) => createPrinter({ ctx, body }) });
    }),
    implement(printingActions.change, ({ id, body, ...context }) => {
      assertAddressAllowed({ body, services });
      return runInTransaction({ ...context, work: (ctx) => changePrinter({ ctx, id, body }) });
    }),
    implement(printingActions.remove, ({ id, ...context }) =>
      runInTransaction({
        ...context,
        work: async (ctx) => {
          await lockOwnPrinter({ ctx, id, capability: "branch.configure" });
          await deleteItem({ ctx, collection, id, bypassAccess: true });
        },
      }),
    ),
    implement(printingActions.test, ({ id, ...context }) => printTestPage({ context, images, printer: id })),
    implement(printingActions.print, ({ id, body: { entry, ticket }, ...context }) => {
      const call = { context, images, printer: id };
      if (entry !== undefined && ticket === undefined) return printRow({ ...call, kind: "entry", row: entry });
      if (ticket !== undefined && entry === undefined) return printRow({ ...call, kind: "ticket", row: ticket });
      return throwInvalidPayload('Either "entry" or "ticket" is required.');
    }),
    implement(printingActions.cancel, ({ id, ...context }) =>
      runInTransaction({ ...context, work: (ctx) => cancelJob({ ctx, id }) }),
    ),
    implement(printingActions.retry, ({ id, ...context }) =>
      runInTransaction({ ...context, work: (ctx) => retryJob({ ctx, id }) }),
    ),
  ];
  for (const mount of implementations) mount(app, services);
}
