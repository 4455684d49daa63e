// §5 GSTIN: state, PAN, entity, Z and a check character. Worked examples: docs/rules/gstin-and-pan.md.
import { isPan } from "#domain/rules/pan.ts";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The states and territories by their code; 25 and 28 are of states there are no more, whose numbers still stand. */
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

/** The 15th character: the 14 before it weighted 1 and 2 by turns, in base 36. */
export function gstinCheck(first14: string): string {
  const sum = Array.from(first14).reduce((total, letter, index) => {
    const product = digits.indexOf(letter) * ((index % 2) + 1);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return digits[(36 - (sum % 36)) % 36]!;
}

/** Whether this can be a GSTIN: its form, its state, its PAN and its check character. Capitals only. */
export function isGstin(text: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text)) return false;
  return text.slice(0, 2) in gstStates && isPan(panOfGstin(text)) && gstinCheck(text.slice(0, 14)) === text[14];
}

export function panOfGstin(gstin: string): string {
  return gstin.slice(2, 12);
}

/** What the register says of a GSTIN: only one that is active may be used. An empty status is that there is none such. */
export function gstinState(status: string): "active" | "not_active" | "not_found" {
  if (status.trim() === "") return "not_found";
  return status.trim().toLowerCase() === "active" ? "active" : "not_active";
}
