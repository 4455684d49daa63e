// Actions of the gate: visits, passes, invites, approvals.
import { linkToken } from "#server/services/signed-link.ts";
import { qrText } from "#server/services/qr.ts";
import { testConfig } from "#tests/support/app.ts";
import type { ActionCase, Area } from "#tests/support/actions/action-case.ts";
import type { Key, Site, Tenants } from "#tests/support/tenants.ts";

const { secret } = testConfig;
let count = 0;
export const plateOf = ({ mark }: Site): string => `${mark}${String((count += 1)).padStart(5, "0")}`;
const soon = (): string => new Date(Date.now() + 3_600_000).toISOString();

const visitorOf = (site: Site) => ({ vehicle_no: plateOf(site), phone_no: site.phone, name: `${site.mark} visitor` });

export async function newVisit({ at }: Tenants, site: Site): Promise<Key> {
  return (await at(site, "staff", "/actions/parking/check-in", visitorOf(site))).id;
}

async function newPass({ at }: Tenants, site: Site): Promise<Key> {
  const length = { time_type: "days", duration: 3 };
  return (await at(site, "staff", "/actions/passes", { ...visitorOf(site), ...length })).id;
}

async function newInvite({ at }: Tenants, site: Site): Promise<Key> {
  return (await at(site, "manager", "/actions/invites", { ...visitorOf(site), invite_end_date: soon() })).id;
}

/** While entries are approved there: what was asked for before waits. */
async function whileApproving<T>({ sql }: Tenants, site: Site, work: () => Promise<T>): Promise<T> {
  const become = (security: string) =>
    sql`update "Parking_Configuration" set security = ${security}
      where id = (select parking_config from "Branch" where id = ${site.branch.id})`;
  await become("advanced_security");
  await sql`update "Branch" set entity_type = 'government' where id = ${site.branch.id}`;
  const made = await work();
  await sql`update "Branch" set entity_type = 'commercial' where id = ${site.branch.id}`;
  await become("less_security");
  return made;
}

