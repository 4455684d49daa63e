// Indicators of the operations page and the metrics: labels, units, thresholds and advice.
import { getKeys } from "#domain/object-keys.ts";
import { maxSendsPerHour } from "#domain/accounts/otp-limits.ts";

export type IndicatorUnit = "count" | "seconds" | "bytes";
export type IndicatorState = "fine" | "warning" | "alarm" | "plain";

export interface IndicatorDefinition {
  label: string;
  group: IndicatorGroup;
  unit: IndicatorUnit;
  /**
   * Thresholds: `warning` needs attention today, `alarm` immediately. Without thresholds the indicator has no state.
   */
  warning?: number;
  alarm?: number;
  /** Low values are bad: the thresholds apply downwards. */
  isLowBad?: true;
  /** What to do in a warning or alarm state. */
  advice: string;
}

export const indicatorGroups = [
  "Requests",
  "Database",
  "Jobs and messages",
  "Backup",
  "Payments",
  "Live updates",
  "This server",
  "Security",
] as const;
export type IndicatorGroup = (typeof indicatorGroups)[number];

const minute = 60;
const hour = 60 * minute;
const megabyte = 1024 * 1024;

export const indicatorDefinitions = {
  requests: {
    label: "Requests in the last 5 minutes",
    group: "Requests",
    unit: "count",
    advice: "Counts only requests answered by this server.",
  },
  server_errors: {
    label: "Server errors in the last 5 minutes",
    group: "Requests",
    unit: "count",
    warning: 1,
    alarm: 10,
    advice: "Search the log for level 50; each line has the reference shown to the user.",
  },
  response_p95: {
    label: "95th percentile response time",
    group: "Requests",
    unit: "seconds",
    warning: 0.5,
    alarm: 2.5,
    advice: "Compare with the wait for a connection: if that is high too, the database is busy.",
  },
  throttled: {
    label: "Throttled requests in the last 5 minutes",
    group: "Requests",
    unit: "count",
    warning: 100,
    alarm: 2_000,
    advice: "The security log shows the addresses. If it continues, block them at the proxy.",
  },
  pool_wait: {
    label: "Wait for a database connection",
    group: "Database",
    unit: "seconds",
    warning: 0.1,
    alarm: 1,
    advice: "Look for long-running statements before adding connections.",
  },
  pool_size: {
    label: "Maximum connections of this server",
    group: "Database",
    unit: "count",
    advice: "Server setting.",
  },
  connections_busy: {
    label: "Connections in use",
    group: "Database",
    unit: "count",
    advice: "All servers of this database, right now.",
  },
  jobs_waiting: {
    label: "Jobs waiting",
    group: "Jobs and messages",
    unit: "count",
    warning: 500,
    alarm: 5_000,
    advice: "Every server runs jobs: check that all are up.",
  },
  job_age: {
    label: "Age of the oldest job",
    group: "Jobs and messages",
    unit: "seconds",
    warning: 2 * minute,
    alarm: 15 * minute,
    advice: "An external service may not respond; see the job queue for errors (operations guide).",
  },
  jobs_dead: {
    label: "Failed jobs",
    group: "Jobs and messages",
    unit: "count",
    warning: 1,
    alarm: 10,
    advice: "See the last error in the job queue (operations guide). Fix the cause, then reschedule the jobs.",
  },
  messages_waiting: {
    label: "Emails and SMS queued",
    group: "Jobs and messages",
    unit: "count",
    warning: 200,
    alarm: 2_000,
    advice: "See the reason in the branch outbox: usually the mail server or the SMS key.",
  },
  message_age: {
    label: "Age of the oldest queued message",
    group: "Jobs and messages",
    unit: "seconds",
    warning: 5 * minute,
    alarm: hour,
    advice: "See the reason in the branch outbox: usually the mail server or the SMS key.",
  },
  messages_failed: {
    label: "Messages not sent in the last 24 hours",
    group: "Jobs and messages",
    unit: "count",
    warning: 10,
    alarm: 200,
    advice: "The branch outbox shows the reason for each message.",
  },
  sms_hour: {
    label: "SMS in the last hour",
    group: "Jobs and messages",
    unit: "count",
    warning: 1_000,
    alarm: 5_000,
    advice: "A much higher number than usual may indicate abuse: see the security log.",
  },
  sms_balance: {
    label: "SMS left at the provider",
    group: "Jobs and messages",
    unit: "count",
    warning: 5_000,
    alarm: 1_000,
    isLowBad: true,
    advice: "Buy more at the provider. At zero, no OTP and no ticket reaches a phone.",
  },
  sms_left: {
    label: "SMS left today, all branches",
    group: "Jobs and messages",
    unit: "count",
    advice: "Each branch has a daily limit, which the platform can change.",
  },
  sms_branches_low: {
    label: "Branches with few SMS left today",
    group: "Jobs and messages",
    unit: "count",
    warning: 1,
    alarm: 10,
    advice:
      "Less than a tenth of the daily limit is left. Check what the branch sends (operations guide) and raise its limit if needed.",
  },
  codes_hour: {
    label: "One-time codes in the last hour",
    group: "Jobs and messages",
    unit: "count",
    warning: maxSendsPerHour / 4,
    alarm: maxSendsPerHour,
    advice: `From ${maxSendsPerHour.toLocaleString("en-IN")}, every address must wait after a few codes. Check the security log for mass requests.`,
  },
  backups_missed: {
    label: "Backups missed",
    group: "Backup",
    unit: "count",
    warning: 1,
    alarm: 2,
    advice:
      "No scheduled backup has succeeded since. Search the log for “The backup failed” and check the disk space of the archives.",
  },
  backup_age: {
    label: "Age of the last good backup",
    group: "Backup",
    unit: "seconds",
    advice: "Data written since then is in no archive.",
  },
  backup_size: {
    label: "Size of the last good backup",
    group: "Backup",
    unit: "bytes",
    advice: "Check the archive if it is much smaller than the previous one.",
  },
  backups_failed: {
    label: "Backups failed since the last good one",
    group: "Backup",
    unit: "count",
    warning: 1,
    alarm: 3,
    advice: "“npm run backup -- --list” shows the reason of each.",
  },
  payments_undecided: {
    label: "Payments pending for 20 minutes",
    group: "Payments",
    unit: "count",
    warning: 1,
    alarm: 10,
    advice: "The provider has not confirmed them. Check its status page; we keep asking automatically.",
  },
  payment_age: {
    label: "Oldest pending payment",
    group: "Payments",
    unit: "seconds",
    warning: 20 * minute,
    alarm: 6 * hour,
    advice: "Search for the transaction number at the provider.",
  },
  refunds_failed: {
    label: "Failed refunds",
    group: "Payments",
    unit: "count",
    warning: 1,
    alarm: 10,
    advice: "The payment shows the provider's reason; a manager can refund it again.",
  },
  live_listeners: {
    label: "Connected clients",
    group: "Live updates",
    unit: "count",
    advice: "On this server.",
  },
  live_waiting: {
    label: "Live updates pending",
    group: "Live updates",
    unit: "count",
    warning: 100,
    alarm: 1_000,
    advice: "Screens show outdated data meanwhile; gates keep working.",
  },
  live_lag: {
    label: "Live update delay",
    group: "Live updates",
    unit: "seconds",
    warning: 2,
    alarm: 15,
    advice: "Screens show outdated data meanwhile; gates keep working.",
  },
  memory: {
    label: "Memory",
    group: "This server",
    unit: "bytes",
    warning: 500 * megabyte,
    alarm: 1_000 * megabyte,
    advice: "Restart this server at a quiet time and keep its log.",
  },
  event_loop_lag: {
    label: "Event loop delay",
    group: "This server",
    unit: "seconds",
    warning: 0.1,
    alarm: 0.5,
    advice: "A long computation blocks the server: large imports, exports or images.",
  },
  uptime: {
    label: "Uptime",
    group: "This server",
    unit: "seconds",
    advice: "A short uptime without an upgrade means the server restarted.",
  },
  security_alerts: {
    label: "Security alerts in the last 24 hours",
    group: "Security",
    unit: "count",
    warning: 1,
    alarm: 20,
    advice: "Stolen sessions, forged payment messages or floods of one-time codes: open the security log.",
  },
  security_dropped: {
    label: "Security events lost",
    group: "Security",
    unit: "count",
    warning: 1,
    alarm: 1_000,
    advice: "The database was unavailable for long. The events may still be in standard output.",
  },
} as const satisfies { [name: string]: IndicatorDefinition };

export type IndicatorName = keyof typeof indicatorDefinitions;
export const indicatorNames = getKeys(indicatorDefinitions);
/** Null is an unknown value, or the age of the oldest item if there is none. */
export type IndicatorValues = { [name in IndicatorName]: number | null };
