// Cached balance of SMS at the provider, refreshed in the background so that callers never wait for the provider.

const refreshIntervalMs = 5 * 60_000;
/** Age at which a balance is no longer meaningful. */
const maxAgeMs = 30 * 60_000;

export class SmsBalance {
  readonly #request: (() => Promise<number | null>) | undefined;
  readonly #clock: () => Date;
  #requestedAt = -Infinity;
  #cached: { balance: number; at: number } | undefined;

  /** `request` is undefined if the provider has no balance query. */
  constructor({ request, clock }: { request: (() => Promise<number | null>) | undefined; clock: () => Date }) {
    this.#request = request;
    this.#clock = clock;
  }

  /** Returns the last balance, at most half an hour old, or null; starts a refresh if it is older than five minutes. */
  read(): number | null {
    const now = this.#clock().getTime();
    if (this.#request && now - this.#requestedAt >= refreshIntervalMs) {
      this.#requestedAt = now;
      void this.#refresh({ request: this.#request, now });
    }
    return this.#cached && now - this.#cached.at < maxAgeMs ? this.#cached.balance : null;
  }

  async #refresh({ request, now }: { request: () => Promise<number | null>; now: number }): Promise<void> {
    const balance = await request().catch(() => null);
    if (balance !== null) this.#cached = { balance, at: now };
  }
}
