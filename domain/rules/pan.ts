// §5 PAN: five letters, of which the fourth says whose it is, four digits, one letter. Worked examples: docs/rules/gstin-and-pan.md.

/** By the fourth letter. */
const holders: { readonly [letter: string]: string } = {
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

/** Capitals only. The last letter is a check letter, whose rule is not public. */
export function isPan(text: string): boolean {
  return /^[A-Z]{5}\d{4}[A-Z]$/.test(text);
}

/** 'Company'; undefined for a letter that is not known. Good for a hint, not for a refusal. */
export function panHolder(pan: string): string | undefined {
  return holders[pan.charAt(3)];
}

/** 'AB••••••4F': enough to recognise one's own, not enough to use it. */
export function maskedPan(pan: string): string {
  return `${pan.slice(0, 2)}••••••${pan.slice(8)}`;
}
