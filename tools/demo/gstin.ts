// A GSTIN as the tax office makes it: state, PAN, entity, Z and the check character.

const states: { readonly [state: string]: string } = { "Tamil Nadu": "33", Karnataka: "29", Telangana: "36" };
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The last character: a weighted sum in base 36. */
function checkOf(text: string): string {
  const sum = Array.from(text).reduce((total, letter, index) => {
    const product = digits.indexOf(letter) * ((index % 2) + 1);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return digits[(36 - (sum % 36)) % 36]!;
}

export function gstinFor({ state, pan }: { state: string; pan: string }): string {
  const text = `${states[state]}${pan}1Z`;
  return `${text}${checkOf(text)}`;
}
