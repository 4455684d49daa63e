// reading.md §10: retention of personal data in days by class. The minimum protects data that is still needed for daily
// work. See docs/rules/personal-data.md.

export const retentionClasses = {
  /**
   * Phone number, vehicle number, name and email of closed and paid entries and valet tickets; the rows are kept
   * without them.
   */
  visits: { setting: "RETENTION_VISITS_DAYS", days: 1_095, least: 30 },
  /** Vehicle images. */
  pictures: { setting: "RETENTION_PICTURES_DAYS", days: 180, least: 7 },
  /** Messages of valet chats. */
  chats: { setting: "RETENTION_CHATS_DAYS", days: 180, least: 7 },
  /** Emails and SMS that were sent, failed or expired. */
  messages: { setting: "RETENTION_MESSAGES_DAYS", days: 90, least: 7 },
  /** One-time codes for login and verification. */
  codes: { setting: "RETENTION_CODES_DAYS", days: 7, least: 2 },
  /** IP addresses and devices in the activity log, and ended sessions. */
  logs: { setting: "RETENTION_LOGS_DAYS", days: 365, least: 30 },
  /** Verbatim responses of payment providers; amounts, states and ids of payments are kept. */
  paymentAnswers: { setting: "RETENTION_PAYMENT_ANSWERS_DAYS", days: 400, least: 180 },
  /** Events of webhooks and the log of their deliveries. */
  webhooks: { setting: "RETENTION_WEBHOOKS_DAYS", days: 30, least: 7 },
} as const;

export type RetentionClass = keyof typeof retentionClasses;
/** Days by class. */
export type RetentionDays = { readonly [name in RetentionClass]: number };

export const maxRetentionDays = 36_500;

/** Days of each class: the default, or what `getDays` returns for it. */
export function toRetentionDays(
  getDays: (retention: (typeof retentionClasses)[RetentionClass]) => number = ({ days }) => days,
): RetentionDays {
  const { visits, pictures, chats, messages, codes, logs, paymentAnswers, webhooks } = retentionClasses;
  return {
    visits: getDays(visits),
    pictures: getDays(pictures),
    chats: getDays(chats),
    messages: getDays(messages),
    codes: getDays(codes),
    logs: getDays(logs),
    paymentAnswers: getDays(paymentAnswers),
    webhooks: getDays(webhooks),
  };
}

export const defaultRetention = toRetentionDays();
