// Actions of the valet: tickets and their moves, the conversation, and the customer's own page.
import { randomUUID } from "node:crypto";
import { qrText } from "#server/services/qr.ts";
import { ticketToken } from "#server/services/ticket-link.ts";
import { testConfig } from "#tests/support/app.ts";
import type { ActionCase, Area } from "#tests/support/actions/action-case.ts";
import { plateOf } from "#tests/support/actions/gate.ts";
import type { Key, Keys, Site, Tenants } from "#tests/support/tenants.ts";

const { secret } = testConfig;
const moves = ["park", "request-pickup", "accept-pickup", "at-the-gate"];

/** A ticket that has come so far, each move made by the staff of its branch. */
export function ticketAt({ tenants, site, sequence }: At): Promise<{ id: Key; otp: string; plate: string }> {
  return tenants.kept(site, `ticket ${sequence}`, () => newTicket({ tenants, site, sequence }));
}

interface At {
  tenants: Tenants;
  site: Site;
  sequence: number;
}

async function newTicket({ tenants, site, sequence }: At): Promise<{ id: Key; otp: string; plate: string }> {
  const body = {
    Vehicle_Number: plateOf(site),
    Customer_Phone_Number: site.phone,
    Customer_Name: `${site.mark} owner`,
    key_tag: site.mark,
  };
  const { id, otp } = await tenants.at(site, "staff", "/actions/valet/create-ticket", body);
  for (const verb of moves.slice(0, sequence - 1)) await tenants.at(site, "staff", `/actions/valet/${id}/${verb}`);
  return { id, otp: String(otp), plate: body.Vehicle_Number };
}

