// §7 live: events of committed changes, and their receivers.
import { z } from "zod";
import type { Session } from "#server/items/access/session.ts";

/** Event of a change; one without a row in `activity` is sent by a server that may run another version. */
export const liveEvent = z.object({
  event: z.int(),
  collection: z.string(),
  action: z.enum(["create", "update", "delete"]),
  id: z.union([z.int(), z.string()]),
  company: z.int().nullable(),
  branch: z.int().nullable(),
  /** Columns that read rules compare (`domain/live/match-columns.ts`) as of the change; absent if it was some time ago. */
  row: z.record(z.string(), z.json().optional()).optional(),
  /**
   * Changed fields of an update, for collections with partial read access: the time of a hidden change is hidden too.
   */
  changed: z.array(z.string()).nullish(),
});
export type LiveEvent = z.output<typeof liveEvent>;

export interface Subscriber {
  session: Session;
  /** May change while subscribed; `LiveUpdates.subscriberChanged` is called then. */
  collections: ReadonlySet<string>;
  send: (event: LiveEvent) => void;
  /** Called when more events were missed than can be sent: the subscriber must reload everything. */
  reset: () => void;
  /** Called once when the subscriber is no longer allowed to listen. */
  end: () => void;
}

/** Receives the changes of a single row whose link the client has proved to hold. */
export interface RowWatcher {
  collection: string;
  id: number;
  send: (event: LiveEvent) => void;
  end: () => void;
}
