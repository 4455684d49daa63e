// §4: jobs of a printer at USB or Bluetooth of a device: its browser claims them one by one, transmits their bytes and
// reports how that ended, so that they are kept and counted as those of network printers.
import { can } from "#domain/access/capabilities.ts";
import { type DeviceProblem, deviceProblems, getClaimMs, type PrintOutcome } from "#domain/printing/print-job.ts";
import { createCredentialSealer, getCredentialsKeys } from "#server/auth/secrets.ts";
import type { AppServices } from "#server/context.ts";
import { lockOwnJob, lockOwnPrinter, type OwnJob } from "#server/features/printing/own-printer.ts";
import { claimOldest, endClaims, endTransmission } from "#server/features/printing/print-jobs.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

interface TakenJob {
  id: number;
  /** Time of the claim. */
  claim: string;
  content: string;
}

/**
 * Claims the oldest job that the caller ordered, or anyone for those who hand cars over without a code, which papers of
 * managers permit. FORBIDDEN for a network printer.
 */
export async function takeJob({
  ctx,
  services,
  printer: id,
}: {
  ctx: WriteContext;
  services: AppServices;
  printer: number;
}): Promise<{ job: TakenJob | null }> {
  const { connection } = await lockOwnPrinter({ ctx, id, capability: "gate.operate" });
  if (connection === "network") throwApiError("FORBIDDEN");
  if ((await endClaims({ ctx, printer: id, connection })) !== undefined) return { job: null };
  const orderedBy = can(ctx.actor, "valet.manage") ? null : ctx.actor.id;
  const job = await claimOldest({ ctx, printer: id, orderedBy });
  if (!job) return { job: null };
  const { unseal } = createCredentialSealer(getCredentialsKeys(services.config));
  return { job: { id: job.id, claim: ctx.now.toISOString(), content: unseal(job.content) } };
}

/** A report about a claim that has ended changes nothing. */
export async function reportJob({
  ctx,
  id,
  claim,
  outcome,
  problem,
}: {
  ctx: WriteContext;
  id: number;
  claim: string;
  outcome: PrintOutcome;
  problem?: DeviceProblem | undefined;
}): Promise<void> {
  const { printer, state, claimed_at: claimedAt } = await lockOwnJob({ ctx, id });
  if (printer.connection === "network") throwApiError("FORBIDDEN");
  if (state !== "printing" || claimedAt?.toISOString() !== claim) return;
  const transmission =
    outcome === "sent" ? { outcome } : { outcome, problem: deviceProblems[problem ?? "unreachable"] };
  await endTransmission({ ctx, printer, id, transmission, isTriedAgain: false });
}

/** Whether the process or the browser that transmitted the job has ended. */
export function isAbandoned({ job, now }: { job: OwnJob; now: Date }): boolean {
  const { state, claimed_at: at, printer } = job;
  return state === "printing" && (at?.getTime() ?? 0) + getClaimMs(printer.connection) <= now.getTime();
}
