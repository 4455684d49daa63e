// Actions of money: paying at the gate, by a link and through the provider's own calls; receipts, invoices, cash.
import { createHash } from "node:crypto";
import { demoV1, demoV2 } from "#simulators/pay/book.ts";
import { payToken } from "#server/services/pay-link.ts";
import { testConfig } from "#tests/support/app.ts";
import type { ActionCase, Area } from "#tests/support/actions/action-case.ts";
import { newVisit } from "#tests/support/actions/gate.ts";
import { ticketAt } from "#tests/support/actions/valet.ts";
import type { Key, Keys, Site } from "#tests/support/tenants.ts";

const { secret } = testConfig;
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
let count = 0;

export const moneyActions: Area = (tenants) => {
  const { make, sql, kept } = tenants;
  const today = new Date().toISOString().slice(0, 10);
  const visit = (site: Site) => kept(site, "owing visit", async () => ({ id: await newVisit(tenants, site) }));
  const ticket = async (site: Site) => ({ id: (await ticketAt({ tenants, site, sequence: 2 })).id });
  const bodyless = { body: {} };

  /** An attempt at the provider, as the ledger has it. */
  async function attempt({
    site,
    state = "success",
    gateway = "phonepe-v1",
  }: {
    site: Site;
    state?: string;
    gateway?: string;
  }): Promise<{ id: Key; transaction: string; merchant: string }> {
    const { id: entry } = await visit(site);
    count += 1;
    const transaction = `${site.mark}T${count}`;
    const merchant = site.name === "own" ? demoV1.merchantId : `${site.mark}MERCHANT`;
    const place = { company: site.branch.company, branch: site.branch.id, parking_information: entry };
    const set = {
      ...place,
      gateway,
      merchant_id: merchant,
      merchant_transaction_id: transaction,
      amount: 2_000,
      state: "initiated",
    };
    const { id } = await make.row("payment_attempts", {}, set);
    await sql`update payment_attempts set state = ${state} where id = ${id}`;
    return { id, transaction, merchant };
  }

  const gate = (["parking", "valet"] as const).flatMap((name): ActionCase[] => [
    {
      route: `GET /actions/payments/${name}/:id`,
      by: "staff",
      rows: name === "parking" ? visit : ticket,
      ask: ({ id }) => ({ url: `/actions/payments/${name}/${id}` }),
    },
    {
      route: `POST /actions/payments/${name}/:id/start`,
      by: "staff",
      rows: name === "parking" ? visit : ticket,
      ask: ({ id }) => ({ url: `/actions/payments/${name}/${id}/start`, ...bodyless }),
    },
  ]);

  const provider: ActionCase[] = [
    {
      route: "POST /actions/payments/attempts/:id/refund",
      by: "manager",
      rows: async (site) => ({ id: (await attempt({ site })).id }),
      ask: ({ id }) => ({
        url: `/actions/payments/attempts/${id}/refund`,
        body: { amount: "5.00", reason: "Left at once" },
      }),
    },
    ...(["parking_information", "valet_and_parking_information"] as const).map((field): ActionCase => ({
      route: "POST /pay",
      by: "staff",
      rows: field === "parking_information" ? visit : ticket,
      ask: ({ id }) => ({ url: "/pay", body: { [field]: id } }),
    })),
    {
      route: "POST /pay-status",
      by: "staff",
      rows: async (site) => {
        const { transaction, merchant } = await attempt({ site });
        return { transaction: `${merchant} ${transaction}` };
      },
      ask: ({ transaction }) => {
        const [merchantId, merchantTransactionId] = String(transaction).split(" ");
        return { url: "/pay-status", body: { merchantId, merchantTransactionId } };
      },
    },
    {
      // Signed with the own branch's key: about another branch's payment it is not believed.
      route: "POST /payments/callback/phonepe-v1",
      by: "nobody",
      rows: async (site) => ({ transaction: (await attempt({ site, state: "pending" })).transaction }),
      ask: ({ transaction }) => {
        const data = {
          merchantId: demoV1.merchantId,
          merchantTransactionId: transaction,
          amount: 2_000,
          state: "COMPLETED",
        };
        const said = {
          success: true,
          code: "PAYMENT_SUCCESS",
          message: "Paid",
          data: { ...data, transactionId: "T1" },
        };
        const response = Buffer.from(JSON.stringify(said)).toString("base64");
        const headers = { "x-verify": `${sha256(response + demoV1.saltKey)}###${demoV1.saltIndex}` };
        return { url: "/payments/callback/phonepe-v1", body: { response }, headers };
      },
    },
    {
      route: "POST /payments/webhook/phonepe-v2",
      by: "nobody",
      rows: async (site) => ({
        transaction: (await attempt({ site, state: "pending", gateway: "phonepe-v2" })).transaction,
      }),
      ask: ({ transaction }) => ({
        url: "/payments/webhook/phonepe-v2",
        body: {
          event: "checkout.order.completed",
          payload: { merchantOrderId: transaction, state: "COMPLETED", amount: 2_000 },
        },
        headers: { authorization: sha256(`${demoV2.webhookUser}:${demoV2.webhookPassword}`) },
      }),
    },
  ];

  /** A link is signed for one entry: put on another one it opens nothing. */
  const linked = async (site: Site): Promise<Keys> => signed(site, (await visit(site)).id);
  const signed = (site: Site, id: Key): Keys => {
    const signature = payToken({ kind: "P", id: Number(id), secret }).split(".")[1]!;
    return { id, signature: site.name === "own" ? signature : "x".repeat(32) };
  };
  const byLink = (method: string, url: string, more: object = {}): ActionCase => ({
    route: `${method} ${url}`,
    by: "nobody",
    rows: linked,
    ask: ({ id, signature }) => ({ url: url.replace(":token", `P${id}.${signature}`), ...more }),
  });
  const paid = (site: Site): Promise<Keys> =>
    kept(site, "paid visit", async () => {
      const id = await newVisit(tenants, site);
      await tenants.at(site, "staff", `/actions/parking/${id}/take-cash`);
      return signed(site, id);
    });
  const links: ActionCase[] = [
    byLink("GET", "/actions/payments/link/:token"),
    byLink("POST", "/actions/payments/link/:token/start", bodyless),
    byLink("POST", "/actions/payments/link/:token/check", bodyless),
    byLink("GET", "/actions/payments/link/:token/live", { isStream: true }),
    { ...byLink("GET", "/actions/receipts/:token"), rows: paid },
    {
      ...byLink("POST", "/actions/receipts/:token/invoice", { body: { recipient_name: "Anitha" } }),
      rows: paid,
    },
  ];

  const books: ActionCase[] = [
    {
      route: "POST /actions/invoices/day",
      by: "manager",
      ask: () => ({ url: "/actions/invoices/day", body: { day: "2026-01-05" } }),
      control: async () => {
        const received_at = new Date("2026-01-05T06:00:00Z");
        await sql`update payments set received_at = ${received_at} where branch = ${tenants.sites.own.branch.id}`;
        return { url: "/actions/invoices/day", body: { day: "2026-01-05" }, token: tenants.tokens.manager };
      },
    },
    { route: "GET /actions/cash/day", by: "manager", ask: () => ({ url: `/actions/cash/day?day=${today}` }) },
  ];
  return [...gate, ...provider, ...links, ...books];
};
