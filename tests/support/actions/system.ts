// Log-in, files, the utilities, GraphQL, the live stream, and what the server tells of itself.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import type { ActionCase, Area } from "#tests/support/actions/action-case.ts";
import { newVisit } from "#tests/support/actions/gate.ts";
import { car } from "#tests/support/files-world.ts";
import { password } from "#tests/support/make.ts";
import type { Ask, Key, Keys, Site } from "#tests/support/tenants.ts";

const picture = (): Blob => new Blob([new Uint8Array(car)], { type: "image/jpeg" });
const formOf = (...parts: [string, string | Blob][]): FormData => {
  const form = new FormData();
  for (const [name, value] of parts)
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, name === "file" ? "rows.json" : name);
  return form;
};

export const systemActions: Area = (tenants) => {
  const { make, sites, sql, ask, tokenOf, kept } = tenants;
  const own = sites.own;
  const visit = (site: Site) => kept(site, "visit", async () => ({ id: await newVisit(tenants, site) }));
  const simple = (method: string, url: string, more: Partial<ActionCase> = {}): ActionCase => ({
    route: `${method} ${url}`,
    by: "staff",
    ask: () => ({ url }),
    ...more,
  });

  const refreshed = async () => {
    const user = await make.user("staff", { branch: own.branch });
    const body = { email: user.email, password, mode: "json" };
    const { data } = await ask({ method: "POST", ask: { url: "/auth/login", body }, token: undefined });
    return { refresh_token: data.refresh_token as string, mode: "json" };
  };
  const logIn: ActionCase[] = [
    simple("GET", "/auth"),
    {
      route: "POST /auth/login",
      by: null,
      ask: () => ({ url: "/auth/login", body: { email: sites.other.users.admin.email, password: "Wrong@2026" } }),
      control: async () => {
        const { email } = await make.user("staff", { branch: own.branch });
        return { url: "/auth/login", body: { email, password, mode: "json" } };
      },
    },
    ...["refresh", "logout"].map((name): ActionCase => ({
      route: `POST /auth/${name}`,
      by: null,
      ask: () => ({ url: `/auth/${name}`, body: { mode: "json" } }),
      control: async () => ({ url: `/auth/${name}`, body: await refreshed() }),
    })),
    simple("POST", "/live/ticket", { ask: () => ({ url: "/live/ticket", body: {} }) }),
    {
      route: "GET /live",
      by: null,
      ask: () => ({ url: "/live?ticket=none&collections=Parking_Information", isStream: true }),
      control: async () => {
        const token = await tokenOf(own.users.staff);
        const { data } = await ask({ method: "POST", ask: { url: "/live/ticket", body: {} }, token });
        return { url: `/live?ticket=${data.ticket}&collections=Parking_Information`, isStream: true };
      },
    },
    // Opened by an upgrade alone, over a port: tests/conformance/realtime.test.ts.
    { route: "GET /websocket", by: null, ask: () => ({ url: "/websocket" }) },
  ];

  const server = createServer((_request, response) => response.end(car)).listen(0, "127.0.0.1");
  server.unref();
  after(() => server.close());
  /** One for each company. */
  const folders = new Map<number, Promise<Keys>>();
  const folderOf = ({ mark, branch: { company } }: Site): Promise<Keys> => {
    const made = folders.get(company) ?? newFolder({ name: `${mark} folder`, company });
    folders.set(company, made);
    return made;
  };
  const newFolder = async (row: { name: string; company: number }): Promise<Keys> => ({
    folder: (await make.row("folders", row)).id,
  });
  const files: ActionCase[] = [
    {
      route: "POST /files",
      by: "staff",
      rows: folderOf,
      ask: ({ folder }) => ({ url: "/files", form: formOf(["folder", String(folder)], ["car.jpg", picture()]) }),
    },
    {
      route: "PATCH /files/:id",
      by: "staff",
      rows: (site) => ({ id: site.file }),
      ask: ({ id }) => ({ url: `/files/${id}`, form: formOf(["car.jpg", picture()]) }),
    },
    {
      route: "POST /files/import",
      by: "manager",
      rows: folderOf,
      ask: ({ folder }) => ({
        url: "/files/import",
        body: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/car.jpg`, data: { folder } },
      }),
    },
    ...["/assets/:id", "/assets/:id/:name"].map((url): ActionCase => ({
      route: `GET ${url}`,
      by: "staff",
      rows: (site) => ({ id: site.file }),
      ask: ({ id }) => ({ url: `${url.replace(":id", String(id)).replace(":name", "car.jpg")}?width=20` }),
      open: { id: ["verifier"] },
    })),
  ];

  const banners = async (site: Site): Promise<Keys> => {
    const place = { branch: site.branch.id, type: "image/jpeg" };
    const { id: image } = await make.row("files", { filename_download: "banner.jpg" }, place);
    const add = () => make.row("Branch_Banner_Images", { branch: site.branch.id, image });
    const [item, to] = [await add(), await add()];
    return { item: item.id, to: to.id };
  };
  /** A visit whose plate was changed once by its own desk: the revision before it can be gone back to. */
  const revision = async (site: Site): Promise<Keys> => {
    const id = await newVisit(tenants, site);
    const token = await tokenOf(site.users.manager);
    const change = { additional_charge: "5.00", addition_note: site.mark };
    await ask({ method: "PATCH", ask: { url: `/items/Parking_Information/${id}`, body: change }, token });
    const [row] = await sql<{ id: number }[]>`
      select id from revisions where collection = 'Parking_Information' and item = ${String(id)} order by id desc limit 1`;
    return { revision: row!.id };
  };
  const change = (id: Key | undefined): object => ({ id, additional_charge: "7.00", addition_note: "Two tickets" });
  const utils: ActionCase[] = [
    simple("GET", "/utils/random/string"),
    simple("POST", "/utils/hash/generate", {
      by: "admin",
      ask: () => ({ url: "/utils/hash/generate", body: { string: "x" } }),
    }),
    simple("POST", "/utils/hash/verify", {
      by: "admin",
      ask: () => ({ url: "/utils/hash/verify", body: { string: "x", hash: "y" } }),
    }),
    {
      route: "POST /utils/sort/:collection",
      by: "manager",
      rows: banners,
      ask: ({ item, to }) => ({ url: "/utils/sort/Branch_Banner_Images", body: { item, to } }),
    },
    {
      route: "POST /utils/import/:collection",
      by: "manager",
      rows: visit,
      ask: ({ id }) => ({
        url: "/utils/import/Parking_Information",
        form: formOf(["file", new Blob([JSON.stringify([change(id)])], { type: "application/json" })]),
      }),
    },
    {
      route: "POST /utils/export/:collection",
      by: "manager",
      ask: () => ({ url: "/utils/export/Parking_Information", body: { format: "json", query: {} } }),
      isPublic: true,
    },
    {
      route: "POST /utils/revert/:revision",
      by: "admin",
      rows: revision,
      ask: (keys) => ({ url: `/utils/revert/${keys["revision"]}`, body: {} }),
    },
    simple("POST", "/utils/cache/clear", { by: "platform", ask: () => ({ url: "/utils/cache/clear", body: {} }) }),
  ];

  const asked = (query: (id: Key | undefined) => string): Partial<ActionCase> => ({
    rows: visit,
    ask: ({ id }): Ask => ({ url: "/graphql", body: { query: query(id) } }),
  });
  const byId = (id: Key | undefined): string =>
    `{ Parking_Information_by_id(id: ${String(id)}) { id parking_main_info { name } } }`;
  const graphql: ActionCase[] = [
    simple("POST", "/graphql", { ...asked(byId), open: { id: ["verifier"] } }),
    simple("POST", "/graphql", {
      ...asked(
        (id) =>
          `mutation { update_Parking_Information_item(id: ${String(id)}, data: { additional_charge: 7, addition_note: "Two" }) { id } }`,
      ),
      by: "manager",
    }),
    simple("GET", "/graphql", {
      rows: visit,
      ask: ({ id }) => ({ url: `/graphql?query=${encodeURIComponent(byId(id))}` }),
      open: { id: ["verifier"] },
    }),
    simple("POST", "/graphql/system", {
      rows: (site) => ({ id: site.users.staff.id }),
      ask: ({ id }) => ({ url: "/graphql/system", body: { query: `{ users_by_id(id: "${id}") { id first_name } }` } }),
      open: { id: ["verifier"] },
    }),
    simple("GET", "/graphql/system", {
      ask: () => ({ url: `/graphql/system?query=${encodeURIComponent("{ users_me { id } }")}` }),
    }),
  ];

  const told: ActionCase[] = [
    "/server/ping",
    "/server/health",
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
  const named: ActionCase[] = [
    ["/collections/:collection", "/collections/Branch"],
    ["/fields/:collection", "/fields/Branch"],
    ["/fields/:collection/:field", "/fields/Branch/name"],
    ["/relations/:collection", "/relations/Branch"],
    ["/relations/:collection/:field", "/relations/Branch/company"],
    ["/static/*", "/static/nothing.js"],
  ].map(([route, url]) =>
    simple("GET", route!, { ask: () => ({ url: url! }), ...(route === "/static/*" ? { by: null } : {}) }),
  );
  const rights: ActionCase[] = [
    {
      route: "GET /permissions/me/:collection/:id",
      by: "staff",
      rows: visit,
      ask: ({ id }) => ({ url: `/permissions/me/Parking_Information/${id}` }),
      // No rights are told of a row that is another's, as of one that is not there.
      isSilent: true,
    },
    ...["permissions", "policies"].flatMap((name): ActionCase[] => [
      simple("SEARCH", `/${name}`, { ask: () => ({ url: `/${name}`, body: { query: {} } }) }),
      {
        route: `GET /${name}/:id`,
        by: null,
        ask: () => ({ url: `/${name}/none` }),
        control: async () => {
          const token = await tokenOf(own.users.staff);
          const list = await ask({ method: "GET", ask: { url: `/${name}` }, token });
          return { url: `/${name}/${list.data[0].id}`, token };
        },
      },
    ]),
  ];
  // What is declared in the program nobody changes.
  const declared = ["collections", "fields", "relations", "permissions", "policies"].flatMap((name) =>
    [`/${name}`, `/${name}/:collection`, `/${name}/:collection/:field`].flatMap((url) =>
      ["POST", "PATCH", "DELETE"].map((method) =>
        simple(method, url, {
          by: null,
          ask: () => ({ url: url.replace(":collection", "Branch").replace(":field", "name"), body: {} }),
        }),
      ),
    ),
  );
  return [...logIn, ...files, ...utils, ...graphql, ...told, ...named, ...rights, ...declared];
};
