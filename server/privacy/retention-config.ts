// Settings of data retention, from the environment.
import { z } from "zod";
import {
  maxRetentionDays,
  type RetentionClass,
  retentionClasses,
  type RetentionDays,
  toRetentionDays,
} from "#domain/privacy/retention.ts";
import { leastHistoryMonths, maxHistoryMonths } from "#domain/privacy/archived-history.ts";
import type { Environment } from "#server/environment.ts";
import { readSettings, settingDetails, textSetting, wholeNumberSetting } from "#server/settings/settings.ts";

const descriptions: { readonly [name in RetentionClass]: string } = {
  visits: "days after which personal data of closed and paid entries and valet tickets is removed",
  pictures: "days after which vehicle images are deleted",
  chats: "days after which messages of valet chats are deleted",
  messages: "days after which sent, failed and expired emails and SMS are deleted",
  codes: "days after which one-time codes are deleted",
  logs: "days after which addresses and devices in the activity log and ended sessions are deleted",
  webhooks: "days after which events of webhooks and the log of their deliveries are deleted",
  paymentAnswers: "days after which verbatim responses of payment providers are deleted",
};

const createSetting = (name: RetentionClass) => {
  const { days, least } = retentionClasses[name];
  const expected = `a whole number of days from ${least} to ${maxRetentionDays}`;
  return wholeNumberSetting({ min: least, max: maxRetentionDays, expected })
    .prefault(String(days))
    .register(settingDetails, {
      description: `${descriptions[name]}, at least ${least}; see \`docs/rules/personal-data.md\``,
    });
};

function createHistorySetting() {
  const expected = `keep, or a whole number of months from ${leastHistoryMonths} to ${maxHistoryMonths}`;
  const isMonths = (text: string): boolean =>
    /^\d+$/.test(text) && Number(text) >= leastHistoryMonths && Number(text) <= maxHistoryMonths;
  return textSetting({
    isValid: (text) => text === "keep" || isMonths(text),
    message: (text) => `is "${text}": give ${expected}.`,
  })
    .transform((text) => (text === "keep" ? null : Number(text)))
    .prefault("keep")
    .register(settingDetails, {
      description: `months after which the activity log and the revisions of visits are moved to files, at least ${leastHistoryMonths}; \`keep\` keeps them in the database; see [History archives](#history-archives)`,
    });
}

export const retentionSettings = z.object({
  RETENTION_VISITS_DAYS: createSetting("visits"),
  RETENTION_PICTURES_DAYS: createSetting("pictures"),
  RETENTION_CHATS_DAYS: createSetting("chats"),
  RETENTION_MESSAGES_DAYS: createSetting("messages"),
  RETENTION_CODES_DAYS: createSetting("codes"),
  RETENTION_LOGS_DAYS: createSetting("logs"),
  RETENTION_PAYMENT_ANSWERS_DAYS: createSetting("paymentAnswers"),
  RETENTION_WEBHOOKS_DAYS: createSetting("webhooks"),
  RETENTION_HISTORY_MONTHS: createHistorySetting(),
});

/** Adds a line to `errors` for every setting that is not a number or below its minimum. */
export function parseRetention({ env, errors }: { env: Environment; errors: string[] }): {
  retention: RetentionDays;
  historyMonths: number | null;
} {
  const values = readSettings({ env, schema: retentionSettings, errors });
  return {
    retention: toRetentionDays(({ setting }) => values[setting]),
    historyMonths: values.RETENTION_HISTORY_MONTHS,
  };
}
