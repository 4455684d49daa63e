// §9: parsing and formatting of rupee amounts; internally all amounts are integer paise (reading.md §3).

const amount = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

/** Converts '120.00', '120.5' or 120 to paise; undefined unless it is an amount with at most two decimals. */
export function parsePaise(input: string | number): number | undefined {
  const [, sign, rupees, decimals = ""] = amount.exec(String(input).trim()) ?? [];
  if (rupees === undefined) return undefined;
  const paise = Number(rupees) * 100 + Number(decimals.padEnd(2, "0"));
  return sign && paise !== 0 ? -paise : paise;
}

/** The same for amounts of the server. Throws RangeError for an invalid amount. */
export function toPaise(wire: string | number): number {
  const paise = parsePaise(wire);
  if (paise === undefined) throw new RangeError(`'${wire}' is not an amount`);
  return paise;
}

/** 12000 paise → '120.00', the wire format. */
export function formatWireAmount(paise: number): string {
  const { rupees, decimals } = splitAmount(paise);
  return `${paise < 0 ? "-" : ""}${rupees}.${decimals}`;
}

/** 12345600 paise → '₹1,23,456.00': lakh and crore grouping, always two decimals; a negative amount has the minus sign '−'. */
export function formatRupees(paise: number): string {
  const { rupees, decimals } = splitAmount(paise);
  const grouped = rupees.replace(/(\d)(?=(\d\d)+\d$)/g, "$1,");
  return `${paise < 0 ? "−" : ""}₹${grouped}.${decimals}`;
}

/** Rates of tariffs: ₹20, ₹20.50; decimals only where needed. */
export function formatRate(paise: number): string {
  return formatRupees(paise).replace(/\.00$/, "");
}

/** Without the sign. */
function splitAmount(paise: number): { rupees: string; decimals: string } {
  if (!Number.isSafeInteger(paise)) throw new RangeError(`${paise} is not a whole number of paise`);
  const absolute = Math.abs(paise);
  return {
    rupees: String(Math.floor(absolute / 100)),
    decimals: String(absolute % 100).padStart(2, "0"),
  };
}