export const gateActions: Area = (tenants) => {
  const { at, sites, kept, sql } = tenants;
  const own = sites.own;
  const comes = { vehicle_no: () => plateOf(own), phone_no: own.phone, name: "OWNQ visitor" };
  const arriving = (more: object) => ({ ...comes, vehicle_no: comes.vehicle_no(), ...more });
  const branchOf = (site: Site) => ({ branch: site.branch.id });
  const visit = (site: Site) => kept(site, "visit", async () => ({ id: await newVisit(tenants, site) }));
  /** The standing record of a visit that is no pass. */
  const noPass = async (site: Site) => {
    const { id } = await visit(site);
    const [row] = await sql<{ main: number }[]>`
      select parking_main_info as main from "Parking_Information" where id = ${id}`;
    return { id: row!.main };
  };
  const pass = (site: Site) => kept(site, "pass", async () => ({ id: await newPass(tenants, site) }));
  const invite = (site: Site) => kept(site, "invite", async () => ({ id: await newInvite(tenants, site) }));
  const settled = (site: Site) =>
    kept(site, "settled visit", async () => {
      const id = await newVisit(tenants, site);
      await at(site, "staff", `/actions/parking/${id}/take-cash`);
      return { id };
    });
  const waits = (site: Site, make: typeof newVisit) =>
    kept(site, `waiting ${make.name}`, async () => ({
      id: await whileApproving(tenants, site, () => make(tenants, site)),
    }));
  const waiting = (site: Site) => waits(site, newVisit);
  const waitingPass = (site: Site) => waits(site, newPass);

  const parking: ActionCase[] = [
    {
      route: "POST /actions/parking/check-in",
      by: "staff",
      rows: async (site) => ({
        branch: site.branch.id,
        visitor: site.users.employee.id,
        file: site.file,
      }),
      ask: ({ branch, visitor, file }) => ({
        url: "/actions/parking/check-in",
        body: arriving({ branch, visitor_id: visitor, entry_images: [file] }),
      }),
    },
    {
      route: "POST /actions/parking/check-in",
      by: "staff",
      rows: pass,
      ask: ({ id }) => ({ url: "/actions/parking/check-in", body: { parking_main_info: id } }),
    },
    ...(["P", "M"] as const).map((kind): ActionCase => ({
      route: "POST /actions/parking/scan",
      by: "staff",
      rows: kind === "P" ? visit : pass,
      ask: ({ id }) => ({
        url: "/actions/parking/scan",
        body: { text: qrText({ kind, id: Number(id), secret }) },
      }),
    })),
    {
      route: "GET /actions/parking/:id/slip",
      by: "staff",
      rows: visit,
      ask: ({ id }) => ({ url: `/actions/parking/${id}/slip` }),
    },
    {
      route: "POST /actions/parking/:id/check-in",
      by: "staff",
      rows: async (site) => ({ ...(await invite(site)), file: site.file }),
      ask: ({ id, file }) => ({ url: `/actions/parking/${id}/check-in`, body: { entry_images: [file] } }),
    },
    {
      route: "POST /actions/parking/:id/take-cash",
      by: "staff",
      rows: visit,
      ask: ({ id }) => ({ url: `/actions/parking/${id}/take-cash`, body: {} }),
    },
    {
      route: "POST /actions/parking/:id/check-out",
      by: "staff",
      rows: settled,
      ask: ({ id }) => ({ url: `/actions/parking/${id}/check-out`, body: {} }),
    },
  ];

  const passes: ActionCase[] = [
    {
      route: "POST /actions/passes",
      by: "manager",
      rows: branchOf,
      ask: ({ branch }) => ({ url: "/actions/passes", body: arriving({ branch, time_type: "days", duration: 3 }) }),
    },
    {
      route: "GET /actions/passes/:id",
      by: "staff",
      rows: pass,
      ask: ({ id }) => ({ url: `/actions/passes/${id}` }),
    },
    ...[pass, noPass, waitingPass].map((rows): ActionCase => ({
      route: "POST /actions/passes/:id/renew",
      by: rows === pass ? "manager" : null,
      rows,
      ask: ({ id }) => ({ url: `/actions/passes/${id}/renew`, body: { time_type: "days", duration: 9 } }),
    })),
    ...["approve", "reject"].flatMap((answer): ActionCase[] => [
      {
        route: `POST /actions/passes/:id/${answer}`,
        by: "approver",
        rows: waitingPass,
        ask: ({ id }) => ({ url: `/actions/passes/${id}/${answer}`, body: {} }),
      },
      {
        route: `POST /actions/approvals/:id/${answer}`,
        by: "approver",
        rows: waiting,
        ask: ({ id }) => ({ url: `/actions/approvals/${id}/${answer}`, body: {} }),
      },
      // One that is answered already is as absent too.
      {
        route: `POST /actions/approvals/:id/${answer}`,
        by: null,
        rows: visit,
        ask: ({ id }) => ({ url: `/actions/approvals/${id}/${answer}`, body: {} }),
      },
    ]),
  ];

  const invites: ActionCase[] = [
    {
      route: "POST /actions/invites",
      by: "manager",
      rows: (site) => ({ branch: site.branch.id, visitor: site.users.employee.id }),
      ask: ({ branch, visitor }) => ({
        url: "/actions/invites",
        body: arriving({ branch, visitor_id: visitor, invite_end_date: soon() }),
      }),
      // Customers invite to any commercial branch that is open; employees to see themselves, whomever they name.
      open: { branch: ["customer"], visitor: ["employee"] },
    },
    {
      route: "GET /actions/invites/:id",
      by: "manager",
      rows: invite,
      ask: ({ id }) => ({ url: `/actions/invites/${id}` }),
    },
    {
      route: "POST /actions/invites/:id/cancel",
      by: "manager",
      rows: invite,
      ask: ({ id }) => ({ url: `/actions/invites/${id}/cancel`, body: {} }),
    },
    {
      // Its key is signed for one invite: put on another one it opens nothing.
      route: "GET /actions/invites/visitor",
      by: "nobody",
      rows: async (site) => {
        const { id } = await invite(site);
        const token = linkToken({ kind: "invite", id: Number(id), secret });
        return { id, signature: site.name === "own" ? token.split(".")[1]! : "x".repeat(32) };
      },
      ask: ({ id, signature }) => ({ url: "/actions/invites/visitor", headers: { "x-invite": `${id}.${signature}` } }),
    },
  ];
  return [...parking, ...passes, ...invites];
};
