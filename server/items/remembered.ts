// A screen asks the same again and again: its statement is made once for each person as they stand. Making one costs as
// much as a third of the query it asks.
import type { Collection } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";
import { parseQueryString } from "#server/items/query.ts";
import { listStatement, type Statement } from "#server/items/read.ts";

/** For each person; the oldest leaves. */
const most = 50;
const longestQuery = 2_000;

// A person who changes is a new `Who`, so what was remembered for the old one is forgotten with it.
const remembered = new WeakMap<Who, Map<string, Statement>>();

/** As `listStatement`, for a query string. */
export function statementFor({
  collection,
  who,
  queryText,
  now,
}: {
  collection: Collection;
  who: Who;
  queryText: string;
  now: Date;
}): Statement {
  // `$NOW` is another time each time.
  const mayRemember = queryText.length <= longestQuery && !/now/i.test(queryText);
  const make = (): Statement => listStatement({ collection, who, query: parseQueryString(queryText), now });
  if (!mayRemember) return make();
  let mine = remembered.get(who);
  if (!mine) remembered.set(who, (mine = new Map()));
  const key = `${collection.name}?${queryText}`;
  const known = mine.get(key);
  if (known) return known;
  const made = make();
  if (mine.size >= most) mine.delete(mine.keys().next().value!);
  mine.set(key, made);
  return made;
}
