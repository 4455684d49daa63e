// Handlers of the background jobs: an explicit list.
import type { z } from "zod";
import type { MessageChannel } from "#domain/messages/messages.ts";
import type { AppServices } from "#server/context.ts";
import type { SessionLocks } from "#server/db/session-locks.ts";
import { erasePerson } from "#server/privacy/erase.ts";
import { applyRetention } from "#server/privacy/apply-retention.ts";
import { archiveHistory } from "#server/privacy/history/archive-history.ts";
import { sendPendingInvitations } from "#server/features/people/invitations.ts";
import { removeOldSecurityEvents } from "#server/security-log/remove-old.ts";
import { deliverWebhooks } from "#server/features/integrations/webhooks/deliver.ts";
import { printPapers } from "#server/features/printing/print-jobs.ts";
import { removeOldWebhookEvents } from "#server/features/integrations/webhooks/remove-old.ts";
import { remindOpenShifts } from "#server/features/cash/remind-open-shifts.ts";
import { returnExpiredHold } from "#server/features/payments/offers/held-offers.ts";
import { deliverMessages } from "#server/messaging/delivery.ts";
import { checkAttempt } from "#server/features/payments/check-attempt.ts";
import { advanceRefund } from "#server/features/payments/refund.ts";
import { askNextMember } from "#server/features/parking/visitors/ask-next-member.ts";
import { mailReports } from "#server/features/reports/schedules/mail-reports.ts";
import { startFees } from "#server/features/platform/start-fees.ts";
import { startTariff } from "#server/features/tariffs/start-tariff.ts";
import { tellCustomers } from "#server/features/accounts/tell-customers.ts";
import { warnPassHolders } from "#server/features/passes/warn-holders.ts";
import { removeOldData } from "#server/jobs/remove-old-data.ts";
import { recheckTaxId } from "#server/features/onboarding/tax-id-checks.ts";
import { type ScheduledTask, type TaskHandlers, taskPayloads } from "#server/jobs/jobs.ts";
import { runBackup } from "#server/backup/run-backup.ts";
import { removeExpiredExports } from "#server/storage/remove-exports.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { productVersion } from "#server/version.ts";

export function createTaskHandlers({
  services,
  store,
  locks,
}: {
  services: AppServices;
  store: FileStore;
  locks: SessionLocks;
}): TaskHandlers {
  const deliver = (to: { channel: MessageChannel; recipient: string }) => deliverMessages({ services, locks, ...to });
  return {
    "check-tax-id": handle({
      payload: taskPayloads["check-tax-id"],
      run: (check) => recheckTaxId({ services, ...check }),
    }),
    "deliver-mail": handle({
      payload: taskPayloads["deliver-mail"],
      run: ({ recipient }) => deliver({ channel: "mail", recipient }),
    }),
    "deliver-sms": handle({
      payload: taskPayloads["deliver-sms"],
      run: ({ recipient }) => deliver({ channel: "sms", recipient }),
    }),
    "deliver-push": handle({
      payload: taskPayloads["deliver-push"],
      run: ({ recipient }) => deliver({ channel: "push", recipient }),
    }),
    "deliver-messages": handle({ payload: taskPayloads["deliver-messages"], run: deliver }),
    "invite-people": handle({
      payload: taskPayloads["invite-people"],
      run: ({ people, inviter }) => sendPendingInvitations({ services, userIds: people.split(","), inviter }),
    }),
    "erase-person": handle({
      payload: taskPayloads["erase-person"],
      run: ({ request }) => erasePerson({ services, request }),
    }),
    "remove-expired-exports": async () => void (await removeExpiredExports({ services })),
    "remove-old": async () => {
      await removeOldData({ services });
      await removeOldWebhookEvents({ services });
      await removeOldSecurityEvents({ services });
      // Another server that is doing it already also does the rest.
      await locks.runWhileHeld({
        lock: { name: "retention", key: "all" },
        work: async () => {
          await applyRetention({ services });
          await archiveHistory({ services, store });
        },
      });
    },
    "start-tariff": handle({
      payload: taskPayloads["start-tariff"],
      run: ({ version }) => startTariff({ services, version }),
    }),
    "start-fees": handle({
      payload: taskPayloads["start-fees"],
      run: ({ change }) => startFees({ services, change }),
    }),
    "warn-pass-holders": async () => void (await warnPassHolders({ services })),
    "tell-customers": () => tellCustomers({ services }),
    "remind-open-shifts": () => remindOpenShifts({ services }),
    "mail-reports": () => mailReports({ services }),
    "ask-unit": handle({
      payload: taskPayloads["ask-unit"],
      run: ({ entry }) => askNextMember({ services, id: entry }),
    }),
    "deliver-webhooks": handle({
      payload: taskPayloads["deliver-webhooks"],
      run: ({ endpoint }) => deliverWebhooks({ services, locks, endpoint }),
    }),
    "print-papers": handle({
      payload: taskPayloads["print-papers"],
      run: ({ printer }) => printPapers({ services, printer }),
    }),
    "payment-check": handle({
      payload: taskPayloads["payment-check"],
      run: ({ attempt }) => checkAttempt({ services, id: attempt }),
    }),
    "return-held-offers": handle({
      payload: taskPayloads["return-held-offers"],
      run: ({ attempt }) => returnExpiredHold({ services, id: attempt }),
    }),
    "payment-refund": handle({
      payload: taskPayloads["payment-refund"],
      run: ({ refund, tries }) => advanceRefund({ services, id: refund, attempts: tries }),
    }),
  };
}

/** Creates a handler that fails for a payload which does not match its schema; such a job ends up among the dead ones. */
function handle<T>({
  payload: schema,
  run,
}: {
  payload: z.ZodType<T>;
  run: (payload: T) => Promise<void>;
}): (payload: unknown) => Promise<void> {
  return async (payload) => run(schema.parse(payload));
}

/**
 * Creates the scheduled backup of BACKUP_SCHEDULE. One of the servers with this setting runs it, in its own
 * BACKUP_DIR.
 */
export function createScheduledBackup({
  services,
  url,
  log,
}: {
  services: AppServices;
  url: string;
  log: (line: string) => void;
}): ScheduledTask[] {
  const { sql, config, clock: now } = services;
  const { backup, dataDir, secret, credentialsKey } = config;
  if (backup.schedule === null) return [];
  const source = { url, dataDir, secret, credentialsKey };
  const run = async (signal: AbortSignal): Promise<void> => {
    try {
      const options = { sql, source, config: backup, startedBy: "schedule", version: productVersion, now } as const;
      const { file, size } = await runBackup({ ...options, signal });
      log(`Backup created: ${file}, ${size} bytes`);
    } catch (error) {
      console.error(`The backup failed: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    }
  };
  return [{ name: "backup", schedule: backup.schedule, run }];
}
