// §9: rupees as they are shown and sent; inside, every amount is whole paise (reading.md §3).

const amount = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

/** '120.00', '120.5' or 120 in paise; undefined for what is not an amount of at most two decimals. */
export function paiseFrom(typed: string | number): number | undefined {
  const [, sign, rupees, decimals = ""] = amount.exec(String(typed).trim()) ?? [];
  if (rupees === undefined) return undefined;
  const paise = Number(rupees) * 100 + Number(decimals.padEnd(2, "0"));
  return sign && paise !== 0 ? -paise : paise;
}

/** The same, for amounts that come from the server. Throws RangeError for what is not an amount. */
export function paiseOf(wire: string | number): number {
  const paise = paiseFrom(wire);
  if (paise === undefined) throw new RangeError(`'${wire}' is not an amount`);
  return paise;
}

/** 12000 paise → '120.00', as the wire has it. */
export function wireAmount(paise: number): string {
  const { sign, rupees, decimals } = partsOf(paise);
  return `${sign}${rupees}.${decimals}`;
}

/** 12345600 paise → '₹1,23,456.00': lakh and crore grouping, always two decimals. */
export function showRupees(paise: number): string {
  const { sign, rupees, decimals } = partsOf(paise);
  const grouped = rupees.replace(/(\d)(?=(\d\d)+\d$)/g, "$1,");
  return `${sign}₹${grouped}.${decimals}`;
}

function partsOf(paise: number): { sign: string; rupees: string; decimals: string } {
  if (!Number.isSafeInteger(paise)) throw new RangeError(`${paise} is not a whole number of paise`);
  const absolute = Math.abs(paise);
  return {
    sign: paise < 0 ? "-" : "",
    rupees: String(Math.floor(absolute / 100)),
    decimals: String(absolute % 100).padStart(2, "0"),
  };
}
