// A screen asks the same again and again: its statement is made once for each person as they stand. Making one costs as
// much as a third of the query it asks.
import type { Collection } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";
import { parseQueryString } from "#server/items/query.ts";
import { listStatement, queryById, type Statement } from "#server/items/read.ts";
import { refuse } from "#server/items/refused.ts";

/** For each person; the oldest leaves. */
const most = 50;
const longestQuery = 2_000;

// A person who changes is a new `Who`, so what was remembered for the old one is forgotten with it.
const remembered = new WeakMap<Who, Map<string, Statement>>();

interface Asked {
  collection: Collection;
  who: Who;
  queryText: string;
  now: Date;
}

/** As `listStatement`, for a query string. */
export function statementFor(asked: Asked): Statement {
  const { collection, who, queryText, now } = asked;
  const make = (): Statement => listStatement({ collection, who, query: parseQueryString(queryText), now });
  return rememberedOr({ ...asked, key: `${collection.name}?${queryText}`, make });
}

/** Keys no row has, for which the statement of a row is made; each row's own takes their place in it. */
const nobodys: { [key in Collection["key"]]: { text: string; value: number | string } } = {
  integer: { text: "999999999", value: 999_999_999 },
  uuid: { text: "ffffffff-ffff-4fff-bfff-ffffffffffff", value: "ffffffff-ffff-4fff-bfff-ffffffffffff" },
};

/** The same for one row by its key; throws FORBIDDEN for what cannot be a key. */
export function statementById({ id, ...asked }: Asked & { id: string }): Statement {
  const { collection, who, queryText, now } = asked;
  const made = (key: string): Statement => {
    const query = queryById({ ...parseQueryString(queryText), collection, id: key });
    return query ? listStatement({ collection, who, query, now }) : refuse("FORBIDDEN");
  };
  const place = nobodys[collection.key];
  const general = rememberedOr({ ...asked, key: `${collection.name}/?${queryText}`, make: () => made(place.text) });
  const at = general.values.indexOf(place.value);
  if (at < 0 || general.values.lastIndexOf(place.value) !== at || !queryById({ collection, id, fields: [] }))
    return made(id);
  return { ...general, values: general.values.with(at, collection.key === "integer" ? Number(id) : id) };
}

function rememberedOr({ who, queryText, key, make }: Asked & { key: string; make: () => Statement }): Statement {
  // `$NOW` is another time each time.
  if (queryText.length > longestQuery || /now/i.test(queryText)) return make();
  let mine = remembered.get(who);
  if (!mine) remembered.set(who, (mine = new Map()));
  const known = mine.get(key);
  if (known) return known;
  const made = make();
  if (mine.size >= most) mine.delete(mine.keys().next().value!);
  mine.set(key, made);
  return made;
}
