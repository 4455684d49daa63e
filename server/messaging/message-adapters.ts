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
  /** False if the text needs only the 7-bit alphabet. */
  isUnicode: boolean;
  values: { readonly [name: string]: string };
  /** Id of a text that the branch has registered; otherwise the service's setting has that of the template. */
  templateId?: string;
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

/** Where a device receives notifications, as the device has reported it. The shell's push services will be further channels. */
export interface PushTarget {
  channel: "web";
  endpoint: string;
  /** Base64url: the browser's public key and its secret for encryption (RFC 8291). */
  p256dh: string;
  auth: string;
}

export interface OutgoingPush {
  target: PushTarget;
  /** Text that only the device can read. */
  payload: string;
  /** How long the service keeps it for a device that is offline. */
  ttlSeconds: number;
  /** A later message with the same topic replaces it there. */
  topic: string;
  now: Date;
}

export type PushOutcome =
  | { result: "accepted" }
  /** The device has ended the subscription. */
  | { result: "gone" }
  /** `isPermanent` as in `SendOutcome`. */
  | { result: "failed"; isPermanent: boolean; reason: string };

export interface PushAdapter {
  /** What a browser needs to subscribe. */
  publicKey: string;
  send: (push: OutgoingPush) => Promise<PushOutcome>;
  /** Whether notifications may be sent to this address. */
  isAllowed: (endpoint: string) => boolean;
}
