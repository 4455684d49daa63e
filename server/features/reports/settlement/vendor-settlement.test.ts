// §1 §5 What vendors owe the platform equals the settlement reports of their branches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { settlementSums } from "#domain/reports/settlement/vendor-settlement.ts";
import { createLastingClient, startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { createSeededRandom } from "#tests/support/seeded-random.ts";

const seed = 20_261_124;
const { asUser, sql } = await startApp();
const make = createFactories(sql);
const random = createSeededRandom(seed);

async function receive(branch: CreatedBranch, company: number): Promise<void> {
  for (let count = 0; count < 30; count += 1) {
    const at = new Date(Date.parse("2026-09-01T00:00:00+05:30") + random(61 * 24 * 60) * 60_000);
    const amount = (1 + random(100_000)) / 100;
    const [paid] = await sql<{ id: number }[]>`
      insert into payments (branch, company, mode, reference, amount, received_at)
      values (${branch.id}, ${company}, 'cash', ${`${branch.id}-${count}`}, ${amount}, ${at}) returning id`;
    if (random(5) === 0)
      await sql`insert into payments (branch, company, mode, kind, corrects, reference, amount, received_at)
        values (${branch.id}, ${company}, 'cash', 'refund', ${paid!.id}, ${`${branch.id}-${count}-r`}, ${-amount}, ${at})`;
  }
}

test("a vendor's month is the sum of its branches' settlement reports, and the file has the same", async () => {
  const vendors: { name: string; branches: CreatedBranch[] }[] = [];
  for (const [name, count] of [
    ["First Vendor", 3],
    ["Second Vendor", 1],
  ] as const) {
    const company = await make.company({ name });
    const branches: CreatedBranch[] = [];
    for (let index = 0; index < count; index += 1) {
      const branch = await make.branch({ company: company.id });
      await sql`update "Branch" set platform_charges = ${250 - index}, service_charges = ${index === 0 ? null : 51} where id = ${branch.id}`;
      await receive(branch, company.id);
      branches.push(branch);
    }
    // A change of the fees within a month.
    await sql`insert into "Two_Person_Changes" (subject, branch, status, start_day, previous, platform_charges, service_charges, reason, decided_at)
      values ('branch_fees', ${branches[0]!.id}, 'confirmed', '2026-09-15', '{"platform_charges": 100, "service_charges": 20}', 250, null, 'Agreed', now())`;
    vendors.push({ name, branches });
  }
  const platform = createLastingClient({ asUser, user: await make.user("platform") });
  const reply = await platform.get("/actions/platform/settlement?from=2026-09&to=2026-10");
  assert.equal(reply.status, 200, reply.text);
  const own = (reply.data.rows as { vendor: string; month: string; [sum: string]: number | string }[]).filter(
    ({ vendor }) => vendors.some(({ name }) => name === vendor),
  );
  assert.equal(own.length, 4);
  for (const { name, branches } of vendors)
    for (const [month, period] of [
      ["2026-09", "from=2026-09-01&to=2026-09-30"],
      ["2026-10", "from=2026-10-01&to=2026-10-31"],
    ] as const) {
      const row = own.find((candidate) => candidate.vendor === name && candidate.month === month)!;
      const totals = [];
      for (const branch of branches) {
        const manager = createLastingClient({ asUser, user: await make.user("manager", { branch }) });
        totals.push((await manager.get(`/actions/reports/settlement?${period}`)).data.totals);
      }
      for (const sum of settlementSums)
        assert.equal(
          row[sum],
          totals.reduce((total, values) => total + Number(values[sum]), 0),
          `${name}, ${month}, ${sum}, seed ${seed}`,
        );
      assert.ok(Number(row["due"]) > 0);
    }
  const file = await platform.get("/actions/platform/settlement/file?from=2026-09&to=2026-10");
  assert.match(
    file.text,
    /^\uFEFF?Vendor,Month,Received,Refunded,Net,Platform fee,Service fee,GST on fees,Fees with GST\r\n/,
  );
  assert.equal(file.headers["content-disposition"], 'attachment; filename="settlement-2026-09-2026-10.csv"');
});

test("only administrators of the platform read it, for months in order", async () => {
  const verifier = createLastingClient({ asUser, user: await make.user("verifier") });
  assert.equal((await verifier.get("/actions/platform/settlement?from=2026-09")).code, "FORBIDDEN");
  const platform = createLastingClient({ asUser, user: await make.user("platform") });
  for (const query of ["from=2026-13", "from=2026-09&to=2026-08", "from=2025-01&to=2026-01", "from=2026-9", ""])
    assert.equal((await platform.get(`/actions/platform/settlement?${query}`)).code, "INVALID_QUERY", query);
});
