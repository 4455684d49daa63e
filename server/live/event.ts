// §7 live: events sent after a commit, and their receivers.
import type { MatchRow } from "#domain/live/match-filter.ts";
import type { Session } from "#server/items/access/session.ts";

export interface LiveEvent {
  event: number;
  collection: string;
  action: "create" | "update" | "delete";
  id: number | string;
  company: number | null;
  branch: number | null;
  /** Columns that read rules compare (`domain/live/match-columns.ts`); absent in events of older servers. */
  row?: MatchRow;
  /**
   * Changed fields of an update, for collections with partial read access: the time of a hidden change is hidden too.
   */
  changed?: readonly string[] | null;
}

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
