// The world outside: who carries our mails and SMS and knows about GSTIN and PAN, as the settings have it.
import type { MailAdapter, SmsAdapter } from "#server/adapters/messages.ts";
import { smsOver } from "#server/adapters/sms.ts";
import { smtpMail } from "#server/adapters/smtp.ts";
import { cashfree, type TaxIdAdapter } from "#server/adapters/tax-ids.ts";
import type { OutsideConfig } from "#server/outside-config.ts";

/** Null is not set: what would go there waits, or is told to be out of reach. */
export interface Outside {
  mail: MailAdapter | null;
  sms: SmsAdapter | null;
  taxIds: TaxIdAdapter | null;
}

export function openOutside({ mail, sms, taxIds }: OutsideConfig): Outside {
  return { mail: mail && smtpMail(mail), sms: sms && smsOver(sms), taxIds: taxIds && cashfree(taxIds) };
}
