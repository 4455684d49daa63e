// §4: printers and jobs within the scope of the actor.
import { can } from "#domain/access/capabilities.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import { isInScope } from "#domain/access/roles.ts";
import type { PaperWidth } from "#domain/printing/escpos.ts";
import type { PrinterConnection, PrintJobState } from "#domain/printing/print-job.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

export interface OwnPrinter {
  id: number;
  company: number;
  branch: number;
  name: string;
  connection: PrinterConnection;
  failures: number;
  paper_width: PaperWidth;
  opens_drawer: boolean;
}

/** Locks the printer; FORBIDDEN if it does not exist, belongs to another branch, or the capability is missing. */
export async function lockOwnPrinter({
  ctx,
  id,
  capability,
}: {
  ctx: WriteContext;
  id: number;
  capability: Capability;
}): Promise<OwnPrinter> {
  const { actor } = ctx;
  if (!can(actor, capability)) throwApiError("FORBIDDEN");
  const [row] = await ctx.tx<OwnPrinter[]>`
    select id, company, branch, name, connection, failures, paper_width, opens_drawer from "Printers" where id = ${id} for update`;
  if (!row || !isInScope({ actor, ...row })) throwApiError("FORBIDDEN");
  return row;
}

export interface OwnJob {
  printer: OwnPrinter;
  state: PrintJobState;
  claimed_at: Date | null;
}

/** Locks the printer of a job, and then the job, in the order of the worker; FORBIDDEN as above. */
export async function lockOwnJob({ ctx, id }: { ctx: WriteContext; id: number }): Promise<OwnJob> {
  const [job] = await ctx.tx<{ printer: number }[]>`select printer from "Print_Jobs" where id = ${id}`;
  if (!job) throwApiError("FORBIDDEN");
  const printer = await lockOwnPrinter({ ctx, id: job.printer, capability: "gate.operate" });
  const [row] = await ctx.tx<Omit<OwnJob, "printer">[]>`
    select state, claimed_at from "Print_Jobs" where id = ${id} for update`;
  if (!row) throwApiError("FORBIDDEN");
  return { ...row, printer };
}
