// Three branches with users of every role: the own one, a sister of the same company, and one of another company. All
// values of the last two carry a unique mark.
import type { FastifyInstance } from "fastify";
import type { Row } from "#domain/schema/collection.ts";
import type { Role } from "#domain/access/roles.ts";
import type { Sql } from "#server/db/pool.ts";
import type { MessageJournal } from "#simulators/message-journal.ts";
import type { TestApp } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { carPhoto } from "#tests/support/files-fixture.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";
import { providerSettings } from "#tests/support/payments-app.ts";
import { permissionPeople, branchRelations, type BranchRelation } from "#tests/support/permission-table.ts";
import { createGstin } from "#tests/support/registration-form.ts";

export const tenantSiteNames = branchRelations;
export type TenantSiteName = BranchRelation;

/** All users of the own branch, platform users, anonymous callers, and an integration with a manager's token. */
export const tenantPersons = [...permissionPeople, "machine"] as const;
export type TenantPerson = (typeof tenantPersons)[number];

export type RowKey = number | string;
export type RowKeys = { [name: string]: RowKey };

/** A request to a route; `form` is sent as form data, responses with `isStream` never end. */
export interface RequestSpec {
  url: string;
  body?: unknown;
  headers?: { [name: string]: string };
  form?: FormData | URLSearchParams;
  isStream?: boolean;
}

