// Three branches with everybody who can work at one: the own one, a sister of the same company, and one of another company.
// Whatever is known of the last two carries a mark that stands nowhere else.
import type { FastifyInstance } from "fastify";
import type { Row } from "#domain/collection.ts";
import type { Role } from "#domain/roles.ts";
import type { Sql } from "#server/db/pool.ts";
import type { Journal } from "#simulators/journal.ts";
import type { TestApp } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { car } from "#tests/support/files-world.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";
import { paidThrough } from "#tests/support/pay.ts";
import { people, places, type Place } from "#tests/support/permission-table.ts";
import { gstinOf } from "#tests/support/registration-form.ts";

export const siteNames = places;
export type SiteName = Place;

/** Everybody at the own branch, the platform's people and who has not logged in; and a program with a manager's token. */
export const persons = [...people, "machine"] as const;
export type Person = (typeof persons)[number];

export type Key = number | string;
export type Keys = { [name: string]: Key };

/** What is asked of one address; `form` is sent as form data, `isStream` answers never end. */
export interface Ask {
  url: string;
  body?: unknown;
  headers?: { [name: string]: string };
  form?: FormData;
  isStream?: boolean;
}

export interface Told {
  status: number;
  code: string | undefined;
  text: string;
  // A test looks into whatever the answer holds.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

export interface Site {
  name: SiteName;
  branch: MadeBranch;
  /** The slug of its company. */
  company: string;
  /** Stands in every name, plate and note; the phone is nobody's elsewhere. */
  mark: string;
  phone: string;
  users: { [role in "admin" | "manager" | "staff" | "approver" | "employee" | "customer"]: MadeUser };
  /** A picture taken at its gate. */
  file: string;
}

export interface Tenants {
  app: FastifyInstance;
  sql: Sql;
  make: ReturnType<typeof factories>;
  sites: { [name in SiteName]: Site };
  /** Bearer tokens of the people at the own branch. */
  tokens: { [person in Person]: string | undefined };
  ask: (args: { method: string; ask: Ask; token: string | undefined }) => Promise<Told>;
  /** As somebody who works there; throws where it is refused. */
  at: (site: Site, role: keyof Site["users"], url: string, body?: unknown) => Promise<Row & { id: Key }>;
  tokenOf: (user: { id: string }) => Promise<string>;
  /** Made once at the branches of others, whose rows nothing ever changes; each time anew at the own one. */
  kept: <T>(site: Site, name: string, work: () => Promise<T>) => Promise<T>;
  /** What the last mail or SMS to somebody says. */
  messageTo: (to: string) => Promise<string>;
}

const marks: { [name in SiteName]: { mark: string; phone: string } } = {
  own: { mark: "OWNQ", phone: "9500000017" },
  sister: { mark: "WVKY", phone: "9611111128" },
  other: { mark: "ZQXJ", phone: "9722222239" },
};

async function makeSite({
  make,
  name,
  company,
}: {
  make: Tenants["make"];
  name: SiteName;
  company: { id: number; slug: string };
}): Promise<Site> {
  const { mark, phone } = marks[name];
  const gstin = gstinOf("AAACM1234A");
  const { id: parkingConfig } = await make.row("Parking_Configuration", { is_slot_required: false });
  const branch = await make.valetBranch({
    company: company.id,
    slots: 900,
    rate: "20.00",
    is_parking: true,
    parking_config: parkingConfig,
    allow_person_entries: true,
    gstin,
  });
  await make.row("Time_Charges", {
    branch: branch.id,
    service: "is_parking",
    parking_time_type: "minutes",
    time_value_for_minutes: 30,
    charge_amount_for_minutes: "20.00",
  });
  const keys =
    name === "own"
      ? {}
      : { salt_key: `${mark}-salt`, merchant_id: `${mark}MERCHANT`, webhook_password: `${mark}password` };
  await make.row("payment_settings", {
    branch: branch.id,
    environment: "simulator",
    tax_treatment: "taxable",
    ...paidThrough["phonepe-v2"],
    ...paidThrough["phonepe-v1"],
    ...keys,
  });
  const user = (role: Role & keyof Site["users"]) =>
    make.user(role, {
      first_name: `${mark} ${role}`,
      email: `${mark}.${role}@example.com`.toLowerCase(),
      ...(role === "customer" ? { contact_number: phone, public_customer: true } : { branch }),
    });
  const users = {
    admin: await user("admin"),
    manager: await user("manager"),
    staff: await user("staff"),
    approver: await user("approver"),
    employee: await user("employee"),
    customer: await user("customer"),
  };
  return { name, branch, company: company.slug, mark, phone, users, file: "" };
}

/** The world, and how its people ask. */
export async function makeTenants({
  world: { app, sql, as },
  journal,
}: {
  world: TestApp;
  journal: Journal;
}): Promise<Tenants> {
  const make = factories(sql);
  const companyOf = async (slug: string) => ({ id: (await make.company({ slug })).id, slug });
  const [mine, theirs] = [await companyOf("ours"), await companyOf("theirs")];
  const sites = {
    own: await makeSite({ make, name: "own", company: mine }),
    sister: await makeSite({ make, name: "sister", company: mine }),
    other: await makeSite({ make, name: "other", company: theirs }),
  };
  const tokenOf = async (user: { id: string }) => (await as(user)).token!;
  const { users, branch } = sites.own;
  const ask: Tenants["ask"] = (asked) => send({ app, ...asked });
  const at: Tenants["at"] = async (site, role, url, body = {}) => {
    const token = await tokenOf(site.users[role]);
    const told = await ask({ method: "POST", ask: { url, body }, token });
    if (told.status !== 200) throw new Error(`${url} at ${site.name}: ${told.text}`);
    return told.data;
  };
  for (const site of Object.values(sites)) {
    const form = new FormData();
    form.append("title", `${site.mark} car`);
    form.append("file", new Blob([new Uint8Array(car)], { type: "image/jpeg" }), `${site.mark}.jpg`);
    const token = await tokenOf(site.users.staff);
    site.file = (await ask({ method: "POST", ask: { url: "/files", form }, token })).data.id as string;
  }
  const program = await at(sites.own, "admin", "/actions/integrations", {
    name: "Accounts",
    role: "manager",
    branches: [branch.id],
  });
  const tokens = {
    platform: await tokenOf(await make.user("platform")),
    verifier: await tokenOf(await make.user("verifier")),
    admin: await tokenOf(users.admin),
    manager: await tokenOf(users.manager),
    staff: await tokenOf(users.staff),
    approver: await tokenOf(users.approver),
    employee: await tokenOf(users.employee),
    customer: await tokenOf(users.customer),
    machine: program["token"] as string,
    nobody: undefined,
  };
  const rows = new Map<string, Promise<unknown>>();
  const kept: Tenants["kept"] = (site, name, work) => {
    if (site.name === "own") return work();
    const key = `${site.name} ${name}`;
    if (!rows.has(key)) rows.set(key, work());
    return rows.get(key) as ReturnType<typeof work>;
  };
  const messageTo: Tenants["messageTo"] = (to) =>
    eventually(() => journal.list().findLast((message) => message.to.endsWith(to))!.text);
  return { app, sql, make, sites, tokens, ask, at, tokenOf, kept, messageTo };
}

async function send({
  app,
  method,
  ask: { url, body, headers = {}, form, isStream = false },
  token,
}: Parameters<Tenants["ask"]>[0] & { app: FastifyInstance }): Promise<Told> {
  const sent = form && new Response(form);
  const payload = sent ? Buffer.from(await sent.arrayBuffer()) : body === undefined ? undefined : JSON.stringify(body);
  const answer = await app.inject({
    method: method as "GET",
    url,
    headers: {
      "content-type": sent?.headers.get("content-type") ?? "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
    ...(isStream ? { payloadAsStream: true } : {}),
  });
  if (isStream && answer.statusCode === 200) {
    answer.stream().destroy();
    return { status: 200, code: undefined, text: "", data: undefined };
  }
  const text = isStream ? await new Response(answer.stream() as unknown as ReadableStream).text() : answer.body;
  const type = answer.headers["content-type"] ?? "";
  // Of lines that tell how far something is, the last says what came of it.
  const told = type.includes("ndjson") ? text.trim().split("\n").at(-1)! : text;
  const parsed = type.includes("json") && told ? parsedJson(told) : {};
  return { status: answer.statusCode, code: parsed.errors?.[0]?.extensions?.code, text, data: parsed.data };
}

function parsedJson(text: string): { errors?: { extensions?: { code?: string } }[]; data?: unknown } {
  return JSON.parse(text);
}
