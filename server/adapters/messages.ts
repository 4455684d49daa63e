// What sending a message comes to, whatever carries it.

export type Outcome =
  | { isSent: true; providerId: string | null }
  /** `isFinal`: the service read the message and will not take it; else it may be tried again. `reason` is for managers. */
  | { isSent: false; isFinal: boolean; reason: string };

export interface MailToSend {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same at every attempt, so that who receives it twice can tell. */
  reference: string;
}

export interface SmsToSend {
  /** Ten digits. */
  to: string;
  /** Its name in our table of messages, its text and the values that text has. */
  template: string;
  text: string;
  values: { readonly [name: string]: string };
  reference: string;
}

export interface MailAdapter {
  send: (mail: MailToSend) => Promise<Outcome>;
}
export interface SmsAdapter {
  send: (sms: SmsToSend) => Promise<Outcome>;
}

/** How long a service may take, in ms. */
export const patienceMs = 10_000;
