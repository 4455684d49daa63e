// §7: reads that may take long take turns, so that however many are asked there are connections left for everybody else.
import { refuse } from "#server/items/refused.ts";

export class Turns {
  readonly #most: number;
  readonly #mostWaiting: number;
  #busy = 0;
  readonly #waiting: (() => void)[] = [];

  constructor({ most, mostWaiting }: { most: number; mostWaiting: number }) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Does the work when its turn comes; throws REQUESTS_EXCEEDED where too many wait already. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#most) {
      if (this.#waiting.length >= this.#mostWaiting) refuse("REQUESTS_EXCEEDED");
      // Whoever is done hands the place on.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#busy += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }
}
