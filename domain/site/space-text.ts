// Free slots in words: '12 of 60 free', '20 s ago'; an old count says that it is not live.
import type { SiteSpace } from "#domain/site/site-data.ts";

const liveSeconds = 120;

export interface SpaceText {
  count: string;
  age: string;
  isFull: boolean;
}

export function describeCount({ free, total }: Pick<SiteSpace, "free" | "total">): Omit<SpaceText, "age"> {
  const isFull = free <= 0;
  return { count: isFull ? "Full" : `${free} of ${total} free`, isFull };
}

/** `isLive` while the page receives every change. */
export function describeSpace({
  space,
  now,
  isLive = false,
}: {
  space: SiteSpace;
  now: Date;
  isLive?: boolean;
}): SpaceText {
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(space.at).getTime()) / 1000));
  const age = isLive ? "live" : seconds >= liveSeconds ? "not live" : seconds < 5 ? "just now" : `${seconds} s ago`;
  return { ...describeCount(space), age };
}
