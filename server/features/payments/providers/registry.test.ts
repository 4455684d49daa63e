// Every registered provider is complete: its names are its own, and its settings are columns of payment_settings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PaymentSettings } from "#domain/payments/payment-settings.collection.ts";
import type { Fields } from "#domain/schema/collection.ts";
import { describeProvider, paymentProviders } from "#server/features/payments/providers/branch-gateways.ts";

const columns: Fields = PaymentSettings.fields;

test("providers have names, labels and callback addresses of their own", () => {
  assert.ok(paymentProviders.length > 0);
  for (const property of ["name", "label", "callbackPath"] as const) {
    const values = paymentProviders.map((provider) => provider[property]);
    assert.deepEqual([...new Set(values)], values);
  }
  for (const { name } of paymentProviders) assert.match(name, /^(?!off$)[a-z0-9-]{1,50}$/);
});

for (const provider of paymentProviders)
  test(`${provider.name}: credentials are columns with labels, among them the merchant id of its payments`, () => {
    const { credentials } = describeProvider({ provider, simulatorUrl: null });
    assert.ok(credentials.some(({ field }) => field === "merchant_id"));
    for (const { field, label } of credentials) {
      assert.ok(columns[field], field);
      assert.ok(label, field);
    }
  });
