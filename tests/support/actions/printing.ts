// Actions of receipt printers and of the papers sent to them.
import { printingActions as contracts } from "#domain/printing/actions.ts";
import { type ActionCaseFactory, createContractCase } from "#tests/support/actions/action-case.ts";
import { createEntry } from "#tests/support/actions/gate.ts";
import type { RowKeys, TenantSite } from "#tests/support/tenants.ts";

/** On an address of `printerNetworks` in the test's configuration. */
const printerBody = { name: "Gate", address: "127.0.0.1", paper_width: "80" } as const;

export const printingActions: ActionCaseFactory = (tenants) => {
  const { factories, sql } = tenants;
  const createPrinter = async ({ branch }: TenantSite, body: object): Promise<RowKeys> => {
    const place = { company: branch.company, branch: branch.id };
    return { id: (await factories.row("Printers", { ...printerBody, ...body }, place)).id };
  };
  const printer = (site: TenantSite) => createPrinter(site, {});
  const devicePrinter = (site: TenantSite) => createPrinter(site, { connection: "usb", address: null });
  const createJob = async (site: TenantSite, { id }: RowKeys): Promise<RowKeys> => {
    // Only the server writes jobs.
    const [row] = await sql<[{ id: number }]>`
      insert into "Print_Jobs" (company, branch, printer, kind)
      values (${site.branch.company}, ${site.branch.id}, ${Number(id)}, 'test') returning id`;
    return { id: row.id };
  };
  const job = async (site: TenantSite) => createJob(site, await printer(site));
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
    createContractCase(contracts.take, { allowedPerson: "staff", createKeys: devicePrinter }),
    createContractCase(contracts.report, {
      allowedPerson: "staff",
      createKeys: async (site) => createJob(site, await devicePrinter(site)),
      createBody: () => ({ claim: "2026-11-27T06:00:00.000Z", outcome: "sent" as const }),
    }),
    createContractCase(contracts.cancel, { allowedPerson: "staff", createKeys: job }),
    createContractCase(contracts.retry, { allowedPerson: "staff", createKeys: job }),
  ];
};
