// §2 Occupancy of days that are over, from the figures by day, equals that of the visits, also where clocks are changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createReportQuery } from "#server/features/reports/report-query.ts";
import { readFullDays, readOccupancySums } from "#server/features/reports/rollup/read-levels.ts";
import { selectLevels } from "#server/features/reports/visits.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createFactories } from "#tests/support/factories.ts";
import { createHistory } from "#tests/support/report-histories.ts";
import { createSeededRandom } from "#tests/support/seeded-random.ts";

const { sql } = await createTestDatabase();
const make = createFactories(sql);
const seed = Number(process.env["SEED"] ?? 20_261_129);
const range = { from: "2026-10-24", to: "2026-10-29" };
const services = { sql, clock: () => new Date("2026-11-20T06:00:00Z") };

const keys = {
  hour_of_week: sql`null::text, extract(isodow from l.at)::int, extract(hour from l.at)::int`,
  hour: sql`null::text, null::int, extract(hour from l.at)::int`,
  day: sql`l.at::date::text, extract(isodow from l.at)::int, null::int`,
  branch: sql`null::text, null::int, null::int`,
};

test(`occupancy and full times of random histories (seed ${seed})`, async () => {
  const { company } = await make.branch();
  const site = {
    company,
    vehicleTypes: [(await make.row("Vehicle_Type", { name: "Car" })).id],
    people: [(await make.user("staff", { branch: await make.branch() })).id],
    offers: [0, 0],
  };
  for (let index = 0; index < 24; index += 1) {
    const history = createHistory({ index, random: createSeededRandom(seed + index), site });
    await sql.unsafe(history.start);
    for (let round = 0; round < 20; round += 1) for (const text of history.change()) await sql.unsafe(text);
    for (const [group, key] of Object.entries(keys)) {
      const query = await createReportQuery({ services, place: { branch: history.branch }, range, group, filters: {} });
      const expected = await sql<{ key: string; inside: number; highest: number }[]>`
        with ${selectLevels(query)}
        select concat_ws(' ', k."group", k.weekday, k.hour) as key, sum(inside * extract(epoch from length))::float8 as inside, max(inside) as highest
        from level l cross join lateral (select ${key}) as k ("group", weekday, hour) group by 1`;
      // Figures of a day on which clocks are changed are rows of their own.
      const kept = new Map<string, { inside: number; highest: number }>();
      for (const { group: name, weekday, hour, inside, highest } of await readOccupancySums(query)) {
        const place = [name, weekday, hour].filter((part) => part !== null).join(" ");
        const other = kept.get(place) ?? { inside: 0, highest: -Infinity };
        kept.set(place, { inside: other.inside + Math.round(inside), highest: Math.max(other.highest, highest) });
      }
      for (const { key: place, inside, highest } of expected) {
        const where = `history ${index}, ${group} ${place}`;
        assert.ok(
          Math.abs((kept.get(place)?.inside ?? NaN) - inside) <= 2,
          `${where}: ${JSON.stringify(kept.get(place))}, ${inside}`,
        );
        assert.equal(kept.get(place)!.highest, highest, where);
      }
    }
    const query = await createReportQuery({
      services,
      place: { branch: history.branch },
      range,
      group: "day",
      filters: {},
    });
    const full = await sql<{ day: string; highest: number; full: number }[]>`
      with ${selectLevels(query, { isInSlot: true })}
      select at::date::text as day, max(inside) as highest, coalesce(sum(extract(epoch from length)) filter (where inside >= 1), 0)::float8 as "full" from level group by 1 order by 1`;
    const kept = await readFullDays(query, new Map([[history.branch, 1]]));
    assert.deepEqual(
      kept.map(({ day, highest, full: seconds }) => ({ day, highest, full: Math.round(seconds) })),
      full.map((row) => ({ ...row, full: Math.round(row.full) })),
      `history ${index}`,
    );
  }
});
