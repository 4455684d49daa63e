// §2: the states, cities and PIN codes of India Post's directory. A city is the main town of the PIN code, otherwise the district.
import { findMainTown } from "#domain/branches/location/main-towns.ts";
import { getPresentName } from "#domain/branches/place-names.ts";
import { gstStates } from "#domain/gstin.ts";
import { toTitleCase } from "#domain/text/labels.ts";
import { toSlug } from "#domain/text/slug.ts";

export interface PostOffice {
  pincode: string;
  district: string;
  state: string;
}

export interface PostalPlace {
  state: string;
  city: string;
  /** In ascending order. */
  pincodes: number[];
}

const statesBySlug = new Map(Object.values(gstStates).map((name) => [toSlug(name), name]));

/** Districts whose earlier name is the present one of a district in another state. */
const renamedDistricts: { readonly [district: string]: string } = {
  "Karnataka, bijapur": "Vijayapura",
  "Maharashtra, aurangabad": "Chhatrapati Sambhajinagar",
};

function toCityName({ district, state }: { district: string; state: string }): string {
  // Its districts are named by their direction.
  if (state === "Delhi") return "Delhi";
  const name = district.toLowerCase().replace(/ (urban|rural|suburban)$/, "");
  return renamedDistricts[`${state}, ${name}`] ?? toTitleCase(getPresentName(name));
}

/** Ordered by state and city. A PIN code of several districts belongs to the one with most of its post offices. */
export function toPostalPlaces(offices: Iterable<PostOffice>): PostalPlace[] {
  const countsByPincode = new Map<string, Map<string, number>>();
  for (const { pincode, district, state: officialState } of offices) {
    const state = statesBySlug.get(toSlug(officialState).replace(/^the-/, ""));
    // Offices of the army and some others have neither.
    if (!state || !district || district === "NA") continue;
    const key = JSON.stringify([state, findMainTown(pincode) || toCityName({ district, state })]);
    const counts = countsByPincode.get(pincode) ?? new Map<string, number>();
    counts.set(key, (counts.get(key) ?? 0) + 1);
    countsByPincode.set(pincode, counts);
  }
  const pincodesByKey = new Map<string, number[]>();
  for (const [pincode, counts] of [...countsByPincode].toSorted(([one], [other]) => Number(one) - Number(other))) {
    const [key] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most));
    pincodesByKey.set(key, [...(pincodesByKey.get(key) ?? []), Number(pincode)]);
  }
  return [...pincodesByKey]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, pincodes]) => {
      const [state, city]: [string, string] = JSON.parse(key);
      return { state, city, pincodes };
    });
}
