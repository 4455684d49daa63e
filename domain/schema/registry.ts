// §3: types derived from the declarations of the collections: rows, rows with included relations, and wire rows.
import type { AuditFields, Collection, Field, Many, One, Row, RuleArgs } from "#domain/schema/collection.ts";

/**
 * Collection name → its fields. Each `*.collection.ts` adds its own (`declare module`), so that relations between
 * collections are typed without imports in circles.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface CollectionRegistry {}
export type CollectionName = keyof CollectionRegistry;
/** Fields of a collection whose keys are uuids. */
export type WithUuidKey<F> = F & { id: Field<string> };

type DeclaredFields<N> = N extends CollectionName ? CollectionRegistry[N] : never;
/** All fields of a collection, with its key and the audit fields. */
type FieldsOf<N> = AuditFields &
  (DeclaredFields<N> extends { id: Field } ? DeclaredFields<N> : DeclaredFields<N> & { id: Field<number> });

type ValueOf<F> = F extends Field<infer T, infer _> ? T : never;
type WireValueOf<F> = F extends Field<infer _, infer W> ? W : never;

/** First part of each path, and the rest of the paths that start with `K`. */
type Head<P extends string> = P extends `${infer K}.${string}` ? K : P;
type Tail<P extends string, K extends string> = P extends `${K}.${infer T}` ? T : never;

// Rows in their database form: money is a number of paise, a timestamp a Date, a relation the key of the related row.

/** A row of the given fields; to-many relations have no column. */
export type RowOfFields<F> = { [K in keyof F as F[K] extends Many ? never : K]: ValueOf<F[K]> };
/** A row of the collection. */
export type RowOf<N extends CollectionName> = RowOfFields<FieldsOf<N>>;

/** A row of the collection `C`; untyped if its name is only known at run time. */
export type CollectionRow<C extends Collection> = C extends { name: infer N extends CollectionName } ? RowOf<N> : Row;
/** The key of a row of the collection `C`. */
export type CollectionKey<C extends Collection> =
  CollectionRow<C> extends { id: infer K extends number | string } ? K : number | string;

/** A row whose relations named by `P` are replaced by the related rows. */
export type IncludedRow<N extends string, P extends string> = IncludedFields<FieldsOf<N>, P>;
type IncludedFields<F, P extends string> = {
  [K in keyof F & string as F[K] extends Many ? (K extends Head<P> ? K : never) : K]: K extends Head<P>
    ? IncludedValue<F[K], Tail<P, K>>
    : ValueOf<F[K]>;
};
type IncludedValue<F, P extends string> =
  F extends Many<infer N>
    ? IncludedRow<N, P>[]
    : F extends One<infer N, infer T>
      ? IncludedRow<N, P> | Extract<T, null>
      : never;

/** Arguments of a rule of the collection `N` that includes the paths `P`. A related row is null if it does not exist. */
export type RuleArgsOf<N extends CollectionName, P extends string = never> = RuleArgs<
  RowOf<N>,
  { [K in Head<P>]: RelatedRow<FieldsOf<N>, K, Tail<P, K>> }
>;
type RelatedRow<F, K, P extends string> = K extends keyof F
  ? F[K] extends One<infer N>
    ? IncludedRow<N, P> | null
    : never
  : never;

/** A change of the row that one of the relations of the collection `N` points to. */
export type PropagationOf<N extends CollectionName> = {
  [K in keyof DeclaredFields<N> & string]: DeclaredFields<N>[K] extends Many
    ? never
    : DeclaredFields<N>[K] extends One<infer T extends CollectionName>
      ? { to: K; set: Partial<RowOf<T>> }
      : never;
}[keyof DeclaredFields<N> & string];

// Rows on the wire: money and timestamps are text, a relation is its key, or a row if fields of it are requested.

/** A row of the collection `N` on the wire with the requested fields; `*` stands for all fields. */
export type WireRow<N extends string, F extends readonly string[] = readonly ["*"]> = N extends CollectionName
  ? WireFields<FieldsOf<N>, F[number]>
  : never;
type WireFields<F, P extends string> = {
  [K in keyof F & string as "*" extends P ? K : K extends Head<P> ? K : never]: WireRelation<F[K], Tail<P, K>>;
};
type WireRelation<F, P extends string> = [P] extends [never]
  ? WireValueOf<F>
  : F extends Many<infer N>
    ? WireFields<FieldsOf<N>, P>[]
    : F extends One<infer N, infer T>
      ? WireFields<FieldsOf<N>, P> | Extract<T, null>
      : never;

/** A value of the field `K` as clients send it. */
export type SentValueOf<N extends string, K extends string> = N extends CollectionName
  ? K extends keyof FieldsOf<N>
    ? SentFieldValue<FieldsOf<N>[K]>
    : never
  : never;
/** A value as clients send it: null clears it, and a number may be text, as in a form. */
export type SentFieldValue<F> = F extends Many ? readonly unknown[] : NumberOrText<WireValueOf<F>> | null;
type NumberOrText<W> = W extends number ? number | string : W;

/** The path itself if it names a field of the collection `N` or of related ones, else never. */
export type FieldPath<N extends string, P extends string> = P extends "*"
  ? P
  : P extends keyof FieldsOf<N>
    ? P
    : P extends `${infer K}.${infer T}`
      ? K extends keyof FieldsOf<N>
        ? FieldsOf<N>[K] extends { target: infer R extends string }
          ? FieldPath<R, T> extends never
            ? never
            : P
          : never
        : never
      : never;
