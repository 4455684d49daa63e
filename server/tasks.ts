// Handlers of the background jobs: an explicit list.
import type { Channel } from "#domain/messages/messages.ts";
import type { AppServices } from "#server/context.ts";
import type { SessionLocks } from "#server/db/session-locks.ts";
import { erasePerson } from "#server/privacy/erase.ts";
import { applyRetention } from "#server/privacy/apply-retention.ts";
import { sendPendingInvitations } from "#server/features/people/invitations.ts";
import { removeOldSecurityEvents } from "#server/security-log/remove-old.ts";
import { deliverMessages } from "#server/messaging/delivery.ts";
import { checkAttempt } from "#server/features/payments/check-attempt.ts";
import { advanceRefund } from "#server/features/payments/refund.ts";
import { removeOldData } from "#server/jobs/remove-old-data.ts";
import { recheckTaxId, type TaxIdKind } from "#server/features/onboarding/tax-id-checks.ts";
import type { JobPayload, ScheduledTask, TaskHandlers } from "#server/jobs/jobs.ts";
import { runBackup } from "#server/backup/run-backup.ts";
import { removeExpiredExports } from "#server/storage/remove-exports.ts";
import { productVersion } from "#server/version.ts";

export function createTaskHandlers({ services, locks }: { services: AppServices; locks: SessionLocks }): TaskHandlers {
  const deliver = (channel: Channel, recipient: unknown) =>
    deliverMessages({ services, locks, channel, recipient: String(recipient) });
  return {
    "check-tax-id": ({ kind, hash }: JobPayload) =>
      recheckTaxId({ services, kind: kind as TaxIdKind, hash: String(hash) }),
    "deliver-mail": ({ recipient }: JobPayload) => deliver("mail", recipient),
    "deliver-sms": ({ recipient }: JobPayload) => deliver("sms", recipient),
    "deliver-messages": ({ channel, recipient }: JobPayload) => deliver(channel as Channel, recipient),
    "invite-people": ({ people, inviter }: JobPayload) =>
      sendPendingInvitations({ services, userIds: String(people).split(","), inviter: String(inviter) }),
    "erase-person": ({ request }: JobPayload) => erasePerson({ services, request: Number(request) }),
    "remove-expired-exports": async () => void (await removeExpiredExports({ services })),
    "remove-old": async () => {
      await removeOldData({ services });
      await removeOldSecurityEvents({ services });
      await applyRetention({ services });
    },
    "payment-check": ({ attempt }: JobPayload) => checkAttempt({ services, id: Number(attempt) }),
    "payment-refund": ({ refund, tries }: JobPayload) =>
      advanceRefund({ services, id: Number(refund), attempts: Number(tries) }),
  };
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
