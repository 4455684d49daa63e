// GST follows the GSTIN of the branch unless its admin says why not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);

test("new settings of a branch with a GSTIN charge GST, and another choice needs a reason", async () => {
  const branch = await make.branch({ gstin: "29AAAAA0000A1ZY" });
  const admin = await asUser(await make.user("admin", { branch }));
  const { data } = await admin.post("/items/payment_settings", { branch: branch.id });
  assert.deepEqual([data.tax_treatment, data.tax_reason], ["taxable", null]);
  const path = `/items/payment_settings/${data.id}`;
  const refused = await admin.patch(path, { tax_treatment: "exempt" });
  assert.deepEqual(
    [refused.status, refused.code, refused.errors[0]!.extensions["field"]],
    [400, "CHANGE_REASON_REQUIRED", "tax_reason"],
  );
  const exempt = await admin.patch(path, { tax_treatment: "exempt", tax_reason: "Parking of a hospital" });
  assert.deepEqual([exempt.data.tax_treatment, exempt.data.tax_reason], ["exempt", "Parking of a hospital"]);
  const back = await admin.patch(path, { tax_treatment: "taxable" });
  assert.deepEqual([back.data.tax_treatment, back.data.tax_reason], ["taxable", null]);
});

test("an installation without a simulator does not offer it", async () => {
  const admin = await asUser(await make.user("admin", { branch: await make.branch() }));
  const { data } = await admin.get("/actions/payments/providers");
  for (const { name, environments } of data) assert.deepEqual(environments, ["sandbox", "production"], name);
});
