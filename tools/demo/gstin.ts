// Creates a GSTIN: state, PAN, entity, Z and check character.
import { computeGstinCheckCharacter } from "#domain/gstin.ts";

const stateCodes: { readonly [state: string]: string } = { "Tamil Nadu": "33", Karnataka: "29", Telangana: "36" };

export function createGstin({ state, pan }: { state: string; pan: string }): string {
  const text = `${stateCodes[state]}${pan}1Z`;
  return `${text}${computeGstinCheckCharacter(text)}`;
}
