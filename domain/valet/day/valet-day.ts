// The valet's day as its manager sees it: waits for pickups, and tickets and tips of each driver.

/** A ticket that was received, brought or handed over today, or whose pickup is requested. Amounts in paise. */
export interface DayTicket {
  receivedAt: Date;
  receivedBy: Driver | null;
  requestedAt: Date | null;
  atGateAt: Date | null;
  outAt: Date | null;
  broughtBy: Driver | null;
  /** Tips in cash and online. */
  tips: number;
}

interface Driver {
  id: string;
  name: string;
}

export interface DriverDay extends Driver {
  received: number;
  brought: number;
  tips: number;
}

export interface ValetDay {
  /** Of the pickups that are not at the gate yet; null without one. */
  longestWaitMinutes: number | null;
  /** From the request to the gate, of the pickups of today; null without one. */
  medianWaitMinutes: number | null;
  tips: number;
  /** By name. */
  drivers: DriverDay[];
}

const toMinutes = (from: Date, to: Date): number => Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000));

function computeMedian(values: readonly number[]): number | null {
  const sorted = values.toSorted((first, second) => first - second);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}

/** A tip counts on the day of the handover and for the driver who brought the car, else for who received it. */
export function summariseValetDay({
  tickets,
  today,
  now,
}: {
  tickets: readonly DayTicket[];
  /** Start of the branch's day. */
  today: Date;
  now: Date;
}): ValetDay {
  const drivers = new Map<string, DriverDay>();
  const count = (driver: Driver | null, change: (day: DriverDay) => void) => {
    if (!driver) return;
    const day = drivers.get(driver.id) ?? { ...driver, received: 0, brought: 0, tips: 0 };
    change(day);
    drivers.set(driver.id, day);
  };
  const waits: number[] = [];
  const finished: number[] = [];
  let tips = 0;
  for (const { receivedAt, receivedBy, requestedAt, atGateAt, outAt, broughtBy, tips: tip } of tickets) {
    if (receivedAt >= today) count(receivedBy, (day) => (day.received += 1));
    if (atGateAt && atGateAt >= today) {
      count(broughtBy, (day) => (day.brought += 1));
      if (requestedAt) finished.push(toMinutes(requestedAt, atGateAt));
    }
    if (requestedAt && !atGateAt && !outAt) waits.push(toMinutes(requestedAt, now));
    if (outAt && outAt >= today && tip > 0) {
      tips += tip;
      count(broughtBy ?? receivedBy, (day) => (day.tips += tip));
    }
  }
  return {
    longestWaitMinutes: waits.length === 0 ? null : Math.max(...waits),
    medianWaitMinutes: computeMedian(finished),
    tips,
    drivers: [...drivers.values()].toSorted((first, second) => first.name.localeCompare(second.name)),
  };
}
