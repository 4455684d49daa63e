// §2: states and cities in public addresses by their present name; other spellings lead to it.
import { getPresentName, listPlaceNames } from "#domain/branches/place-names.ts";
import { toTitleCase } from "#domain/text/labels.ts";
import { toSlug } from "#domain/text/slug.ts";

const toName = (slug: string): string => slug.replaceAll("-", " ");

/** Slug of the present name of a state or city, given by the slug of any spelling. */
export function toPresentSlug(slug: string): string {
  return toSlug(getPresentName(toName(slug)));
}

/** Slugs of all spellings of a state or city. */
export function listPlaceSlugs(slug: string): string[] {
  return [...new Set(listPlaceNames(toName(slug)).map(toSlug))];
}

/** The stored name of a state or city; its present name if that is another one: 'Bangalore' → 'Bengaluru'. */
export function toPresentLabel(name: string): string {
  const present = getPresentName(name);
  if (toSlug(present) === toSlug(name)) return name;
  return toTitleCase(present);
}
