// A charge by a tariff of several parts in each language: nothing of it stays English.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { getKeys } from "#domain/object-keys.ts";
import { languages } from "#domain/people/languages.ts";
import { describeChargeLine } from "#domain/tariffs/describe-charge.ts";
import type { ChargeLine } from "#domain/tariffs/stay-charge.ts";
import { readCatalogue } from "#tests/support/languages.ts";
import { languageStore } from "#web/languages/t.ts";
import { getLineLabel } from "#web/product/payments/line-label.ts";

afterEach(() => languageStore.set({ language: "en", catalogue: {} }));

const each = { kind: "each", rate: 20_00, amount: 60_00 } as const;
const night = { kind: "night", rate: 50_00, from: "22:00", to: "06:00", amount: 50_00 } as const;
const lines: ChargeLine[] = [
  { kind: "free", minutes: 15, amount: 0 },
  { kind: "free", minutes: 0, amount: 0 },
  { kind: "total", to: 60, isFirst: true, amount: 20_00 },
  { kind: "total", to: 90, isFirst: false, amount: 20_00 },
  { kind: "total", to: null, isFirst: false, amount: 20_00 },
  { kind: "add", from: 0, amount: 20_00 },
  { kind: "add", from: 2_880, amount: 20_00 },
  ...[true, false].flatMap((isFirst): ChargeLine[] => [
    { ...each, units: 1, step: 60, isFirst },
    { ...each, units: 3, step: 60, isFirst },
    { ...each, units: 3, step: 1_440, isFirst },
  ]),
  { kind: "day", first: 1, last: 1, amount: 80_00 },
  { kind: "day", first: 2, last: 3, amount: 160_00 },
  { kind: "cap", day: 1, cap: 80_00, amount: -20_00 },
  { kind: "cap", day: 2, cap: 80_00, amount: -20_00 },
  { kind: "minimum", minimum: 40_00, amount: 40_00 },
  { kind: "minimum", minimum: 40_00, amount: 20_00 },
  { kind: "package", to: 480, price: 80_00, amount: -20_00 },
  ...(["night", "hour"] as const).flatMap((per): ChargeLine[] => [
    { ...night, per, count: 1 },
    { ...night, per, count: 2 },
  ]),
  { kind: "bill", amount: -20_00 },
  { kind: "rounding", amount: 50 },
  { kind: "lost_slip", isWaived: true, amount: 0 },
  { kind: "lost_slip", isWaived: false, amount: 100_00 },
  { kind: "valet", amount: 50_00 },
  { kind: "booking", amount: 50_00 },
  { kind: "override", charge: 50_00, reason: null, amount: -10_00 },
  { kind: "override", charge: 50_00, reason: "42", amount: -10_00 },
];

for (const code of getKeys(languages).filter((language) => language !== "en"))
  test(`no line of a charge has English words in ${languages[code]}`, () => {
    languageStore.set({ language: code, catalogue: readCatalogue(code) });
    for (const line of lines) {
      const described = describeChargeLine(line);
      const label = getLineLabel(described);
      assert.doesNotMatch(label, /[A-Za-z{}]|undefined/, described.text);
    }
  });

test("a label names values of values, and a vendor's own text stays", () => {
  languageStore.set({ language: "hi", catalogue: readCatalogue("hi") });
  const free = describeChargeLine({ kind: "free", minutes: 15, amount: 0 });
  assert.equal(getLineLabel(free), "पहले 15 मिनट मुफ़्त");
  assert.equal(getLineLabel(describeChargeLine({ kind: "extra", label: "Car wash", amount: 50_00 })), "Car wash");
  // A ticket that was kept before translations were sent.
  assert.equal(getLineLabel({ text: free.text }), "First 15 min free");
});
