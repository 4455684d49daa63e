// Login, files, utilities, GraphQL, the live stream, and server information.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { operationsActions } from "#domain/operations/actions.ts";
import { type ActionCase, type ActionCaseFactory, createContractCase } from "#tests/support/actions/action-case.ts";
import { createEntry } from "#tests/support/actions/gate.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { testConfig } from "#tests/support/app.ts";
import { carPhoto } from "#tests/support/files-fixture.ts";
import { testPassword } from "#tests/support/factories.ts";
import { testTokens } from "#tests/support/tokens.ts";
import type { RequestSpec, RowKey, RowKeys, TenantSite } from "#tests/support/tenants.ts";

const createImage = (): Blob => new Blob([new Uint8Array(carPhoto)], { type: "image/jpeg" });
const createForm = (...parts: [string, string | Blob][]): FormData => {
  const form = new FormData();
  for (const [name, value] of parts)
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, name === "file" ? "rows.json" : name);
  return form;
};

export const systemActions: ActionCaseFactory = (tenants) => {
  const { factories, sites, sql, sendRequest, getToken, createOnce } = tenants;
  const own = sites.own;
  const entry = (site: TenantSite) => createOnce(site, "visit", async () => ({ id: await createEntry(tenants, site) }));
  const simple = (method: string, url: string, overrides: Partial<ActionCase> = {}): ActionCase => ({
    route: `${method} ${url}`,
    allowedPerson: "staff",
    createRequest: () => ({ url }),
    ...overrides,
  });

  const refreshed = async () => {
    const user = await factories.user("staff", { branch: own.branch });
    const body = { email: user.email, password: testPassword, mode: "json" };
    const { data } = await sendRequest({ method: "POST", request: { url: "/auth/login", body }, token: undefined });
    return { refresh_token: data.refresh_token as string, mode: "json" };
  };
  const logIn: ActionCase[] = [
    simple("GET", "/auth"),
    {
      route: "POST /auth/login",
      allowedPerson: null,
      createRequest: () => ({
        url: "/auth/login",
        body: { email: sites.other.users.admin.email, password: "Wrong@2026" },
      }),
      createControlRequest: async () => {
        const { email } = await factories.user("staff", { branch: own.branch });
        return { url: "/auth/login", body: { email, password: testPassword, mode: "json" } };
      },
    },
    ...["refresh", "logout"].map((name): ActionCase => ({
      route: `POST /auth/${name}`,
      allowedPerson: null,
      createRequest: () => ({ url: `/auth/${name}`, body: { mode: "json" } }),
      createControlRequest: async () => ({ url: `/auth/${name}`, body: await refreshed() }),
    })),
    simple("POST", "/live/ticket", { createRequest: () => ({ url: "/live/ticket", body: {} }) }),
    {
      route: "GET /live",
      allowedPerson: null,
      createRequest: () => ({ url: "/live?ticket=none&collections=Parking_Information", isStream: true }),
      createControlRequest: async () => {
        const token = await getToken(own.users.staff);
        const { data } = await sendRequest({ method: "POST", request: { url: "/live/ticket", body: {} }, token });
        return { url: `/live?ticket=${data.ticket}&collections=Parking_Information`, isStream: true };
      },
    },
    // Opened by an upgrade only, over a port: tests/conformance/realtime.test.ts.
    { route: "GET /websocket", allowedPerson: null, createRequest: () => ({ url: "/websocket" }) },
  ];

  const server = createServer((_request, response) => response.end(carPhoto)).listen(0, "127.0.0.1");
  server.unref();
  after(() => server.close());
  /** One for each company. */
  const folders = new Map<number, Promise<RowKeys>>();
  const createFolder = ({ mark, branch: { company } }: TenantSite): Promise<RowKeys> => {
    const created = folders.get(company) ?? newFolder({ name: `${mark} folder`, company });
    folders.set(company, created);
    return created;
  };
  const newFolder = async (row: { name: string; company: number }): Promise<RowKeys> => ({
    folder: (await factories.row("folders", row)).id,
  });
  const files: ActionCase[] = [
    {
      route: "POST /files",
      allowedPerson: "staff",
      createKeys: createFolder,
      createRequest: ({ folder }) => ({
        url: "/files",
        form: createForm(["folder", String(folder)], ["car.jpg", createImage()]),
      }),
    },
    {
      route: "PATCH /files/:id",
      allowedPerson: "staff",
      createKeys: (site) => ({ id: site.file }),
      createRequest: ({ id }) => ({ url: `/files/${id}`, form: createForm(["car.jpg", createImage()]) }),
    },
    {
      route: "POST /files/import",
      allowedPerson: "manager",
      createKeys: createFolder,
      createRequest: ({ folder }) => ({
        url: "/files/import",
        body: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/car.jpg`, data: { folder } },
      }),
    },
    ...["/assets/:id", "/assets/:id/:name"].map((url): ActionCase => ({
      route: `GET ${url}`,
      allowedPerson: "staff",
      createKeys: (site) => ({ id: site.file }),
      createRequest: ({ id }) => ({ url: `${url.replace(":id", String(id)).replace(":name", "car.jpg")}?width=20` }),
      openTo: { id: ["verifier"] },
    })),
  ];

  const banners = async (site: TenantSite): Promise<RowKeys> => {
    const location = { branch: site.branch.id, type: "image/jpeg" };
    const { id: image } = await factories.row("files", { filename_download: "banner.jpg" }, location);
    const add = () => factories.row("Branch_Banner_Images", { branch: site.branch.id, image });
    const [item, to] = [await add(), await add()];
    return { item: item.id, to: to.id };
  };
  /** An entry whose plate was changed once by its own staff: the previous revision can be restored. */
  const revision = async (site: TenantSite): Promise<RowKeys> => {
    const id = await createEntry(tenants, site);
    const token = await getToken(site.users.manager);
    const change = { additional_charge: "5.00", addition_note: site.mark };
    await sendRequest({ method: "PATCH", request: { url: `/items/Parking_Information/${id}`, body: change }, token });
    const [row] = await sql<{ id: number }[]>`
      select id from revisions where collection = 'Parking_Information' and item = ${String(id)} order by id desc limit 1`;
    return { revision: row!.id };
  };
  const change = (id: RowKey | undefined): object => ({ id, additional_charge: "7.00", addition_note: "Two tickets" });
  /** In the format that is verified; of no password. */
  const ownHash = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;
  const utils: ActionCase[] = [
    simple("GET", "/utils/random/string"),
    simple("POST", "/utils/hash/generate", {
      allowedPerson: "platform",
      createRequest: () => ({ url: "/utils/hash/generate", body: { string: "x" } }),
    }),
    simple("POST", "/utils/hash/verify", {
      allowedPerson: "platform",
      createRequest: () => ({ url: "/utils/hash/verify", body: { string: "x", hash: ownHash } }),
    }),
    {
      route: "POST /utils/sort/:collection",
      allowedPerson: "manager",
      createKeys: banners,
      createRequest: ({ item, to }) => ({ url: "/utils/sort/Branch_Banner_Images", body: { item, to } }),
    },
    {
      route: "POST /utils/import/:collection",
      allowedPerson: "manager",
      createKeys: entry,
      createRequest: ({ id }) => ({
        url: "/utils/import/Parking_Information",
        form: createForm(["file", new Blob([JSON.stringify([change(id)])], { type: "application/json" })]),
      }),
    },
    {
      route: "POST /utils/export/:collection",
      allowedPerson: "manager",
      createRequest: () => ({ url: "/utils/export/Parking_Information", body: { format: "json", query: {} } }),
      isPublic: true,
    },
    {
      route: "POST /utils/revert/:revision",
      allowedPerson: "admin",
      createKeys: revision,
      createRequest: (keys) => ({ url: `/utils/revert/${keys["revision"]}`, body: {} }),
    },
    simple("POST", "/utils/cache/clear", {
      allowedPerson: "platform",
      createRequest: () => ({ url: "/utils/cache/clear", body: {} }),
    }),
  ];

  const request = (query: (id: RowKey | undefined) => string): Partial<ActionCase> => ({
    createKeys: entry,
    createRequest: ({ id }): RequestSpec => ({ url: "/graphql", body: { query: query(id) } }),
  });
  const byId = (id: RowKey | undefined): string =>
    `{ Parking_Information_by_id(id: ${String(id)}) { id parking_main_info { name } } }`;
  const graphql: ActionCase[] = [
    simple("POST", "/graphql", { ...request(byId), openTo: { id: ["verifier"] } }),
    simple("POST", "/graphql", {
      ...request(
        (id) =>
          `mutation { update_Parking_Information_item(id: ${String(id)}, data: { additional_charge: 7, addition_note: "Two" }) { id } }`,
      ),
      allowedPerson: "manager",
    }),
    simple("GET", "/graphql", {
      createKeys: entry,
      createRequest: ({ id }) => ({ url: `/graphql?query=${encodeURIComponent(byId(id))}` }),
      openTo: { id: ["verifier"] },
    }),
    simple("POST", "/graphql/system", {
      createKeys: (site) => ({ id: site.users.staff.id }),
      createRequest: ({ id }) => ({
        url: "/graphql/system",
        body: { query: `{ users_by_id(id: "${id}") { id first_name } }` },
      }),
      openTo: { id: ["verifier"] },
    }),
    simple("GET", "/graphql/system", {
      createRequest: () => ({ url: `/graphql/system?query=${encodeURIComponent("{ users_me { id } }")}` }),
    }),
  ];

  const operations: ActionCase[] = [
    createContractCase(operationsActions.readIndicators, { allowedPerson: "platform" }),
    {
      route: "GET /metrics",
      allowedPerson: null,
      createRequest: () => ({ url: "/metrics" }),
      createControlRequest: () => Promise.resolve({ url: "/metrics", token: testConfig.observability.metricsToken! }),
    },
  ];

  const reported: ActionCase[] = [
    "/server/ping",
    "/server/health",
    "/server/live",
    "/server/ready",
    "/server/info",
    "/server/specs/oas",
    "/server/specs/graphql",
    "/server/specs/graphql/system",
    "/collections",
    "/fields",
    "/relations",
    "/permissions",
    "/permissions/me",
    "/policies",
    "/policies/me/globals",
    "/roles/me",
  ].map((url) => simple("GET", url));
  const previewPath = `/${own.company}/${own.branch.slug}/parking/commercial/preview`;
  /** A finished one. */
  const createVisit = async (): Promise<number> => {
    const id = Number(await createEntry(tenants, own));
    await sql`update "Parking_Information" set parking_status_id = 2, out_time = now() where id = ${id}`;
    return id;
  };
  /** The public site answers everybody the same. */
  const sitePages: ActionCase[] = [
    ...["/", "/parking", "/valet-parking", "/valet-service", "/pre-booking", "/robots.txt", "/sitemap.xml"].map((url) =>
      simple("GET", url),
    ),
    simple("POST", "/share", {
      createRequest: () => ({ url: "/share", form: createForm(["picture", createImage()]) }),
    }),
    ...["/.well-known/assetlinks.json", "/.well-known/apple-app-site-association"].map((url) => simple("GET", url)),
    ...["parking", "valet-parking", "valet-service", "pre-booking"].map((service) =>
      simple("GET", `/${service}/*`, { createRequest: () => ({ url: `/${service}/commercial` }) }),
    ),
    simple("GET", "/sitemap-:part.xml", { createRequest: () => ({ url: "/sitemap-1.xml" }) }),
    simple("GET", "/:company/:branch/:service/:companyType/info", {
      createRequest: () => ({ url: `/${own.company}/${own.branch.slug}/parking/commercial/info` }),
    }),
    simple("GET", "/:company/:branch/:service/:companyType/picture.png", {
      createRequest: () => ({ url: `/${own.company}/${own.branch.slug}/parking/commercial/picture.png` }),
    }),
    simple("GET", "/offers-and-promotions"),
    simple("GET", "/:company/:branch/offers-and-promotions", {
      createRequest: () => ({ url: `/${own.company}/${own.branch.slug}/offers-and-promotions` }),
    }),
    // Opened by a token, which is of one branch.
    simple("GET", "/:company/:branch/:service/:companyType/preview", {
      createRequest: () => ({ url: previewPath }),
      allowedPerson: null,
      createControlRequest: async () => {
        const { id } = await factories.user("manager", { branch: own.branch });
        const payload = { id, version: 1, session: null, branch: own.branch.id };
        return { url: `${previewPath}?token=${await testTokens.issue({ kind: tokenKinds.branchPreview, payload })}` };
      },
    }),
    // Opened by the link of a receipt, which is of one visit.
    ...["GET", "POST"].map((method) =>
      simple(method, "/rate/:token", {
        createRequest: () => ({ url: "/rate/P1.none" }),
        allowedPerson: null,
        createControlRequest: async () => {
          const token = createPayToken({ tokens: testTokens, entry: { kind: "P", id: await createVisit() } });
          return { url: `/rate/${token}`, ...(method === "POST" ? { form: new URLSearchParams({ stars: "5" }) } : {}) };
        },
      }),
    ),
    // A rating is read by everybody, whoever reports it.
    ...["GET", "POST"].map((method) =>
      simple(method, "/ratings/:id/report", {
        createRequest: () => ({ url: "/ratings/0/report" }),
        allowedPerson: null,
        createControlRequest: async () => {
          const { id } = await factories.row("Ratings", { stars: 4 }, { parking_information: await createVisit() });
          const url = `/ratings/${id}/report`;
          return { url, ...(method === "POST" ? { form: new URLSearchParams({ reason: "spam" }) } : {}) };
        },
      }),
    ),
    // So is the page of a branch, whoever reports a mistake on it.
    ...["GET", "POST"].map((method) =>
      simple(method, "/report-mistake/:branch", {
        createRequest: () => ({ url: "/report-mistake/0" }),
        allowedPerson: null,
        createControlRequest: async () => {
          const url = `/report-mistake/${own.branch.id}`;
          const form = new URLSearchParams({ kind: "hours", words: "Until 23:00" });
          return { url, ...(method === "POST" ? { form } : {}) };
        },
      }),
    ),
    simple("GET", "/live/space", {
      createRequest: () => ({ url: `/live/space?service=parking&branches=${own.branch.id}`, isStream: true }),
    }),
  ];
  const namedCases: ActionCase[] = [
    ["/collections/:collection", "/collections/Branch"],
    ["/fields/:collection", "/fields/Branch"],
    ["/fields/:collection/:field", "/fields/Branch/name"],
    ["/relations/:collection", "/relations/Branch"],
    ["/relations/:collection/:field", "/relations/Branch/company"],
    ["/static/*", "/static/nothing.js"],
  ].map(([route, url]) =>
    simple("GET", route!, {
      createRequest: () => ({ url: url! }),
      ...(route === "/static/*" ? { allowedPerson: null } : {}),
    }),
  );
  const permissions: ActionCase[] = [
    {
      route: "GET /permissions/me/:collection/:id",
      allowedPerson: "staff",
      createKeys: entry,
      createRequest: ({ id }) => ({ url: `/permissions/me/Parking_Information/${id}` }),
      // No permissions are reported for another site's row, as for a missing one.
      isSilent: true,
    },
    ...["permissions", "policies"].flatMap((name): ActionCase[] => [
      simple("SEARCH", `/${name}`, { createRequest: () => ({ url: `/${name}`, body: { query: {} } }) }),
      {
        route: `GET /${name}/:id`,
        allowedPerson: null,
        createRequest: () => ({ url: `/${name}/none` }),
        createControlRequest: async () => {
          const token = await getToken(own.users.staff);
          const list = await sendRequest({ method: "GET", request: { url: `/${name}` }, token });
          return { url: `/${name}/${list.data[0].id}`, token };
        },
      },
    ]),
  ];
  // Declared in code and not changeable.
  const declared = ["collections", "fields", "relations", "permissions", "policies"].flatMap((name) =>
    [`/${name}`, `/${name}/:collection`, `/${name}/:collection/:field`].flatMap((url) =>
      ["POST", "PATCH", "DELETE"].map((method) =>
        simple(method, url, {
          allowedPerson: null,
          createRequest: () => ({ url: url.replace(":collection", "Branch").replace(":field", "name"), body: {} }),
        }),
      ),
    ),
  );
  return [
    ...logIn,
    ...files,
    ...utils,
    ...graphql,
    ...operations,
    ...reported,
    ...namedCases,
    ...sitePages,
    ...permissions,
    ...declared,
  ];
};
