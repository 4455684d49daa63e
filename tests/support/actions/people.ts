// Actions around people: made, invited, taken from a file, their attendance; programs; one's own account and its links.
import { roles } from "#domain/roles.ts";
import { fromBase32, stepAt, totp } from "#server/services/totp.ts";
import type { ActionCase, Area } from "#tests/support/actions/action-case.ts";
import { type MadeUser, password } from "#tests/support/make.ts";
import type { Keys, Site, Tenants } from "#tests/support/tenants.ts";

let count = 0;
const address = (): string => `colleague${(count += 1)}@example.com`;

function listOf(...emails: string[]): FormData {
  const form = new FormData();
  const lines = ["Name,Email", ...emails.map((email) => `A colleague,${email}`)];
  form.append("file", new Blob([lines.join("\n")], { type: "text/csv" }), "people.csv");
  return form;
}

export const peopleActions: Area = (tenants) => {
  const { make, sites, at, tokenOf, ask } = tenants;
  const today = new Date().toISOString().slice(0, 10);
  const invited = async (site: Site): Promise<Keys> => {
    const body = { role: "employee", first_name: `${site.mark} colleague`, email: address() };
    return { id: (await at(site, "manager", "/actions/people", body)).id };
  };

  const people: ActionCase[] = [
    {
      route: "POST /actions/people",
      by: "manager",
      ask: () => ({
        url: "/actions/people",
        body: { role: "employee", first_name: "A colleague", email: address() },
      }),
    },
    {
      route: "POST /actions/people/:id/invite",
      by: "manager",
      rows: invited,
      ask: ({ id }) => ({ url: `/actions/people/${id}/invite`, body: {} }),
    },
    {
      route: "POST /actions/people/:id/invite",
      by: "manager",
      rows: invited,
      ask: ({ id }) => ({ url: `/actions/people/${id}/invite`, body: { email: address() } }),
    },
    {
      route: "GET /actions/people/attendance",
      by: "manager",
      ask: () => ({ url: `/actions/people/attendance?day=${today}` }),
    },
    ...["/preview", ""].map((what): ActionCase => ({
      route: `POST /actions/people/import${what}`,
      by: "manager",
      ask: () => ({ url: `/actions/people/import${what}?role=employee`, form: listOf(address()) }),
    })),
    {
      route: "POST /users/invite",
      by: "admin",
      rows: (site) => ({ branch: site.branch.id }),
      ask: ({ branch }) => ({
        url: "/users/invite",
        body: { email: address(), role: roles.staff.id, default_branch: branch },
      }),
    },
    {
      route: "POST /users/invite",
      by: "admin",
      rows: (site) => ({ company: site.branch.company }),
      ask: ({ company }) => ({
        url: "/users/invite",
        body: { email: address(), role: roles.staff.id, default_company: company },
      }),
    },
    {
      route: "POST /actions/account/users/:id/reset-second-factor",
      by: "admin",
      rows: async (site) => {
        const { id } = await make.user("staff", { branch: site.branch, first_name: `${site.mark} guarded` });
        await withSecondFactor({ tenants, id });
        return { id };
      },
      ask: ({ id }) => ({ url: `/actions/account/users/${id}/reset-second-factor`, body: {} }),
    },
    {
      route: "POST /actions/integrations",
      by: "admin",
      rows: (site) => ({ branch: site.branch.id }),
      ask: ({ branch }) => ({
        url: "/actions/integrations",
        body: { name: "Accounts", role: "staff", branches: [branch] },
      }),
    },
    {
      route: "POST /actions/integrations/:id/revoke",
      by: "admin",
      rows: async (site) => {
        const body = { name: `${site.mark} program`, role: "staff", branches: [site.branch.id] };
        return { id: (await at(site, "admin", "/actions/integrations", body)).id };
      },
      ask: ({ id }) => ({ url: `/actions/integrations/${id}/revoke`, body: {} }),
    },
  ];

  /** Somebody whose account may change under them; and what they were mailed last. */
  const spare = (): Promise<MadeUser> => make.user("staff", { branch: sites.own.branch });
  const post = async (user: MadeUser | undefined, url: string, body: object) =>
    ask({ method: "POST", ask: { url, body }, token: user && (await tokenOf(user)) });
  const linkTo = async (to: string): Promise<string> => /token=([\w.-]+)/.exec(await tenants.messageTo(to))![1]!;
  async function asSpare(url: string, body: object, prepare?: (user: MadeUser) => Promise<object | void>) {
    const user = await spare();
    const more = (await prepare?.(user)) ?? {};
    return { url, body: { ...body, ...more }, token: await tokenOf(user) };
  }
  /** Own actions are tried with nothing that is right, so that whoever asks changes nothing. */
  const ofOneself = ({
    name,
    body = {},
    control,
  }: {
    name: string;
    body?: object;
    control: NonNullable<ActionCase["control"]>;
  }): ActionCase => ({ route: `POST ${name}`, by: null, ask: () => ({ url: name, body }), control });
  const codeOf = (secret: string): string => totp({ secret: fromBase32(secret)!, step: stepAt(new Date()) });
  const guarded = async (user: MadeUser) => {
    const made = await withSecondFactor({ tenants, id: user.id });
    return { otp: codeOf(made) };
  };
  /** A link of another kind, to another person, opens nothing. */
  const mailed = ({
    name,
    body = {},
    prepare,
  }: {
    name: string;
    body?: object;
    prepare: () => Promise<string>;
  }): ActionCase => ({
    route: `POST ${name}`,
    by: null,
    rows: async (site) => ({ token: site.name === "own" ? "none" : await otherLink(site) }),
    ask: ({ token }) => ({ url: name, body: { token, ...body } }),
    control: async () => ({ url: name, body: { ...body, token: await linkTo(await prepare()) } }),
  });
  /** What opens one address of the API for somebody there, and none of these. */
  const otherLink = async (site: Site): Promise<string> =>
    (await ask({ method: "POST", ask: { url: "/live/ticket", body: {} }, token: await tokenOf(site.users.manager) }))
      .data.ticket as string;

  const account: ActionCase[] = [
    {
      route: "GET /actions/account/security",
      by: "staff",
      ask: () => ({ url: "/actions/account/security" }),
    },
    ofOneself({
      name: "/actions/account/password",
      control: () =>
        asSpare("/actions/account/password", {
          current_password: password,
          password: "Another@2026",
          mode: "json",
        }),
    }),
    ofOneself({
      name: "/actions/account/email",
      control: () => asSpare("/actions/account/email", { email: address(), password }),
    }),
    ofOneself({
      name: "/actions/account/email/cancel",
      control: () => asSpare("/actions/account/email/cancel", {}),
    }),
    {
      route: "POST /actions/account/sessions/:id/end",
      by: null,
      rows: async (site) => ({ id: await logInOf({ tenants, user: site.users.staff }) }),
      ask: ({ id }) => ({ url: `/actions/account/sessions/${id}/end`, body: {} }),
      control: async () => {
        const user = await spare();
        const id = await logInOf({ tenants, user });
        return { url: `/actions/account/sessions/${id}/end`, body: {}, token: await tokenOf(user) };
      },
    },
    ofOneself({
      name: "/actions/account/sessions/end-others",
      control: async () => {
        const user = await spare();
        const { data } = await post(undefined, "/auth/login", { email: user.email, password, mode: "json" });
        return { url: "/actions/account/sessions/end-others", body: {}, token: data.access_token };
      },
    }),
    ofOneself({
      name: "/actions/account/sessions/end-all",
      control: () => asSpare("/actions/account/sessions/end-all", {}),
    }),
    ofOneself({
      name: "/users/me/tfa/generate",
      control: () => asSpare("/users/me/tfa/generate", { password }),
    }),
    ofOneself({
      name: "/users/me/tfa/enable",
      control: () =>
        asSpare("/users/me/tfa/enable", {}, async (user) => {
          const { data } = await post(user, "/users/me/tfa/generate", { password });
          return { secret: data.secret, otp: codeOf(data.secret) };
        }),
    }),
    ofOneself({
      name: "/users/me/tfa/disable",
      control: () => asSpare("/users/me/tfa/disable", {}, guarded),
    }),
    ofOneself({
      name: "/users/me/tfa/recovery-codes",
      control: () => asSpare("/users/me/tfa/recovery-codes", {}, guarded),
    }),
    mailed({
      name: "/actions/account/verify-email",
      prepare: async () => {
        const user = await make.user("customer");
        await tenants.sql`update users set is_email_verified = false where id = ${user.id}`;
        await post(undefined, "/actions/account/send-verification", { email: user.email });
        return user.email;
      },
    }),
    mailed({
      name: "/actions/account/confirm-email",
      prepare: async () => {
        const email = address();
        await post(await spare(), "/actions/account/email", { email, password });
        return email;
      },
    }),
    mailed({
      name: "/auth/password/reset",
      body: { password: "Another@2026" },
      prepare: async () => {
        const { email } = await spare();
        await post(undefined, "/auth/password/request", { email });
        return email;
      },
    }),
    ...["/actions/invitations/read", "/users/invite/accept"].map((name) =>
      mailed({
        name,
        body: { password: "Another@2026" },
        prepare: async () => {
          const email = address();
          await at(sites.own, "manager", "/actions/people", { role: "employee", first_name: "A colleague", email });
          return email;
        },
      }),
    ),
    {
      route: "GET /users/me",
      by: "staff",
      ask: () => ({ url: "/users/me?fields=*,default_branch.*,default_company.*" }),
    },
    {
      route: "PATCH /users/me",
      by: "staff",
      rows: (site) => ({ branch: site.branch.id }),
      ask: ({ branch }) => ({ url: "/users/me", body: { default_branch: branch } }),
      control: async () => ({ url: "/users/me", body: { first_name: "Renamed" }, token: await tokenOf(await spare()) }),
    },
  ];
  return [...people, ...account];
};

/** Turns the second factor on as a person does; answers its secret, whose present code is free again. */
async function withSecondFactor({ tenants, id }: { tenants: Tenants; id: string }): Promise<string> {
  const { ask, tokenOf, sql } = tenants;
  const token = await tokenOf({ id });
  const post = (url: string, body: object) => ask({ method: "POST", ask: { url, body }, token });
  const { data } = await post("/users/me/tfa/generate", { password });
  const otp = totp({ secret: fromBase32(data.secret)!, step: stepAt(new Date()) });
  await post("/users/me/tfa/enable", { secret: data.secret, otp });
  await sql`update second_factors set last_step = last_step - 5 where "user" = ${id}`;
  return data.secret;
}

/** A log-in of somebody, as their list of log-ins names it. */
async function logInOf({ tenants: { ask, sql }, user }: { tenants: Tenants; user: MadeUser }): Promise<string> {
  const body = { email: user.email, password, mode: "json" };
  await ask({ method: "POST", ask: { url: "/auth/login", body }, token: undefined });
  const [row] = await sql<{ family: string }[]>`
    select family from sessions where "user" = ${user.id} order by created_at desc limit 1`;
  return row!.family;
}
