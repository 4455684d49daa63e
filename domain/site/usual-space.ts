// How full a branch usually is, in words: the shares of taken slots by weekday and hour become parts of the day.

/** First hour, and the hour after the last, of each part of the day. */
const dayParts = [
  { name: "6–12", from: 6, until: 12 },
  { name: "12–17", from: 12, until: 17 },
  { name: "17–22", from: 17, until: 22 },
  { name: "22–6", from: 22, until: 30 },
] as const;
const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export type SpaceLevel = "Space" | "Busy" | "Full" | "–";

function toLevel(percent: number | null): SpaceLevel {
  if (percent === null) return "–";
  return percent >= 95 ? "Full" : percent >= 70 ? "Busy" : "Space";
}

/** The fullest hour of a part decides. `shares` is 0–100 by weekday (Monday first) and hour; null where nothing is known. */
export function describeUsualSpace(shares: readonly (readonly (number | null)[])[]): {
  parts: readonly string[];
  days: readonly { day: string; levels: readonly SpaceLevel[] }[];
} {
  const getShare = (day: number, hour: number): number | null =>
    shares[(day + Math.floor(hour / 24)) % 7]?.[hour % 24] ?? null;
  return {
    parts: dayParts.map(({ name }) => name),
    days: dayNames.map((day, index) => ({
      day,
      levels: dayParts.map(({ from, until }) => {
        const hours = Array.from({ length: until - from }, (_, offset) => getShare(index, from + offset));
        const known = hours.filter((share) => share !== null);
        return toLevel(known.length === 0 ? null : Math.max(...known));
      }),
    })),
  };
}
