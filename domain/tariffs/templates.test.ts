import assert from "node:assert/strict";
import { test } from "node:test";
import { computeStandardCharges, sampleCharges, standardStays } from "#domain/tariffs/charge-table.ts";
import { tariffSchema } from "#domain/tariffs/tariff.ts";
import { findTariffProblems } from "#domain/tariffs/tariff-problems.ts";
import { tariffTemplates, toTemplateTariff } from "#domain/tariffs/templates.ts";

const zone = "Asia/Kolkata";
/** A Wednesday, 10:00 in Kolkata. */
const arrival = new Date("2026-11-18T04:30:00Z");
const twoWheeler = { id: 7, name: "Two wheeler" };

/** Rupees for each of the standard stays. */
const expected: { [id: string]: { car: number[]; bike?: number[] } } = {
  mall: { car: [40, 40, 40, 60, 120, 200, 200, 400, 200], bike: [20, 20, 20, 30, 60, 100, 100, 200, 100] },
  hospital: { car: [0, 20, 20, 20, 30, 40, 60, 120, 40], bike: [0, 10, 10, 10, 15, 20, 30, 60, 20] },
  airport: { car: [100, 150, 150, 200, 350, 600, 600, 1000, 600], bike: [30, 30, 30, 40, 70, 130, 150, 250, 130] },
  metro: { car: [20, 20, 20, 20, 20, 30, 80, 160, 70], bike: [10, 10, 10, 10, 10, 15, 45, 90, 35] },
  street: { car: [20, 20, 40, 80, 260, 860, 2060, 4460, 860], bike: [10, 10, 20, 40, 100, 220, 460, 940, 220] },
  restaurant: { car: [100, 100, 100, 100, 250, 550, 1150, 2350, 550] },
  office: { car: [20, 20, 40, 60, 100, 100, 200, 300, 180], bike: [10, 10, 20, 30, 50, 50, 100, 150, 90] },
  residential: { car: [0, 0, 0, 0, 40, 100, 150, 300, 150] },
  market: { car: [20, 20, 40, 60, 120, 150, 480, 960, 150], bike: [10, 10, 20, 30, 60, 75, 240, 480, 75] },
  event: { car: [100, 100, 100, 100, 100, 100, 100, 200, 100], bike: [50, 50, 50, 50, 50, 50, 50, 100, 50] },
};

test("there are ten templates", () => {
  assert.deepEqual(tariffTemplates.map(({ id }) => id).toSorted(), Object.keys(expected).toSorted());
  assert.equal(tariffTemplates.length, 10);
});

for (const template of tariffTemplates)
  test(`${template.name}: is valid and charges typical stays as expected`, () => {
    const tariff = toTemplateTariff({ template, vehicleTypes: [{ id: 1, name: "Car" }, twoWheeler] });
    assert.deepEqual(tariffSchema.parse(tariff), tariff, "no term is omitted");
    assert.deepEqual(findTariffProblems(tariff), []);
    const { car, bike = car } = expected[template.id]!;
    const charge = (vehicleType: number | null) =>
      computeStandardCharges({ tariff, vehicleType, arrival, zone }).map((paise) => paise! / 100);
    assert.deepEqual(charge(null), car);
    assert.deepEqual(charge(twoWheeler.id), bike);
  });

test("no charge of a template falls as the stay grows", () => {
  for (const template of tariffTemplates) {
    const points = sampleCharges({ tariff: template.tariff, vehicleType: null, arrival, zone, step: 7 });
    assert.equal(points.length, Math.floor(2_880 / 7));
    for (const [index, { minutes, charge }] of points.entries())
      if (index > 0) assert.ok(charge >= points[index - 1]!.charge, `${template.name} at ${minutes} min`);
  }
});

test("a template without a vehicle type for two-wheelers has rates for all vehicles only", () => {
  const tariff = toTemplateTariff({ template: tariffTemplates[0]!, vehicleTypes: [{ id: 1, name: "Car" }] });
  assert.deepEqual(
    tariff.plans[0]!.rates.map(({ vehicle_type }) => vehicle_type),
    [null],
  );
});

test("the stays of the table are those of the form", () => {
  assert.equal(standardStays.length, 9);
});
