// Whether a plate belongs to another state than its branch: the first two letters of a registration are the state's code.

/** Codes of the states and union territories by the names that branches have; some have two, since they were renamed. */
const plateCodes: { readonly [state: string]: readonly string[] } = {
  "andaman and nicobar islands": ["AN"],
  "andhra pradesh": ["AP"],
  "arunachal pradesh": ["AR"],
  assam: ["AS"],
  bihar: ["BR"],
  chandigarh: ["CH"],
  chhattisgarh: ["CG"],
  "dadra and nagar haveli and daman and diu": ["DD", "DN"],
  delhi: ["DL"],
  goa: ["GA"],
  gujarat: ["GJ"],
  haryana: ["HR"],
  "himachal pradesh": ["HP"],
  "jammu and kashmir": ["JK"],
  jharkhand: ["JH"],
  karnataka: ["KA"],
  kerala: ["KL"],
  ladakh: ["LA"],
  lakshadweep: ["LD"],
  "madhya pradesh": ["MP"],
  maharashtra: ["MH"],
  manipur: ["MN"],
  meghalaya: ["ML"],
  mizoram: ["MZ"],
  nagaland: ["NL"],
  odisha: ["OD", "OR"],
  puducherry: ["PY"],
  punjab: ["PB"],
  rajasthan: ["RJ"],
  sikkim: ["SK"],
  "tamil nadu": ["TN"],
  telangana: ["TS", "TG"],
  tripura: ["TR"],
  "uttar pradesh": ["UP"],
  uttarakhand: ["UK", "UA"],
  "west bengal": ["WB"],
};
const allCodes = new Set(Object.values(plateCodes).flat());

/** False if either state is unknown: a plate of the national BH series, of an embassy or of the army, or no state. */
export function isOutstationPlate({ plate, state }: { plate: string | null; state: string | null }): boolean {
  const code = plate?.slice(0, 2).toUpperCase() ?? "";
  const ownCodes = plateCodes[state?.trim().toLowerCase() ?? ""];
  return ownCodes !== undefined && allCodes.has(code) && !ownCodes.includes(code);
}
