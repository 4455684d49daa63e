// §2 Areas: other spellings and earlier names of cities, states and territories, so that a search finds a place by any.

/** Present names with their other spellings, in lower case. */
const otherNames: { readonly [name: string]: readonly string[] } = {
  alappuzha: ["alleppey"],
  ballari: ["bellary"],
  belagavi: ["belgaum"],
  bengaluru: ["bangalore", "bengalooru", "banglore"],
  chennai: ["madras"],
  "chhatrapati sambhajinagar": ["aurangabad"],
  dharashiv: ["osmanabad"],
  gurugram: ["gurgaon"],
  guwahati: ["gauhati"],
  hosapete: ["hospet"],
  hubballi: ["hubli"],
  kadapa: ["cuddapah"],
  kalaburagi: ["gulbarga"],
  kancheepuram: ["kanchipuram", "conjeevaram"],
  kannur: ["cannanore"],
  kanpur: ["cawnpore"],
  kochi: ["cochin"],
  kolkata: ["calcutta"],
  kollam: ["quilon"],
  kozhikode: ["calicut"],
  mangaluru: ["mangalore"],
  mumbai: ["bombay"],
  mysuru: ["mysore"],
  narmadapuram: ["hoshangabad"],
  odisha: ["orissa"],
  palakkad: ["palghat"],
  panaji: ["panjim"],
  prayagraj: ["allahabad"],
  puducherry: ["pondicherry", "pondy"],
  pune: ["poona"],
  rajamahendravaram: ["rajahmundry"],
  shimla: ["simla"],
  shivamogga: ["shimoga"],
  thanjavur: ["tanjore"],
  thiruvananthapuram: ["trivandrum"],
  thoothukudi: ["tuticorin"],
  thrissur: ["trichur"],
  tiruchirappalli: ["trichy", "tiruchi", "trichinopoly"],
  tumakuru: ["tumkur"],
  udhagamandalam: ["ooty", "ootacamund"],
  uttarakhand: ["uttaranchal"],
  vadodara: ["baroda"],
  varanasi: ["benares", "banaras"],
  vijayapura: ["bijapur"],
  visakhapatnam: ["vizag", "vishakhapatnam"],
};

const places: readonly (readonly string[])[] = Object.entries(otherNames).map(([name, others]) => [name, ...others]);

const toKey = (name: string): string => name.trim().replace(/\s+/g, " ").toLowerCase();

/** All names of a place in lower case, the given one first. */
export function listPlaceNames(name: string): string[] {
  const key = toKey(name);
  return [...new Set([key, ...(places.find((names) => names.includes(key)) ?? [])])];
}

/** Earlier names that are also the present names of places in other states, Bihar and Chhattisgarh. */
const namesElsewhere: ReadonlySet<string> = new Set(["aurangabad", "bijapur"]);

/** The present name of a place in lower case; the given one if it has no other, or is that of another place as well. */
export function getPresentName(name: string): string {
  const key = toKey(name);
  if (namesElsewhere.has(key)) return key;
  return places.find((names) => names.includes(key))?.[0] ?? key;
}

export function isSamePlace(one: string, other: string): boolean {
  return listPlaceNames(one).includes(toKey(other));
}

/** Shorter parts are in too many names. */
const minPartLength = 3;

/** What to search for a part of a name: the part, and the names of every place of which another name contains it. */
export function listSearchedNames(part: string): string[] {
  const key = toKey(part);
  const found = key.length < minPartLength ? [] : places.filter((names) => names.some((name) => name.includes(key)));
  return [...new Set([key, ...found.flat().filter((name) => !name.includes(key))])];
}
