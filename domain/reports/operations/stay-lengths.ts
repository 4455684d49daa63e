// §2 Classes of lengths of stay. See docs/rules/reports.md.

/** Upper ends of the classes in minutes; a stay of exactly so many minutes belongs to the next class. */
export const stayClassEnds = [30, 60, 120, 240, 480, 720, 1_440] as const;

const toText = (minutes: number): string => {
  if (minutes < 60) return `${minutes} min`;
  return `${minutes / 60} h`;
};

/** Labels from the shortest: one more than ends. */
export const stayClasses: readonly string[] = [
  `Under ${toText(stayClassEnds[0])}`,
  ...stayClassEnds.slice(1).map((end, index) => `${toText(stayClassEnds[index]!)} to ${toText(end)}`),
  `${toText(stayClassEnds.at(-1)!)} and longer`,
];

/** Number of the class of a stay, from 0. */
export function getStayClass(minutes: number): number {
  return stayClassEnds.filter((end) => minutes >= end).length;
}
