// §5 GSTIN: state code, PAN, entity, Z and check character. Worked examples: docs/rules/gstin-and-pan.md.
import { isPan } from "#domain/pan.ts";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** States and territories by code; 25 and 28 belong to former states whose numbers are still valid. */
export const gstStates: { readonly [code: string]: string } = {
  "01": "Jammu and Kashmir",
  "02": "Himachal Pradesh",
  "03": "Punjab",
  "04": "Chandigarh",
  "05": "Uttarakhand",
  "06": "Haryana",
  "07": "Delhi",
  "08": "Rajasthan",
  "09": "Uttar Pradesh",
  "10": "Bihar",
  "11": "Sikkim",
  "12": "Arunachal Pradesh",
  "13": "Nagaland",
  "14": "Manipur",
  "15": "Mizoram",
  "16": "Tripura",
  "17": "Meghalaya",
  "18": "Assam",
  "19": "West Bengal",
  "20": "Jharkhand",
  "21": "Odisha",
  "22": "Chhattisgarh",
  "23": "Madhya Pradesh",
  "24": "Gujarat",
  "25": "Daman and Diu",
  "26": "Dadra and Nagar Haveli and Daman and Diu",
  "27": "Maharashtra",
  "28": "Andhra Pradesh (before 2014)",
  "29": "Karnataka",
  "30": "Goa",
  "31": "Lakshadweep",
  "32": "Kerala",
  "33": "Tamil Nadu",
  "34": "Puducherry",
  "35": "Andaman and Nicobar Islands",
  "36": "Telangana",
  "37": "Andhra Pradesh",
  "38": "Ladakh",
  "97": "Other territory",
};

/** The 15th character: checksum of the first 14 in base 36, weighted 1 and 2 alternately. */
export function computeGstinCheckCharacter(first14: string): string {
  const sum = Array.from(first14).reduce((total, character, index) => {
    const product = digits.indexOf(character) * ((index % 2) + 1);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return digits[(36 - (sum % 36)) % 36]!;
}

/** Validates format, state, PAN and check character of a GSTIN in upper case. */
export function isGstin(text: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text)) return false;
  return (
    text.slice(0, 2) in gstStates &&
    isPan(extractPan(text)) &&
    computeGstinCheckCharacter(text.slice(0, 14)) === text[14]
  );
}

export function extractPan(gstin: string): string {
  return gstin.slice(2, 12);
}

/** What a GSTIN, in upper case, contradicts; a PAN or state that is not known yet contradicts nothing. */
export function findGstinMismatch({
  gstin,
  pan,
  state,
}: {
  gstin: string;
  pan: unknown;
  state: unknown;
}): "GSTIN_OTHER_PAN" | "GSTIN_OTHER_STATE" | undefined {
  if (typeof pan === "string" && pan !== "" && extractPan(gstin) !== pan.trim().toUpperCase()) return "GSTIN_OTHER_PAN";
  const isOtherState = typeof state === "string" && state !== "" && gstStates[gstin.slice(0, 2)] !== state;
  return isOtherState ? "GSTIN_OTHER_STATE" : undefined;
}

/**
 * Converts the register's status; only an active GSTIN may be used. An empty status means that the number does not
 * exist.
 */
export function toGstinState(status: string): "active" | "not_active" | "not_found" {
  if (status.trim() === "") return "not_found";
  return status.trim().toLowerCase() === "active" ? "active" : "not_active";
}
