// Result of sending a message, the same for every channel and provider.

export type SendOutcome =
  | { isSent: true; providerId: string | null }
  /**
   * `isPermanent`: the service rejected the message for good; otherwise it can be retried. `reason` is shown to
   * managers.
   */
  | { isSent: false; isPermanent: boolean; reason: string };

export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that recipients can recognise duplicates. */
  reference: string;
}

export interface OutgoingSms {
  /** Ten digits. */
  to: string;
  /** Name of the template, its rendered text and the values of that text. */
  template: string;
  text: string;
  values: { readonly [name: string]: string };
  reference: string;
}

export interface MailAdapter {
  send: (mail: OutgoingMail) => Promise<SendOutcome>;
}
export interface SmsAdapter {
  send: (sms: OutgoingSms) => Promise<SendOutcome>;
  /** Returns the number of prepaid SMS left; null if the service does not respond, absent if it has no such query. */
  balance?: () => Promise<number | null>;
}
