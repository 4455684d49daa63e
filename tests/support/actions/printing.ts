// Actions of network printers and of the papers sent to them.
import { printingActions as contracts } from "#domain/printing/actions.ts";
import { type ActionCaseFactory, createContractCase } from "#tests/support/actions/action-case.ts";
import { createEntry } from "#tests/support/actions/gate.ts";
import type { RowKeys, TenantSite } from "#tests/support/tenants.ts";

/** On an address of `printerNetworks` in the test's configuration. */
const printerBody = { name: "Gate", address: "127.0.0.1", paper_width: "80" } as const;

export const printingActions: ActionCaseFactory = (tenants) => {
  const { factories, sql } = tenants;
  const printer = async ({ branch }: TenantSite): Promise<RowKeys> => {
    const place = { company: branch.company, branch: branch.id };
    return { id: (await factories.row("Printers", printerBody, place)).id };
  };
  const job = async (site: TenantSite): Promise<RowKeys> => {
    const { id } = await printer(site);
    // Only the server writes jobs.
    const [row] = await sql<[{ id: number }]>`
      insert into "Print_Jobs" (company, branch, printer, kind)
      values (${site.branch.company}, ${site.branch.id}, ${Number(id)}, 'test') returning id`;
    return { id: row.id };
  };
  return [
    createContractCase(contracts.create, { allowedPerson: "manager", createBody: () => printerBody }),
    createContractCase(contracts.change, {
      allowedPerson: "manager",
      createKeys: printer,
      createBody: () => printerBody,
    }),
    createContractCase(contracts.remove, { allowedPerson: "manager", createKeys: printer }),
    createContractCase(contracts.test, { allowedPerson: "staff", createKeys: printer }),
    createContractCase(contracts.print, {
      allowedPerson: "staff",
      createKeys: async (site) => ({ ...(await printer(site)), entry: await createEntry(tenants, site) }),
      createBody: ({ entry }) => ({ entry: Number(entry) }),
    }),
    createContractCase(contracts.cancel, { allowedPerson: "staff", createKeys: job }),
    createContractCase(contracts.retry, { allowedPerson: "staff", createKeys: job }),
  ];
};
