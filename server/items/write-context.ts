// What a write needs from outside: the transaction, who asks, the time, chance, and the steps that take what is scarce.
import type { Collection, Fact, Field, Refusal, Row, Scarce, Telling } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";
import type { Tx } from "#server/db/pool.ts";

export interface ScarceArgs {
  ctx: WriteContext;
  collection: Collection;
  before: Row | null;
  after: Row;
  changes: Row;
  related: { [field: string]: Row | null };
}

/** Takes one scarce thing under a lock: the changes it makes to the row, or why there is none to take. */
export type ScarceStep = (args: ScarceArgs) => Promise<Row | Refusal>;

/** Reads one fact of other rows; undefined where this write needs none. */
export type FactStep = (args: Omit<ScarceArgs, "collection">) => Promise<unknown>;

/** Queues what people are told of a change that was just written. */
export type TellStep = (args: {
  ctx: WriteContext;
  collection: Collection;
  before: Row;
  after: Row;
  changes: Row;
}) => Promise<void>;

export interface WriteContext {
  tx: Tx;
  who: Who;
  now: Date;
  /** Bytes from a cryptographic source. */
  random: (bytes: number) => Uint8Array;
  origin: { ip: string | null; userAgent: string | null };
  scarce: { readonly [name in Scarce]?: ScarceStep };
  facts: { readonly [name in Fact]: FactStep };
  tells: { readonly [name in Telling]: TellStep };
  /** A secret in the form in which it is kept. */
  keepSecret: (args: { field: Field; value: string }) => Promise<string>;
  /** A text in a form that only this product's own key opens again. */
  seal: (text: string) => string;
  /** Told a secret that was made in this write, once, before it is hashed. */
  reveal?: (secret: { field: string; value: string }) => void;
}
export type { Row };