export const valetActions: Area = (tenants) => {
  const { sites, at } = tenants;
  const own = sites.own;
  /** The code of a ticket, by its id or plate. */
  const codes = new Map<Key, string>();
  const ticket = (sequence: number) => async (site: Site) => ({
    id: (await ticketAt({ tenants, site, sequence })).id,
  });
  const talked = (site: Site): Promise<Keys> => tenants.kept(site, "talked", () => talkedOf(site));
  const talkedOf = async (site: Site): Promise<Keys> => {
    const { id } = await newTicket({ tenants, site, sequence: 1 });
    await at(site, "staff", `/actions/valet/${id}/chat/join`);
    const body = { client_id: randomUUID(), text: `${site.mark} is told` };
    await at(site, "staff", `/actions/valet/${id}/chat/send`, body);
    // Nobody holds two conversations.
    await at(site, "staff", `/actions/valet/${id}/chat/end`);
    return { id };
  };
  const move = ({
    verb,
    rows,
    body = {},
    by = "staff",
  }: {
    verb: string;
    rows: ActionCase["rows"];
    body?: object;
    by?: ActionCase["by"];
  }): ActionCase => ({
    route: `POST /actions/valet/:id/${verb}`,
    by,
    rows: rows!,
    ask: ({ id }) => ({ url: `/actions/valet/${id}/${verb}`, body }),
  });
  const read = (what: string, rows: ActionCase["rows"]): ActionCase => ({
    route: `GET /actions/valet/:id/${what}`,
    by: "staff",
    rows: rows!,
    ask: ({ id }) => ({ url: `/actions/valet/${id}/${what}` }),
  });
  const found = (name: "find" | "returning", parameter: string, key: "plate" | "phone" | "otp"): ActionCase => ({
    route: `GET /actions/valet/${name}`,
    by: "staff",
    rows: async (site) => {
      const { plate, otp } = await ticketAt({ tenants, site, sequence: 1 });
      return { [key]: { plate, phone: site.phone, otp }[key] };
    },
    ask: (keys) => ({ url: `/actions/valet/${name}?${parameter}=${keys[key]}` }),
    isSilent: true,
  });

  const staff: ActionCase[] = [
    {
      route: "POST /actions/valet/create-ticket",
      by: "staff",
      rows: (site) => ({ branch: site.branch.id, staff: site.users.staff.id, file: site.file }),
      ask: ({ branch, staff: driver, file }) => ({
        url: "/actions/valet/create-ticket",
        body: {
          branch,
          Assigned_Staff: driver,
          entry_images: [file],
          Vehicle_Number: plateOf(own),
          Customer_Phone_Number: own.phone,
        },
      }),
    },
    {
      route: "POST /actions/valet/scan",
      by: "staff",
      rows: ticket(1),
      ask: ({ id }) => ({
        url: "/actions/valet/scan",
        body: { text: qrText({ kind: "V", id: Number(id), secret }) },
      }),
    },
    found("find", "text", "plate"),
    found("find", "text", "phone"),
    found("find", "text", "otp"),
    found("returning", "plate", "plate"),
    read("slip", ticket(1)),
    read("my-page", ticket(1)),
    move({ verb: "new-code", rows: ticket(2) }),
    move({ verb: "park", rows: ticket(1) }),
    move({ verb: "request-pickup", rows: ticket(2) }),
    move({ verb: "accept-pickup", rows: ticket(3) }),
    move({ verb: "at-the-gate", rows: ticket(4) }),
    move({ verb: "hand-over", rows: ticket(5), body: { handover_note: "Known to us" }, by: null }),
    {
      route: "POST /actions/valet/:id/hand-over",
      by: "staff",
      rows: async (site) => {
        const { id, otp } = await tenants.kept(site, "settled ticket", async () => {
          const made = await newTicket({ tenants, site, sequence: 5 });
          await at(site, "staff", `/actions/valet/${made.id}/take-cash`);
          return made;
        });
        codes.set(id, otp);
        return { id };
      },
      // Another's ticket comes with its right code.
      ask: ({ id }) => ({ url: `/actions/valet/${id}/hand-over`, body: { otp: codes.get(id!) ?? "1234" } }),
    },
    move({ verb: "take-cash", rows: ticket(5) }),
    {
      route: "POST /actions/valet/:id/pass-offer",
      by: "staff",
      rows: async (site) => {
        const { id } = await newTicket({ tenants, site, sequence: 3 });
        await offer({ tenants, id, to: site.users.staff.id });
        return { id };
      },
      ask: ({ id }) => ({ url: `/actions/valet/${id}/pass-offer`, body: {} }),
    },
    {
      route: "POST /actions/valet/:id/reassign",
      by: "manager",
      rows: async (site) => ({ ...(await ticket(2)(site)), to: site.users.staff.id }),
      ask: ({ id, to }) => ({ url: `/actions/valet/${id}/reassign`, body: { to } }),
    },
    read("chat", talked),
    move({ verb: "chat/read", rows: talked, body: { to: 1 } }),
    ...Object.entries({ join: {}, send: { client_id: randomUUID(), text: "It is on its way" }, end: {} }).map(
      ([verb, body]): ActionCase => ({
        ...move({ verb: `chat/${verb}`, rows: talked, body, by: null }),
        control: async () => {
          const { id } = await talked(own);
          const token = await tenants.tokenOf(await tenants.make.user("staff", { branch: own.branch }));
          const join = { url: `/actions/valet/${id}/chat/join`, body: {} };
          if (verb !== "join") await tenants.ask({ method: "POST", ask: join, token });
          return { url: `/actions/valet/${id}/chat/${verb}`, body, token };
        },
      }),
    ),
  ];

  /** The key of the customer's page is signed for one ticket: put on another one it opens nothing. */
  const held =
    (sequence: number) =>
    async (site: Site): Promise<Keys> => {
      const { id } = sequence === 0 ? await talked(site) : await ticket(sequence)(site);
      const signature = ticketToken({ id: Number(id), secret }).split(".")[1]!;
      return { id: id!, signature: site.name === "own" ? signature : "x".repeat(32) };
    };
  const holders = ({ method, name, rows, body }: { method: string; name: string; rows: number; body?: object }) =>
    ({
      route: `${method} /actions/valet/customer/${name}`,
      by: "nobody",
      rows: held(rows),
      ask: ({ id, signature }) => ({
        url: `/actions/valet/customer/${name}`,
        headers: { "x-ticket": `${id}.${signature}` },
        ...(body ? { body } : {}),
      }),
    }) satisfies ActionCase;
  const customer: ActionCase[] = [
    {
      route: "POST /actions/valet/customer/log-in",
      by: "nobody",
      rows: async (site) => {
        const { plate, otp } = await ticketAt({ tenants, site, sequence: 1 });
        codes.set(plate, otp);
        return { branch: site.branch.slug, plate };
      },
      ask: ({ branch, plate }) => ({
        url: "/actions/valet/customer/log-in",
        body: { company: own.company, branch, text: plate, otp: codes.get(plate!) ?? "1234" },
      }),
    },
    holders({ method: "GET", name: "status", rows: 1 }),
    holders({ method: "POST", name: "request-pickup", rows: 2, body: {} }),
    holders({ method: "POST", name: "want", rows: 2, body: { at: new Date(Date.now() + 5_400_000).toISOString() } }),
    holders({ method: "POST", name: "tip", rows: 2, body: { tip: "20.00" } }),
    holders({ method: "GET", name: "chat", rows: 0 }),
    holders({
      method: "POST",
      name: "chat/send",
      rows: 0,
      body: { client_id: randomUUID(), text: "Where is it?", name: "Anitha" },
    }),
    holders({ method: "POST", name: "chat/read", rows: 0, body: { to: 1 } }),
    {
      route: "GET /actions/valet/customer/live",
      by: "nobody",
      rows: held(1),
      ask: ({ id, signature }) => ({
        url: `/actions/valet/customer/live?t=${id}.${signature}`,
        isStream: true,
      }),
    },
  ];
  return [...staff, ...customer];
};

/** Whose turn it is, as the rounds of offers say it. */
async function offer({ tenants: { sql }, id, to }: { tenants: Tenants; id: Key; to: string }): Promise<void> {
  await sql`
    update "Valet_and_Parking_Information" set offered_to = ${to}, offered_at = now(), offer_expires_at = now() + interval '1 hour'
    where id = ${id}`;
}
