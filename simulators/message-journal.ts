// Emails and SMS received by the simulated services, newest last.

export interface ReceivedMessage {
  id: number;
  channel: "mail" | "sms";
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** How an SMS is transmitted. */
  parts?: { segments: number; isUnicode: boolean };
  /** Message-ID of an email or idempotency key of an SMS. */
  reference: string;
  /** ISO 8601. */
  at: string;
}

const maxMessages = 5_000;

export class MessageJournal {
  readonly #messages: ReceivedMessage[] = [];
  #count = 0;

  add(message: Omit<ReceivedMessage, "id" | "at">): ReceivedMessage {
    this.#count += 1;
    const received = { ...message, id: this.#count, at: new Date().toISOString() };
    this.#messages.push(received);
    if (this.#messages.length > maxMessages) this.#messages.shift();
    return received;
  }

  /** Returns the messages to one recipient, or all. */
  list(to?: string): readonly ReceivedMessage[] {
    return to === undefined ? [...this.#messages] : this.#messages.filter((message) => message.to === to);
  }

  clear(): void {
    this.#messages.length = 0;
  }
}
