// Messages with elements in them, and plurals.
import { createElement, Fragment } from "react";
import type { ReactNode } from "react";
import { languageStore, type MessageValues, t } from "#web/languages/t.ts";

/** As `t`, with elements as values: `tNodes("Valid till {time}", { time: <DateTime at={end} /> })`. */
export function tNodes<M extends string>(message: M, ...[values]: MessageValues<M, ReactNode>): ReactNode {
  const parts = t<string>(message).split(/{(\w+)}/);
  const nodes: { [name: string]: ReactNode } = { ...values };
  return createElement(Fragment, null, ...parts.map((part, index) => (index % 2 === 1 ? nodes[part] : part)));
}

/**
 * One of two messages by the count, which is the value `{count}` of both: `tPlural(cars, "{count} car", "{count} cars")`. Two
 * are enough for English and the languages of India; each language decides which of its two forms a count takes.
 */
export function tPlural(
  count: number,
  one: string,
  other: string,
  values: { [name: string]: string | number } = {},
): string {
  const isOne = new Intl.PluralRules(languageStore.get().language).select(count) === "one";
  const filled: { [name: string]: string | number } = { ...values, count };
  return t(isOne ? one : other).replace(/{(\w+)}/g, (_, name: string) => String(filled[name]));
}
