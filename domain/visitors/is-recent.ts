/** Whether something happened at most so many minutes before `now`: what gate staff may still correct, void or cancel. */
export function isRecent({ at, minutes, now }: { at: Date; minutes: number; now: Date }): boolean {
  return now.getTime() - at.getTime() <= minutes * 60_000;
}
