// §4: receipt printers: managers add, change and delete them; gate staff print and decide about jobs.
import type { FastifyInstance } from "fastify";
import { can } from "#domain/access/capabilities.ts";
import * as limits from "#domain/limits.ts";
import { getKeys } from "#domain/object-keys.ts";
import { printingActions } from "#domain/printing/actions.ts";
import { Printers } from "#domain/printing/printers.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { printedPapers, printRow, printTestPage } from "#server/features/printing/create-job.ts";
import { isAbandoned, reportJob, takeJob } from "#server/features/printing/device-jobs.ts";
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

/** The fields of a printer; FAILED_VALIDATION at `address` for one that the server may not reach. */
function readPrinter({ body, services }: { body: Row; services: AppServices }): Row {
  if (body["connection"] === "usb" || body["connection"] === "bluetooth") return { ...body, address: null };
  const networks = services.config.printerNetworks ?? [];
  if (networks.length === 0) throwInvalid("address", "*This server is not set up for network printers");
  if (!findAllowedAddress({ text: String(body["address"] ?? ""), networks }))
    throwInvalid("address", "*Enter the address of a printer in the network of this server, such as 192.168.1.50");
  return body;
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
  const job = await lockOwnJob({ ctx, id });
  if (job.state === "waiting" || job.state === "unclear" || isAbandoned({ job, now: ctx.now }))
    await updateJob({ ctx, id, values: { state: "cancelled", content: null } });
}

async function retryJob({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  const job = await lockOwnJob({ ctx, id });
  const isUnclear = job.state === "unclear" || isAbandoned({ job, now: ctx.now });
  if (isUnclear) await updateJob({ ctx, id, values: { state: "waiting", claimed_at: null } });
  if (!isUnclear && job.state !== "waiting") return;
  const systemValues = { next_try_at: null };
  const { id: printer } = job.printer;
  await updateItem({ ctx, collection, id: printer, payload: {}, systemValues, bypassAccess: true });
  await queuePrinterRun({ tx: ctx.tx, printer });
}

export function printingRoutes(
  app: FastifyInstance,
  { services, images }: { services: AppServices; images: ImageProcessor },
): void {
  const implementations = [
    implement(printingActions.create, ({ body, ...context }) => {
      const printer = readPrinter({ body, services });
      return runInTransaction({ ...context, work: (ctx) => createPrinter({ ctx, body: printer }) });
    }),
    implement(printingActions.change, ({ id, body, ...context }) => {
      const printer = readPrinter({ body, services });
      return runInTransaction({ ...context, work: (ctx) => changePrinter({ ctx, id, body: printer }) });
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
    implement(printingActions.print, ({ id, body, ...context }) => {
      const [kind, ...others] = getKeys(printedPapers).filter((name) => body[name] !== undefined);
      if (!kind || others.length > 0)
        return throwInvalidPayload('One of "entry", "ticket", "pass", "settlement" and "shift" is required.');
      return printRow({ context, images, printer: id, kind, row: body[kind]! });
    }),
    implement(printingActions.take, ({ id, ...context }) =>
      runInTransaction({
        ...context,
        work: (ctx) => takeJob({ ctx, services: context.services, printer: id }),
      }),
    ),
    implement(printingActions.report, ({ id, body, ...context }) =>
      runInTransaction({ ...context, work: (ctx) => reportJob({ ctx, id, ...body }) }),
    ),
    implement(printingActions.cancel, ({ id, ...context }) =>
      runInTransaction({ ...context, work: (ctx) => cancelJob({ ctx, id }) }),
    ),
    implement(printingActions.retry, ({ id, ...context }) =>
      runInTransaction({ ...context, work: (ctx) => retryJob({ ctx, id }) }),
    ),
  ];
  for (const mount of implementations) mount(app, services);
}
