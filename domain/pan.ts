// §5 PAN: five letters (the fourth is the holder type), four digits, one letter. Worked examples:
// docs/rules/gstin-and-pan.md.

/** Holder type by the fourth letter. */
const panHolderTypes: { readonly [letter: string]: string } = {
  P: "Individual",
  C: "Company",
  H: "Hindu undivided family",
  F: "Firm",
  A: "Association of persons",
  T: "Trust",
  B: "Body of individuals",
  L: "Local authority",
  J: "Artificial juridical person",
  G: "Government",
  K: "Trust",
};

/** Upper case only. The last letter is a check letter whose algorithm is not public. */
export function isPan(text: string): boolean {
  return /^[A-Z]{5}\d{4}[A-Z]$/.test(text);
}

/** 'Company'; undefined for an unknown letter. A hint only, not for validation. */
export function getPanHolderType(pan: string): string | undefined {
  return panHolderTypes[pan.charAt(3)];
}

/** 'AB••••••4F': recognisable for the holder only. */
export function maskPan(pan: string): string {
  return `${pan.slice(0, 2)}••••••${pan.slice(8)}`;
}
