// Every mail and SMS that reached a simulated service, newest last.

export interface Kept {
  id: number;
  channel: "mail" | "sms";
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The mail's Message-ID, the SMS's idempotency key; what the sender knows it by. */
  reference: string;
  /** ISO 8601. */
  at: string;
}

const mostKept = 5_000;

export class Journal {
  readonly #kept: Kept[] = [];
  #count = 0;

  add(message: Omit<Kept, "id" | "at">): Kept {
    this.#count += 1;
    const kept = { ...message, id: this.#count, at: new Date().toISOString() };
    this.#kept.push(kept);
    if (this.#kept.length > mostKept) this.#kept.shift();
    return kept;
  }

  /** Those to one recipient, or all. */
  list(to?: string): readonly Kept[] {
    return to === undefined ? [...this.#kept] : this.#kept.filter((message) => message.to === to);
  }

  clear(): void {
    this.#kept.length = 0;
  }
}
