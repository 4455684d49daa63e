// Labels of tariff units: '30 min', '1 h', '1 day'.
const hour = 60;
const day = 24 * hour;

/** `minutes` is the length of one unit, above 0. */
export function formatUnit(minutes: number): string {
  if (minutes % day === 0) return minutes === day ? "1 day" : `${minutes / day} days`;
  return minutes % hour === 0 ? `${minutes / hour} h` : `${minutes} min`;
}
