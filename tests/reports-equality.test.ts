// §2: occupancy, stays and exceptions of random histories equal a computation from the raw rows, minute by minute. HISTORIES
// and SEED select how many histories and which.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getStayClass, stayClasses } from "#domain/reports/operations/stay-lengths.ts";
import { createLastingClient, startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";
import { createSeededRandom } from "#tests/support/seeded-random.ts";

const histories = Number(process.env["HISTORIES"] ?? 25);
const seed = Number(process.env["SEED"] ?? 20_261_124);
const entryCount = 40;
const minutesOfDay = 1_440;

const { sql, asUser, clock } = await startApp();
const make = createFactories(sql);
const range = { from: "2026-11-02", to: "2026-11-04" };
const periodMinutes = 3 * minutesOfDay;
const start = new Date("2026-11-02T00:00:00+05:30").getTime();
const toTime = (minute: number): Date => new Date(start + minute * 60_000);

interface Visit {
  came: number;
  /** Null while it is inside. */
  went: number | null;
  isPerson: boolean;
  isTest: boolean;
  isVoided: boolean;
  total: number;
  discount: number;
  isSlipLost: boolean;
  prints: number;
}

function drawVisit(random: (below: number) => number): Visit {
  const came = random(periodMinutes + 2 * minutesOfDay) - minutesOfDay;
  const isVoided = random(8) === 0;
  const went = !isVoided && random(8) === 0 ? null : came + random(random(4) === 0 ? 3_000 : 300);
  const discount = random(4) === 0 ? 1 + random(50) : 0;
  return {
    came,
    went,
    isPerson: random(10) === 0,
    isTest: random(10) === 0,
    isVoided,
    total: random(4) === 0 ? 0 : 10 * (1 + random(20)),
    discount,
    isSlipLost: random(9) === 0,
    prints: random(5),
  };
}

async function insertHistory(branch: { id: number; company: number }, visits: readonly Visit[]): Promise<void> {
  const own = { company: branch.company, branch: branch.id };
  for (const [index, visit] of visits.entries()) {
    const [main] = await sql<{ id: number }[]>`
      insert into "Parking_Main_Information" ${sql({ ...own, vehicle_no: `KA05H${index}`, parking_status_id: 2, is_person: visit.isPerson })} returning id`;
    const out = visit.went === null ? null : toTime(visit.went);
    const row = {
      ...own,
      parking_main_info: main!.id,
      parking_status_id: visit.isVoided ? 4 : visit.went === null ? 1 : 2,
      in_time: toTime(visit.came),
      out_time: out,
      voided_at: visit.isVoided ? out : null,
      is_person: visit.isPerson,
      is_test: visit.isTest,
      actual_amount: visit.total + visit.discount,
      total_amount: visit.total,
      deduction_charge: visit.discount || null,
      is_slip_lost: visit.isSlipLost,
      slip_prints: visit.prints,
    };
    await sql`insert into "Parking_Information" ${sql(row)}`;
  }
}

const isInPeriod = (minute: number): boolean => minute >= 0 && minute < periodMinutes;

function computeHours(visits: readonly Visit[]): { inside: number; highest: number }[] {
  const levels = Array.from(
    { length: periodMinutes },
    (_, minute) => visits.filter(({ came, went }) => came <= minute && (went === null || went > minute)).length,
  );
  return Array.from({ length: 24 }, (_, hour) => {
    const own = levels.filter((_, minute) => Math.floor(minute / 60) % 24 === hour);
    return {
      inside: own.reduce((sum, level) => sum + level, 0) / own.length,
      highest: Math.max(...own),
    };
  });
}

function computeExceptions(visits: readonly Visit[]): { [kind: string]: [count: number, paise: number] } {
  const left = visits.filter(({ isTest, went }) => !isTest && went !== null && isInPeriod(went));
  const standing = left.filter(({ isVoided }) => !isVoided);
  const sum = (own: readonly Visit[], amount: (visit: Visit) => number): [number, number] => [
    own.length,
    own.reduce((total, visit) => total + amount(visit) * 100, 0),
  ];
  const none = (): number => 0;
  const ends = ({ came }: Visit): number => came + minutesOfDay;
  return {
    "Void after entry": sum(
      left.filter(({ isVoided }) => isVoided),
      none,
    ),
    "Exit without a charge": sum(
      standing.filter(({ total, isPerson }) => total === 0 && !isPerson),
      // What a discount took off is its own.
      none,
    ),
    Discount: sum(
      standing.filter(({ discount }) => discount > 0),
      ({ discount }) => discount,
    ),
    "Lost slip": sum(
      standing.filter(({ isSlipLost }) => isSlipLost),
      none,
    ),
    "Slip or receipt printed again": sum(
      left.filter(({ prints }) => prints > 1),
      none,
    ),
    "Open for over 24 hours": sum(
      visits.filter(
        (visit) =>
          !visit.isTest &&
          !visit.isPerson &&
          !visit.isVoided &&
          isInPeriod(ends(visit)) &&
          (visit.went === null || visit.went > ends(visit)),
      ),
      none,
    ),
  };
}

test(`reports of ${histories} random histories equal the raw rows (seed ${seed})`, async () => {
  const random = createSeededRandom(seed);
  for (let history = 0; history < histories; history += 1) {
    const branch = await make.branch({ rate: "20.00", config: { is_free: false } });
    const client = createLastingClient({ asUser, user: await make.user("manager", { branch }) });
    const visits = Array.from({ length: entryCount }, () => drawVisit(random));
    await insertHistory(branch, visits);
    clock.now = new Date("2026-11-20T12:00:00+05:30");
    const read = async (report: string, group: string) =>
      (await client.get(`/actions/reports/${report}?${new URLSearchParams({ ...range, group }).toString()}`)).data;
    const context = `seed ${seed}, history ${history}`;
    const counted = visits.filter(({ isPerson, isTest, isVoided }) => !isPerson && !isTest && !isVoided);

    const hours = computeHours(counted);
    const occupancy = await read("occupancy", "hour");
    for (const { values } of occupancy.rows) {
      const expected = hours[values.hour]!;
      assert.ok(
        Math.abs(values.inside - expected.inside) <= 0.051,
        `${context}, hour ${values.hour}: ${values.inside}, ${expected.inside}`,
      );
      assert.equal(values.highest, expected.highest, `${context}, highest of hour ${values.hour}`);
    }

    const stays = counted.filter(({ went }) => went !== null && isInPeriod(went)).map(({ came, went }) => went! - came);
    const { rows, totals } = await read("stays", "length");
    assert.equal(totals.stays, stays.length, context);
    for (const { values } of rows)
      assert.equal(
        values.stays,
        stays.filter((minutes) => stayClasses[getStayClass(minutes)] === values.group).length,
        `${context}, ${values.group}`,
      );

    const exceptions = await read("exceptions", "kind");
    const expected = computeExceptions(visits);
    for (const { values } of exceptions.rows)
      assert.deepEqual(
        [values.count, Number(values.amount)],
        expected[values.group] ?? [0, 0],
        `${context}, ${values.group}`,
      );
  }
});
