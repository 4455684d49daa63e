import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTariffDecided } from "#domain/branches/tariff-decision.ts";

test("a service takes vehicles by a tariff, a valet charge or the choice to be free", () => {
  const version = { id: 1 };
  const rows: [string, Parameters<typeof checkTariffDecided>[0], string | undefined][] = [
    ["nothing set", { version: null, config: {} }, "TARIFF_REQUIRED"],
    ["no configuration", { version: undefined, config: null }, "TARIFF_REQUIRED"],
    ["a tariff", { version, config: {} }, undefined],
    ["a tariff, and free chosen before it", { version, config: { is_free: true } }, undefined],
    ["free", { version: null, config: { is_free: true } }, undefined],
    ["valet charge", { version: null, config: { is_collect_valet_charge: true, valet_charge: 5_000 } }, undefined],
    [
      "valet charge, not collected",
      { version: null, config: { is_collect_valet_charge: false, valet_charge: 5_000 } },
      "TARIFF_REQUIRED",
    ],
    [
      "valet charge of nothing",
      { version: null, config: { is_collect_valet_charge: true, valet_charge: "0.00" } },
      "TARIFF_REQUIRED",
    ],
  ];
  for (const [name, decision, code] of rows) assert.equal(checkTariffDecided(decision)?.code, code, name);
});