export interface ResponseSummary {
  status: number;
  code: string | undefined;
  text: string;
  // Tests read any field of the response.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

export interface TenantSite {
  name: TenantSiteName;
  branch: CreatedBranch;
  /** The slug of its company. */
  company: string;
  /** Appears in every name, plate and note; the phone is unique. */
  mark: string;
  phone: string;
  users: { [role in "admin" | "manager" | "staff" | "approver" | "employee" | "customer"]: CreatedUser };
  /** An image uploaded at its gate. */
  file: string;
}

export interface Tenants {
  app: FastifyInstance;
  sql: Sql;
  factories: ReturnType<typeof createFactories>;
  sites: { [name in TenantSiteName]: TenantSite };
  /** Bearer tokens of the own branch's users. */
  tokens: { [person in TenantPerson]: string | undefined };
  sendRequest: (args: { method: string; request: RequestSpec; token: string | undefined }) => Promise<ResponseSummary>;
  /** As a user of the branch; throws if rejected. */
  postAs: (
    site: TenantSite,
    role: keyof TenantSite["users"],
    url: string,
    body?: unknown,
  ) => Promise<Row & { id: RowKey }>;
  getToken: (user: { id: string }) => Promise<string>;
  /** Created once at the other branches, whose rows never change; each time anew at the own branch. */
  createOnce: <T>(site: TenantSite, name: string, work: () => Promise<T>) => Promise<T>;
  /** The contents of the last email or SMS to a recipient. */
  findMessageTo: (to: string) => Promise<string>;
}

const marks: { [name in TenantSiteName]: { mark: string; phone: string } } = {
  own: { mark: "OWNQ", phone: "9500000017" },
  sister: { mark: "WVKY", phone: "9611111128" },
  other: { mark: "ZQXJ", phone: "9722222239" },
};

async function createSite({
  factories,
  name,
  company,
}: {
  factories: Tenants["factories"];
  name: TenantSiteName;
  company: { id: number; slug: string };
}): Promise<TenantSite> {
  const { mark, phone } = marks[name];
  const gstin = createGstin("AAACM1234A");
  const { id: parkingConfig } = await factories.row("Parking_Configuration", { is_slot_required: false });
  const branch = await factories.valetBranch({
    company: company.id,
    slots: 900,
    rate: "20.00",
    is_parking: true,
    parking_config: parkingConfig,
    allow_person_entries: true,
    gstin,
  });
  await factories.row("Time_Charges", {
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
  await factories.row("payment_settings", {
    branch: branch.id,
    environment: "simulator",
    tax_treatment: "taxable",
    ...providerSettings["phonepe-v2"],
    ...providerSettings["phonepe-v1"],
    ...keys,
  });
  const user = (role: Role & keyof TenantSite["users"]) =>
    factories.user(role, {
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

/** The data set, and clients for its users. */
export async function createTenants({
  fixture: { app, sql, asUser },
  journal,
}: {
  fixture: TestApp;
  journal: MessageJournal;
}): Promise<Tenants> {
  const factories = createFactories(sql);
  const createCompany = async (slug: string) => ({ id: (await factories.company({ slug })).id, slug });
  const [own, foreign] = [await createCompany("ours"), await createCompany("theirs")];
  const sites = {
    own: await createSite({ factories, name: "own", company: own }),
    sister: await createSite({ factories, name: "sister", company: own }),
    other: await createSite({ factories, name: "other", company: foreign }),
  };
  const getToken = async (user: { id: string }) => (await asUser(user)).token!;
  const { users, branch } = sites.own;
  const send: Tenants["sendRequest"] = (request) => sendRequest({ app, ...request });
  const postAs: Tenants["postAs"] = async (site, role, url, body = {}) => {
    const token = await getToken(site.users[role]);
    const response = await send({ method: "POST", request: { url, body }, token });
    if (response.status !== 200) throw new Error(`${url} at ${site.name}: ${response.text}`);
    return response.data;
  };
  for (const site of Object.values(sites)) {
    const form = new FormData();
    form.append("title", `${site.mark} car`);
    form.append("file", new Blob([new Uint8Array(carPhoto)], { type: "image/jpeg" }), `${site.mark}.jpg`);
    const token = await getToken(site.users.staff);
    site.file = (await send({ method: "POST", request: { url: "/files", form }, token })).data.id as string;
  }
  const program = await postAs(sites.own, "admin", "/actions/integrations", {
    name: "Accounts",
    role: "manager",
    branches: [branch.id],
  });
  const tokens = {
    platform: await getToken(await factories.user("platform")),
    verifier: await getToken(await factories.user("verifier")),
    admin: await getToken(users.admin),
    manager: await getToken(users.manager),
    staff: await getToken(users.staff),
    approver: await getToken(users.approver),
    employee: await getToken(users.employee),
    customer: await getToken(users.customer),
    machine: program["token"] as string,
    nobody: undefined,
  };
  const rows = new Map<string, Promise<unknown>>();
  const createOnce: Tenants["createOnce"] = (site, name, work) => {
    if (site.name === "own") return work();
    const key = `${site.name} ${name}`;
    if (!rows.has(key)) rows.set(key, work());
    return rows.get(key) as ReturnType<typeof work>;
  };
  const findMessageTo: Tenants["findMessageTo"] = (to) =>
    eventually(() => journal.list().findLast((message) => message.to.endsWith(to))!.text);
  return { app, sql, factories, sites, tokens, sendRequest: send, postAs, getToken, createOnce, findMessageTo };
}

async function sendRequest({
  app,
  method,
  request: { url, body, headers = {}, form, isStream = false },
  token,
}: Parameters<Tenants["sendRequest"]>[0] & { app: FastifyInstance }): Promise<ResponseSummary> {
  const sent = form && new Response(form);
  const payload = sent ? Buffer.from(await sent.arrayBuffer()) : body === undefined ? undefined : JSON.stringify(body);
  const response = await app.inject({
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
  if (isStream && response.statusCode === 200) {
    response.stream().destroy();
    return { status: 200, code: undefined, text: "", data: undefined };
  }
  const text = isStream ? await new Response(response.stream() as unknown as ReadableStream).text() : response.body;
  const type = response.headers["content-type"] ?? "";
  // Of progress lines, the last is the result.
  const reported = type.includes("ndjson") ? text.trim().split("\n").at(-1)! : text;
  const parsed = type.includes("json") && reported ? parseJson(reported) : {};
  return { status: response.statusCode, code: parsed.errors?.[0]?.extensions?.code, text, data: parsed.data };
}

function parseJson(text: string): { errors?: { extensions?: { code?: string } }[]; data?: unknown } {
  return JSON.parse(text);
}
