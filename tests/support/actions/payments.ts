// Payment actions: at the gate, by a link and through the provider's own calls; receipts, invoices, cash.
import { createHash } from "node:crypto";
import { cashActions } from "#domain/cash/actions.ts";
import { paymentActions as paymentContracts } from "#domain/payments/actions.ts";
import { offerActions } from "#domain/offers/actions.ts";
import { debtActions } from "#domain/debts/actions.ts";
import { demoMerchantV1, demoMerchantV2 } from "#simulators/pay/payment-store.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { type ActionCase, type ActionCaseFactory, createContractCase } from "#tests/support/actions/action-case.ts";
import { createEntry, createPass } from "#tests/support/actions/gate.ts";
import { createTicketInStatus } from "#tests/support/actions/valet.ts";
import type { RowKey, RowKeys, TenantSite } from "#tests/support/tenants.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
let count = 0;

export const paymentActions: ActionCaseFactory = (tenants) => {
  const { factories, sql, createOnce } = tenants;
  const today = new Date().toISOString().slice(0, 10);
  const visit = (site: TenantSite) =>
    createOnce(site, "owing visit", async () => ({ id: await createEntry(tenants, site) }));
  const ticket = async (site: TenantSite) => ({ id: (await createTicketInStatus({ tenants, site, sequence: 2 })).id });

  /** An attempt at the provider, as in the ledger. */
  async function attempt({
    site,
    state = "success",
    gateway = "phonepe-v1",
  }: {
    site: TenantSite;
    state?: string;
    gateway?: string;
  }): Promise<{ id: RowKey; transaction: string; merchant: string }> {
    const { id: entry } = await visit(site);
    count += 1;
    const transaction = `${site.mark}T${count}`;
    const merchant = site.name === "own" ? demoMerchantV1.merchantId : `${site.mark}MERCHANT`;
    const location = { company: site.branch.company, branch: site.branch.id, parking_information: entry };
    const set = {
      ...location,
      gateway,
      merchant_id: merchant,
      merchant_transaction_id: transaction,
      amount: 2_000,
      state: "initiated",
    };
    const { id } = await factories.row("payment_attempts", {}, set);
    await sql`update payment_attempts set state = ${state} where id = ${id}`;
    return { id, transaction, merchant };
  }

  /** Anew: the open shift of one of the site's users, with a float, and without an offer. */
  async function openShift(site: TenantSite, role: keyof TenantSite["users"]): Promise<{ shift: number }> {
    const collector = site.users[role].id;
    await sql`update cash_handovers set state = 'withdrawn' where giver = ${collector}`;
    await sql`update cash_shifts set closed_at = now() where collector = ${collector} and closed_at is null`;
    const [row] = await sql<{ id: number }[]>`
      insert into cash_shifts (branch, company, collector, opened_at, opening_float)
      values (${site.branch.id}, ${site.branch.company}, ${collector}, now(), 100) returning id`;
    return { shift: row!.id };
  }

  async function handover(site: TenantSite): Promise<{ id: number }> {
    const { shift } = await openShift(site, "manager");
    const [row] = await sql<{ id: number }[]>`
      insert into cash_handovers (branch, company, giver, receiver, from_shift, amount) values
      (${site.branch.id}, ${site.branch.company}, ${site.users.manager.id}, ${site.users.staff.id}, ${shift}, 10) returning id`;
    return { id: row!.id };
  }

  const ofEntry = { allowedPerson: "staff", createKeys: visit } as const;
  const ofTicket = { allowedPerson: "staff", createKeys: ticket } as const;
  const gate: ActionCase[] = [
    createContractCase(paymentContracts.readEntry, ofEntry),
    createContractCase(paymentContracts.startOfEntry, ofEntry),
    createContractCase(paymentContracts.readTicket, ofTicket),
    createContractCase(paymentContracts.readPass, {
      allowedPerson: "staff",
      createKeys: (site) => createOnce(site, "pass to pay", async () => ({ id: await createPass(tenants, site) })),
    }),
    createContractCase(paymentContracts.startOfTicket, ofTicket),
  ];

  /** Another amount was received than the 2,000 paise requested. */
  const reviewed = async (site: TenantSite) => {
    const { id } = await attempt({ site, state: "review" });
    await sql`update payment_attempts set received_amount = 15 where id = ${id}`;
    return { id };
  };

  const provider: ActionCase[] = [
    createContractCase(paymentContracts.listProviders, { allowedPerson: "admin" }),
    createContractCase(paymentContracts.startTrial, {
      allowedPerson: "admin",
      createKeys: async ({ branch }) => {
        const [row] = await sql<{ id: number }[]>`select id from payment_settings where branch = ${branch.id}`;
        return { id: row!.id };
      },
    }),
    createContractCase(paymentContracts.listUnclear, {
      allowedPerson: "manager",
      createKeys: reviewed,
      isSilent: true,
    }),
    // The reply repeats the first reference of the file: the transaction is the second one.
    createContractCase(paymentContracts.reconcile, {
      allowedPerson: "admin",
      createKeys: async (site) => ({ transaction: (await attempt({ site })).transaction }),
      createQuery: () => ({ from: today, to: today }),
      createBody: ({ transaction }) => {
        const form = new FormData();
        form.set(
          "file",
          new Blob([`Merchant Order Id,Transaction Id,Amount\nLINE1,${transaction},20.00\n`]),
          "settlement.csv",
        );
        return form;
      },
      isSilent: true,
    }),
    createContractCase(paymentContracts.readReview, { allowedPerson: "manager", createKeys: reviewed }),
    createContractCase(paymentContracts.checkAttempt, {
      allowedPerson: "manager",
      createKeys: async (site) => ({ id: (await attempt({ site })).id }),
    }),
    createContractCase(paymentContracts.decide, {
      allowedPerson: "manager",
      createKeys: reviewed,
      createBody: () => ({ decision: "refund" as const, reason: "Wrong amount" }),
    }),
    createContractCase(paymentContracts.refund, {
      allowedPerson: "manager",
      createKeys: async (site) => ({ id: (await attempt({ site })).id }),
      createBody: () => ({ amount: "5.00", reason: "Left at once" }),
    }),
    ...(["parking_information", "valet_and_parking_information"] as const).map((field): ActionCase => ({
      route: "POST /pay",
      allowedPerson: "staff",
      createKeys: field === "parking_information" ? visit : ticket,
      createRequest: ({ id }) => ({ url: "/pay", body: { [field]: id } }),
    })),
    {
      route: "POST /pay-status",
      allowedPerson: "staff",
      createKeys: async (site) => {
        const { transaction, merchant } = await attempt({ site });
        return { transaction: `${merchant} ${transaction}` };
      },
      createRequest: ({ transaction }) => {
        const [merchantId, merchantTransactionId] = String(transaction).split(" ");
        return { url: "/pay-status", body: { merchantId, merchantTransactionId } };
      },
    },
    {
      // Signed with the own branch's key: not accepted for another branch's payment.
      route: "POST /payments/callback/phonepe-v1",
      allowedPerson: "nobody",
      createKeys: async (site) => ({ transaction: (await attempt({ site, state: "pending" })).transaction }),
      createRequest: ({ transaction }) => {
        const data = {
          merchantId: demoMerchantV1.merchantId,
          merchantTransactionId: transaction,
          amount: 2_000,
          state: "COMPLETED",
        };
        const callbackBody = {
          success: true,
          code: "PAYMENT_SUCCESS",
          message: "Paid",
          data: { ...data, transactionId: "T1" },
        };
        const response = Buffer.from(JSON.stringify(callbackBody)).toString("base64");
        const headers = { "x-verify": `${sha256(response + demoMerchantV1.saltKey)}###${demoMerchantV1.saltIndex}` };
        return { url: "/payments/callback/phonepe-v1", body: { response }, headers };
      },
    },
    {
      route: "POST /payments/webhook/phonepe-v2",
      allowedPerson: "nobody",
      createKeys: async (site) => ({
        transaction: (await attempt({ site, state: "pending", gateway: "phonepe-v2" })).transaction,
      }),
      createRequest: ({ transaction }) => ({
        url: "/payments/webhook/phonepe-v2",
        body: {
          event: "checkout.order.completed",
          payload: { merchantOrderId: transaction, state: "COMPLETED", amount: 2_000 },
        },
        headers: { authorization: sha256(`${demoMerchantV2.webhookUser}:${demoMerchantV2.webhookPassword}`) },
      }),
    },
  ];

  /** A link is signed for one entry and not valid for another. */
  const linked = async (site: TenantSite): Promise<RowKeys> => signed(site, (await visit(site)).id);
  const signed = (site: TenantSite, id: RowKey): RowKeys => {
    const signature = testTokens
      .issue({ kind: tokenKinds.payLink, payload: { kind: "P", id: Number(id) } })
      .split(".")[1]!;
    return { id, signature: site.name === "own" ? signature : "x".repeat(32) };
  };
  const byLink = {
    allowedPerson: "nobody",
    createKeys: linked,
    createParameters: ({ id, signature }: RowKeys) => ({ token: `P${id}.${signature}` }),
  } as const;
  const paidEntry = (site: TenantSite): Promise<RowKeys> =>
    createOnce(site, "paid visit", async () => {
      const id = await createEntry(tenants, site);
      await tenants.postAs(site, "staff", `/actions/parking/${id}/take-cash`);
      return signed(site, id);
    });
  const links: ActionCase[] = [
    createContractCase(paymentContracts.readLink, byLink),
    createContractCase(paymentContracts.startByLink, byLink),
    createContractCase(paymentContracts.checkLink, byLink),
    createContractCase(offerActions.quoteByLink, byLink),
    createContractCase(offerActions.redeemByLink, {
      ...byLink,
      createKeys: async (site) => {
        const { branch } = site;
        // Codes are unique within a company, which sites can share.
        const createOffer = async () => {
          const fields = { coupon_title: "Everything", coupon_code: "ALLFRE", kind: "percent", percent: 100 };
          const { id } = await factories.row("Offers", { company: branch.company, branch: branch.id, ...fields });
          await sql`update "Offers" set state = 'running' where id = ${id}`;
          return { id };
        };
        if (site.name === "own") await createOnce(site, "covering offer", createOffer);
        const id = await createEntry(tenants, site);
        await sql`update "Parking_Information" set in_time = now() - interval '50 minutes', charge_amount_for_minutes = 20
          where id = ${Number(id)}`;
        return signed(site, id);
      },
      createBody: () => ({ code: "ALLFRE" }),
    }),
    createContractCase(paymentContracts.watchLink, byLink),
    createContractCase(paymentContracts.readReceipt, { ...byLink, createKeys: paidEntry }),
    createContractCase(paymentContracts.readReceiptPdf, { ...byLink, createKeys: paidEntry }),
    createContractCase(paymentContracts.sendReceipt, { ...byLink, allowedPerson: "customer", createKeys: paidEntry }),
    createContractCase(paymentContracts.requestInvoice, {
      ...byLink,
      createKeys: paidEntry,
      createBody: () => ({ recipient_name: "Anitha" }),
    }),
  ];

  const soldDay = { day: "2026-01-05" };
  const books: ActionCase[] = [
    createContractCase(paymentContracts.issueDayInvoices, {
      allowedPerson: "manager",
      createBody: () => soldDay,
      createControlRequest: async () => {
        const received_at = new Date("2026-01-05T06:00:00Z");
        await sql`update payments set received_at = ${received_at} where branch = ${tenants.sites.own.branch.id}`;
        return { url: "/actions/invoices/day", body: soldDay, token: tenants.tokens.manager };
      },
    }),
    createContractCase(cashActions.readShift, {
      allowedPerson: "manager",
      createKeys: (site) => openShift(site, "employee"),
      createQuery: ({ shift }) => ({ shift: String(shift) }),
    }),
    createContractCase(cashActions.correctCount, {
      allowedPerson: "manager",
      createKeys: async (site) => {
        const { shift } = await openShift(site, "employee");
        await sql`update cash_shifts set closed_at = now(), counted = 100, expected = 100, difference = 0 where id = ${shift}`;
        return { id: shift };
      },
      createBody: () => ({ counted: "90.00", expected: 100_00, reason: "Counted again" }),
    }),
    createContractCase(cashActions.listReceivers, { allowedPerson: "staff" }),
    createContractCase(cashActions.handOver, {
      allowedPerson: "staff",
      createKeys: async (site) => {
        await openShift(site, "staff");
        return { receiver: site.users.manager.id };
      },
      createBody: ({ receiver }) => ({ receiver: String(receiver), amount: "1.00" }),
    }),
    createContractCase(cashActions.decideHandover, {
      allowedPerson: "manager",
      createKeys: handover,
      createBody: () => ({ state: "withdrawn" as const }),
    }),
    createContractCase(cashActions.readDay, { allowedPerson: "manager", createQuery: () => ({ day: today }) }),
  ];

  const debtOf = (kind: "P" | "V") => (site: TenantSite) =>
    createOnce(site, `debt ${(count += 1)}`, async () => {
      const isEntry = kind === "P";
      const { id } = isEntry
        ? { id: await createEntry(tenants, site) }
        : await createTicketInStatus({ tenants, site, sequence: 1 });
      const table = isEntry ? sql`"Parking_Information"` : sql`"Valet_and_Parking_Information"`;
      await sql`update ${table} set out_time = now(), in_time = now() - interval '1 hour', total_amount = 20, extended_amount = 20,
        additional_charge = 20, addition_note = 'Test', payment_type = 'pay-later' where id = ${Number(id)}`;
      return { id };
    });
  /** An account that owes ₹20 to the site's branch. */
  const accountOf = async ({ branch: { id, company } }: TenantSite) => {
    const account = `Account ${(count += 1)}`;
    await sql`insert into payments (branch, company, mode, channel, reference, amount, received_at)
      values (${id}, ${company}, 'online', 'on_account', ${account}, 20, now())`;
    return { account };
  };
  /** A cash payment of the site's staff, and an open shift of its manager. */
  const cashPayment = (site: TenantSite) =>
    createOnce(site, `cash payment ${(count += 1)}`, async () => {
      const entry = await createEntry(tenants, site);
      await sql`update "Parking_Information" set additional_charge = 20, addition_note = 'Test' where id = ${Number(entry)}`;
      await tenants.postAs(site, "staff", `/actions/parking/${entry}/take-cash`);
      const [row] = await sql<{ id: number }[]>`select id from payments where parking_information = ${Number(entry)}`;
      await sql`insert into cash_shifts (collector, branch, company, opened_at)
        values (${site.users.manager.id}, ${site.branch.id}, ${site.branch.company}, now()) on conflict do nothing`;
      return { id: row!.id };
    });
  const settlement = (site: TenantSite) =>
    createOnce(site, "settlement", async () => {
      const { company, id: branch } = site.branch;
      const [row] = await sql<{ id: number }[]>`
        insert into payments (branch, company, kind, account, mode, channel, amount, received_at, collected_by)
        values (${branch}, ${company}, 'settlement', ${site.mark}, 'cash', 'cash', 10, now(), ${site.users.manager.id})
        returning id`;
      return { id: row!.id };
    });
  const corrections: ActionCase[] = [
    createContractCase(cashActions.reversePayment, {
      allowedPerson: "staff",
      createKeys: cashPayment,
      createBody: () => ({ reason: "Test" }),
      // A new payment: the invoices of the day, issued by another case, contain those made before.
      createControlRequest: async () => ({
        url: `/actions/cash/payments/${(await cashPayment(tenants.sites.own)).id}/reverse`,
        body: { reason: "Test" },
        token: tenants.tokens.staff,
      }),
    }),
    createContractCase(cashActions.printSettlement, { allowedPerson: "manager", createKeys: settlement }),
    createContractCase(cashActions.refundCash, {
      allowedPerson: "manager",
      createKeys: cashPayment,
      createBody: () => ({ amount: "5.00", reason: "Test" }),
    }),
  ];
  const debts: ActionCase[] = [
    createContractCase(debtActions.list, {
      allowedPerson: "staff",
      createKeys: (site) => ({ mark: site.mark }),
      createQuery: ({ mark }) => ({ search: String(mark) }),
      isSilent: true,
    }),
    createContractCase(debtActions.collect, {
      allowedPerson: "staff",
      createKeys: debtOf("P"),
      createBody: ({ id }) => ({ debts: [{ kind: "P" as const, id: Number(id) }] }),
    }),
    createContractCase(debtActions.listAccounts, { allowedPerson: "staff" }),
    createContractCase(debtActions.settleAccount, {
      allowedPerson: "staff",
      createKeys: accountOf,
      createBody: ({ account }) => ({ account: String(account), amount: "10.00", channel: "cash" as const }),
    }),
    createContractCase(debtActions.writeOffEntry, {
      allowedPerson: "manager",
      createKeys: debtOf("P"),
      createBody: () => ({ reason: "Test" }),
    }),
    createContractCase(debtActions.writeOffTicket, {
      allowedPerson: "manager",
      createKeys: debtOf("V"),
      createBody: () => ({ reason: "Test" }),
    }),
  ];
  return [...gate, ...provider, ...links, ...books, ...debts, ...corrections];
};
