// Forms of Indian vehicle numbers. A hint only: §5 accepts every number of 6 to 15 letters and digits.
import { uppercase } from "#domain/schema/fields.ts";

export type PlateKind = "standard" | "bharat" | "temporary" | "vintage" | "diplomatic" | "defence";

/** States and union territories; both codes of those that were renamed. */
const stateCodes: ReadonlySet<string> = new Set(
  (
    "AN AP AR AS BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL " +
    "OD OR PB PY RJ SK TG TS TN TR UK UA UP WB"
  ).split(" "),
);

/** Tried in this order. Series letters leave out I and O, which look like digits. */
const forms: readonly { kind: PlateKind; pattern: RegExp }[] = [
  { kind: "bharat", pattern: /^\d{2}BH\d{4}[A-HJ-NP-Z]{1,2}$/ },
  { kind: "temporary", pattern: /^T(0[1-9]|1[0-2])\d{2}(?<state>[A-Z]{2})\d{4}[A-HJ-NP-Z]{1,2}$/ },
  { kind: "vintage", pattern: /^(?<state>[A-Z]{2})VA[A-HJ-NP-Z]{2}\d{4}$/ },
  { kind: "diplomatic", pattern: /^\d{1,3}(CD|CC|UN)\d{1,4}$/ },
  { kind: "defence", pattern: /^\d{2}[A-Z]\d{4,6}[A-Z]$/ },
  { kind: "standard", pattern: /^(?<state>[A-Z]{2})\d{1,2}[A-HJ-NP-Z]{0,3}\d{1,4}$/ },
];

/** How a number of one of the forms begins, in the order of the forms. */
const beginnings: readonly RegExp[] = [
  /^\d{2}BH/,
  /^T\d{3}/,
  /^[A-Z]{2}VA/,
  /^\d{1,3}(CD|CC|UN)/,
  /^\d{2}[A-Z]\d/,
  /^(?<state>[A-Z]{2})\d/,
];
/** The least that the beginning of a number is recognised by. */
const minBeginning = 6;

/** Whether a number is of no known form, and more characters cannot make it one. Shorter ones are still being typed. */
export function isUnusualPlate(number: string): boolean {
  const plain = uppercase(number);
  if (plain.length < minBeginning || classifyPlate(plain) !== undefined) return false;
  return plain.length > minBeginning || !beginnings.some((pattern) => matches({ pattern, plain }));
}

function matches({ pattern, plain }: { pattern: RegExp; plain: string }): boolean {
  const match = pattern.exec(plain);
  return match !== null && (match.groups?.["state"] === undefined || stateCodes.has(match.groups["state"]));
}

/** Undefined if the number has none of the known forms. */
export function classifyPlate(number: string): PlateKind | undefined {
  const plain = uppercase(number);
  return forms.find(({ pattern }) => matches({ pattern, plain }))?.kind;
}

const lookalikes = "O0I1";
const maxLookalikes = 6;

function swap(character: string): string {
  return lookalikes[lookalikes.indexOf(character) ^ 1]!;
}

/**
 * The number that was meant by one of an unknown form in which O and 0, or I and 1, were mixed up: the one with the fewest
 * changes. Undefined if there is none, or if several are as likely.
 */
export function suggestPlate(number: string): string | undefined {
  const plain = uppercase(number);
  if (classifyPlate(plain) !== undefined) return undefined;
  const positions = [...plain].flatMap((character, index) => (lookalikes.includes(character) ? [index] : []));
  if (positions.length > maxLookalikes) return undefined;
  const candidates = Array.from({ length: 2 ** positions.length - 1 }, (_, index) => index + 1)
    .map((mask) => {
      const changed = positions.filter((_, bit) => (mask >> bit) & 1);
      const text = [...plain].map((character, index) => (changed.includes(index) ? swap(character) : character));
      return { text: text.join(""), changes: changed.length };
    })
    .filter(({ text }) => classifyPlate(text) !== undefined)
    .toSorted((one, other) => one.changes - other.changes);
  const [best, second] = candidates;
  return best && best.changes !== second?.changes ? best.text : undefined;
}
