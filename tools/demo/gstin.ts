// A GSTIN as the tax office makes it: state, PAN, entity, Z and the check character.
import { gstinCheck } from "#domain/rules/gstin.ts";

const states: { readonly [state: string]: string } = { "Tamil Nadu": "33", Karnataka: "29", Telangana: "36" };

export function gstinFor({ state, pan }: { state: string; pan: string }): string {
  const text = `${states[state]}${pan}1Z`;
  return `${text}${gstinCheck(text)}`;
}
