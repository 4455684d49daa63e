// Resources a connection holds for its authenticated user.
import type { AppServices } from "#server/context.ts";
import { getUserQuota } from "#server/http/limits/connection-limits.ts";
import type { Session } from "#server/items/access/session.ts";

/** Holds a slot of the user's connection quota and watches the session. */
export class UserConnection {
  readonly #services: AppServices;
  readonly #onEnded: () => void;
  #releases: (() => void)[] = [];

  /** `onEnded` is called when the session ends. */
  constructor({ services, onEnded }: { services: AppServices; onEnded: () => void }) {
    this.#services = services;
    this.#onEnded = onEnded;
  }

  /**
   * Acquires both for the user and releases those of the previous one. Throws REQUESTS_EXCEEDED if the quota is used
   * up.
   */
  acquire({ actor, family }: Session): void {
    this.release();
    const { connections, sessionWatch } = this.#services;
    if (actor.id !== null) this.#releases.push(connections.add(getUserQuota(actor.id)));
    this.#releases.push(sessionWatch.watch({ family, onEnd: this.#onEnded }));
  }

  release(): void {
    for (const release of this.#releases.splice(0)) release();
  }
}
