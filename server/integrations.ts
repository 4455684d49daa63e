// Adapters of the external services for mail, SMS, notifications, GSTIN and PAN, created from the settings.
import type { MailAdapter, PushAdapter, SmsAdapter } from "#server/messaging/message-adapters.ts";
import { createWebPushAdapter } from "#server/messaging/push/web-push.ts";
import { createSmsAdapter } from "#server/messaging/sms.ts";
import { createSmtpAdapter } from "#server/messaging/smtp.ts";
import { createCashfreeAdapter, type TaxIdAdapter } from "#server/features/onboarding/tax-id-provider.ts";
import type { IntegrationsConfig } from "#server/integrations-config.ts";

/** Null if not configured: messages stay queued, and checks report that the service is unavailable. */
export interface Integrations {
  mail: MailAdapter | null;
  sms: SmsAdapter | null;
  push: PushAdapter | null;
  taxIds: TaxIdAdapter | null;
}

export function createIntegrations({ mail, sms, push, taxIds }: IntegrationsConfig): Integrations {
  return {
    mail: mail && createSmtpAdapter(mail),
    sms: sms && createSmsAdapter(sms),
    push: push && createWebPushAdapter(push),
    taxIds: taxIds && createCashfreeAdapter(taxIds),
  };
}
