// Actions for people: creation, invitation, import, attendance; integrations; the own account and its links.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { accountActions } from "#domain/accounts/actions.ts";
import { profileActions } from "#domain/accounts/profile/profile-actions.ts";
import { ownDataActions } from "#domain/privacy/own-data-actions.ts";
import { deviceActions } from "#domain/devices/actions.ts";
import { integrationActions } from "#domain/integrations/actions.ts";
import { webhookActions } from "#domain/integrations/webhooks/actions.ts";
import { peopleActions as peopleContracts } from "#domain/people/actions.ts";
import { roles } from "#domain/access/roles.ts";
import { hashCode } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import { createTotpCode } from "#tests/support/totp.ts";
import {
  type ActionCase,
  type ActionCaseFactory,
  createContractCase,
  getContractPath,
} from "#tests/support/actions/action-case.ts";
import { type CreatedUser, testPassword } from "#tests/support/factories.ts";
import type { RowKeys, TenantSite, Tenants } from "#tests/support/tenants.ts";

let count = 0;
const createEmail = (): string => `colleague${(count += 1)}@example.com`;
const freshPin = (): string => String(5000 + (count += 1));
const freshPhone = (): string => `97901${String((count += 1)).padStart(5, "0")}`;

function createImportFile(...emails: string[]): FormData {
  const form = new FormData();
  const lines = ["Name,Email", ...emails.map((email) => `A colleague,${email}`)];
  form.append("file", new Blob([lines.join("\n")], { type: "text/csv" }), "people.csv");
  return form;
}

/** A white image of 8 × 8 pixels. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgoA4AAABIAAF7pRHIAAAAAElFTkSuQmCC",
  "base64",
);

function createPictureForm(): FormData {
  const form = new FormData();
  form.append("file", new Blob([picture], { type: "image/png" }), "picture.png");
  return form;
}

export const peopleActions: ActionCaseFactory = (tenants) => {
  const { factories, sites, postAs, getToken, sendRequest } = tenants;
  const today = new Date().toISOString().slice(0, 10);
  const invited = async (site: TenantSite): Promise<RowKeys> => {
    const body = { role: "employee", first_name: `${site.mark} colleague`, email: createEmail() };
    return { person: (await postAs(site, "manager", "/actions/people", body)).id };
  };
  const staffWithoutEmail = async (site: TenantSite): Promise<RowKeys> => {
    const person = { first_name: `${site.mark} guard`, contact_number: freshPhone(), pin_number: freshPin() };
    return { person: (await postAs(site, "manager", "/actions/people", { role: "staff", ...person })).id };
  };
  const importOptions = {
    allowedPerson: "manager",
    createQuery: () => ({ role: "employee" }),
    createBody: () => createImportFile(createEmail()),
  } as const;

  /** On a device of the own branch, whose staff alone switch on it. */
  const deviceToken = "device-of-the-own-branch";
  const pin = "4821";
  const switchUser: ActionCase = createContractCase(deviceActions.switchUser, {
    allowedPerson: null,
    createKeys: async (site) => {
      const { id } = await factories.user("staff", { branch: site.branch, first_name: site.mark, pin_number: pin });
      if (site.name === "own") await enrolOwnDevice();
      return { user: id };
    },
    createHeaders: () => ({ cookie: `chaavi_device=${deviceToken}` }),
    createBody: ({ user }) => ({ user: String(user), pin: "9999" }),
    createControlRequest: async () => {
      const { id } = await factories.user("staff", { branch: sites.own.branch, pin_number: "4822" });
      return { ...switchUser.createRequest({ user: id }), body: { user: id, pin: "4822" } };
    },
  });
  const enrolOwnDevice = () => tenants.sql`
    insert into "Shared_Devices" (name, company, branch, token)
    values ('Gate', ${sites.own.branch.company}, ${sites.own.branch.id}, ${hashCode({ code: deviceToken, key: testConfig.secret })})
    on conflict do nothing`;

  // Accepts every event, so that no delivery waits.
  const receiver = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
  receiver.unref();
  after(() => receiver.close());
  const createWebhookBody = () => {
    const { port } = receiver.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, event_types: ["ticket.corrected" as const] };
  };
  const createWebhook = async (site: TenantSite): Promise<RowKeys[string]> =>
    (await postAs(site, "admin", "/actions/webhooks", createWebhookBody())).id;

  const people: ActionCase[] = [
    createContractCase(peopleContracts.create, {
      allowedPerson: "manager",
      createBody: () => ({ role: "employee", first_name: "A colleague", email: createEmail() }),
    }),
    createContractCase(peopleContracts.resendInvitation, { allowedPerson: "manager", createKeys: invited }),
    createContractCase(peopleContracts.resendInvitation, {
      allowedPerson: "manager",
      createKeys: invited,
      createBody: () => ({ email: createEmail() }),
    }),
    createContractCase(peopleContracts.giveEmail, {
      allowedPerson: "manager",
      createKeys: async (site) => {
        const keys = await staffWithoutEmail(site);
        await tenants.sql`update users set status = 'active' where id = ${String(keys["person"])}`;
        return keys;
      },
      createBody: () => ({ email: createEmail() }),
    }),
    createContractCase(peopleContracts.issueCard, { allowedPerson: "manager", createKeys: staffWithoutEmail }),
    createContractCase(peopleContracts.revokeCard, { allowedPerson: "manager", createKeys: staffWithoutEmail }),
    createContractCase(peopleContracts.readAttendance, {
      allowedPerson: "manager",
      createQuery: () => ({ day: today }),
    }),
    createContractCase(peopleContracts.previewImport, importOptions),
    createContractCase(peopleContracts.import, importOptions),
    {
      route: "POST /users/invite",
      allowedPerson: "admin",
      createKeys: (site) => ({ branch: site.branch.id }),
      createRequest: ({ branch }) => ({
        url: "/users/invite",
        body: { email: createEmail(), role: roles.staff.id, default_branch: branch },
      }),
    },
    {
      route: "POST /users/invite",
      allowedPerson: "admin",
      createKeys: (site) => ({ company: site.branch.company }),
      createRequest: ({ company }) => ({
        url: "/users/invite",
        body: { email: createEmail(), role: roles.staff.id, default_company: company },
      }),
    },
    createContractCase(accountActions.resetTwoFactor, {
      allowedPerson: "admin",
      createKeys: async (site) => {
        const { id } = await factories.user("staff", { branch: site.branch, first_name: `${site.mark} guarded` });
        await enableTwoFactor({ tenants, id });
        return { user_id: id };
      },
    }),
    createContractCase(integrationActions.create, {
      allowedPerson: "admin",
      createKeys: (site) => ({ branch: site.branch.id }),
      createBody: ({ branch }) => ({ name: "Accounts", role: "staff" as const, branches: [branch] }),
    }),
    createContractCase(webhookActions.create, {
      allowedPerson: "admin",
      createKeys: (site) => ({ branch: site.branch.id }),
      createBody: ({ branch }) => ({ ...createWebhookBody(), branches: [Number(branch)] }),
    }),
    createContractCase(webhookActions.change, {
      allowedPerson: "admin",
      createKeys: async (site) => ({ id: await createWebhook(site), branch: site.branch.id }),
      createBody: ({ branch }) => ({ ...createWebhookBody(), branches: [Number(branch)] }),
    }),
    ...[
      webhookActions.rotate,
      webhookActions.pause,
      webhookActions.resume,
      webhookActions.remove,
      webhookActions.test,
    ].map((contract) =>
      createContractCase(contract, {
        allowedPerson: "admin",
        createKeys: async (site) => ({ id: await createWebhook(site) }),
      }),
    ),
    createContractCase(webhookActions.resend, {
      allowedPerson: "admin",
      createKeys: async (site) => {
        const webhook = await createWebhook(site);
        await postAs(site, "admin", `/actions/webhooks/${webhook}/test`, {});
        const [row] = await tenants.sql<
          { id: number }[]
        >`select id from "Webhook_Deliveries" where endpoint = ${webhook}`;
        return { id: row!.id };
      },
    }),
    createContractCase(deviceActions.enrol, {
      allowedPerson: "manager",
      createBody: () => ({ name: "North gate" }),
    }),
    createContractCase(deviceActions.revoke, {
      allowedPerson: "manager",
      createKeys: async (site) => {
        const name = `${site.mark} device`;
        return { id: (await postAs(site, "manager", "/actions/devices", { name })).id };
      },
    }),
    createContractCase(deviceActions.readCurrent, { allowedPerson: "nobody" }),
    switchUser,
    createContractCase(integrationActions.revoke, {
      allowedPerson: "admin",
      createKeys: async (site) => {
        const body = { name: `${site.mark} program`, role: "staff", branches: [site.branch.id] };
        return { id: (await postAs(site, "admin", "/actions/integrations", body)).id };
      },
    }),
  ];

  /** A user whose account may change during the test, and the last email to them. */
  const spare = (): Promise<CreatedUser> => factories.user("staff", { branch: sites.own.branch });
  const post = async (user: CreatedUser | undefined, url: string, body: object) =>
    sendRequest({ method: "POST", request: { url, body }, token: user && (await getToken(user)) });
  const linkTo = async (to: string): Promise<string> => /token=([\w.-]+)/.exec(await tenants.findMessageTo(to))![1]!;
  async function asSpare(url: string, body: object, prepare?: (user: CreatedUser) => Promise<object | void>) {
    const user = await spare();
    const prepared = (await prepare?.(user)) ?? {};
    return { url, body: { ...body, ...prepared }, token: await getToken(user) };
  }
  /** Own actions are sent with invalid values, so that the caller changes nothing. */
  const ofOneself = ({
    name,
    body = {},
    control,
  }: {
    name: string;
    body?: object;
    control: (url: string) => ReturnType<NonNullable<ActionCase["createControlRequest"]>>;
  }): ActionCase => ({
    route: `POST ${name}`,
    allowedPerson: null,
    createRequest: () => ({ url: name, body }),
    createControlRequest: () => control(name),
  });
  const createCode = (secret: string): string => createTotpCode({ secret, at: new Date() });
  const guarded = async (user: CreatedUser) => {
    const created = await enableTwoFactor({ tenants, id: user.id });
    return { otp: createCode(created) };
  };
  /** A link of another kind, to another user, is not valid here. */
  const linkKeys = async (site: TenantSite): Promise<RowKeys> => ({
    token: site.name === "own" ? "none" : await otherLink(site),
  });
  const inviteColleague = async (): Promise<string> => {
    const email = createEmail();
    await postAs(sites.own, "manager", "/actions/people", { role: "employee", first_name: "A colleague", email });
    return email;
  };
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
    allowedPerson: null,
    createKeys: linkKeys,
    createRequest: ({ token }) => ({ url: name, body: { token, ...body } }),
    createControlRequest: async () => ({ url: name, body: { ...body, token: await linkTo(await prepare()) } }),
  });
  /** Opens one route of the API for a user there, and none of these. */
  const otherLink = async (site: TenantSite): Promise<string> =>
    (
      await sendRequest({
        method: "POST",
        request: { url: "/live/ticket", body: {} },
        token: await getToken(site.users.manager),
      })
    ).data.ticket as string;

  /** A customer's started change of the phone number, whose code can be sent again. */
  async function startPhoneChange() {
    const user = await factories.user("customer");
    const phone = freshPhone();
    const response = await post(user, getContractPath(accountActions.requestPhoneChange), {
      phone,
      password: testPassword,
    });
    await tenants.sql`update otp_challenges set created_at = created_at - interval '1 minute'`;
    const otp = /\d{6}/.exec(await tenants.findMessageTo(phone))![0];
    return { values: String(response.data.values), otp, token: await getToken(user) };
  }
  const endSession: ActionCase = createContractCase(accountActions.endSession, {
    allowedPerson: null,
    createKeys: async (site) => ({ session_id: await createLogIn({ tenants, user: site.users.staff }) }),
    createControlRequest: async () => {
      const user = await spare();
      const session_id = await createLogIn({ tenants, user });
      return { ...endSession.createRequest({ session_id }), token: await getToken(user) };
    },
  });

  async function requestReset(): Promise<string> {
    const { email } = await spare();
    await post(undefined, "/auth/password/request", { email });
    return email;
  }
  const account: ActionCase[] = [
    createContractCase(accountActions.readSecurity, { allowedPerson: "staff" }),
    ofOneself({
      name: getContractPath(accountActions.changePassword),
      control: (url) =>
        asSpare(url, {
          current_password: testPassword,
          password: "Another@2026",
          mode: "json",
        }),
    }),
    ofOneself({
      name: getContractPath(accountActions.setLanguage),
      control: (url) => asSpare(url, { language: "ta" }),
    }),
    ofOneself({
      name: getContractPath(accountActions.setPin),
      control: (url) => asSpare(url, { pin_number: "4823", password: testPassword }),
    }),
    ofOneself({
      name: getContractPath(accountActions.completeRegistration),
      control: async (url) => {
        // An account as check-ins create it, claimed by a code.
        const phone = freshPhone();
        const email = `c_${phone}_tn09ab1234@customers.chaavi.example`;
        const { id: role } = roles.customer;
        await factories.row("users", {
          first_name: "Walk In",
          email,
          contact_number: phone,
          role,
          public_customer: true,
        });
        const call = async (path: string, body: object) =>
          (await sendRequest({ method: "POST", request: { url: path, body }, token: undefined })).data;
        const { values } = await call("/actions/customers/send-code", { phone, page: "commercial" });
        const otp = /\d{6}/.exec(await tenants.findMessageTo(phone))![0];
        const { access_token: token } = await call("/actions/customers/log-in-with-code", { values, otp });
        return { url, body: { email: createEmail(), password: "Another@2026", mode: "json" }, token };
      },
    }),
    ofOneself({
      name: getContractPath(accountActions.requestEmailChange),
      control: (url) => asSpare(url, { email: createEmail(), password: testPassword }),
    }),
    ...[ownDataActions.exportData, ownDataActions.eraseData].map((action) =>
      ofOneself({
        name: getContractPath(action),
        control: async (url) => {
          const user = await factories.user("customer");
          return { url, body: { password: testPassword }, token: await getToken(user) };
        },
      }),
    ),
    ...[
      { action: profileActions.saveVehicle, send: () => ({ body: { vehicleNo: factories.plate() } }) },
      { action: profileActions.setPicture, send: () => ({ form: createPictureForm() }) },
      { action: profileActions.removePicture, send: () => ({ body: {} }) },
    ].map(({ action, send }) =>
      ofOneself({
        name: getContractPath(action),
        control: async (url) => ({ url, ...send(), token: await getToken(await factories.user("customer")) }),
      }),
    ),
    ofOneself({
      name: getContractPath(profileActions.removeVehicle),
      control: async (url) => {
        const vehicleNo = factories.plate();
        const user = await factories.user("customer", { user_vehicles: [{ vehicleNo, type: null }] });
        return { url, body: { vehicleNo }, token: await getToken(user) };
      },
    }),
    ofOneself({
      name: getContractPath(accountActions.cancelEmailChange),
      control: (url) => asSpare(url, {}),
    }),
    ofOneself({
      name: getContractPath(accountActions.requestPhoneChange),
      control: async (url) => {
        const user = await factories.user("customer");
        return { url, body: { phone: freshPhone(), password: testPassword }, token: await getToken(user) };
      },
    }),
    ofOneself({
      name: getContractPath(accountActions.resendPhoneCode),
      control: async (url) => {
        const { values, token } = await startPhoneChange();
        return { url, body: { values }, token };
      },
    }),
    ofOneself({
      name: getContractPath(accountActions.confirmPhoneChange),
      control: async (url) => {
        const { values, otp, token } = await startPhoneChange();
        return { url, body: { values, otp }, token };
      },
    }),
    endSession,
    ofOneself({
      name: getContractPath(accountActions.endOtherSessions),
      control: async (url) => {
        const user = await spare();
        const { data } = await post(undefined, "/auth/login", {
          email: user.email,
          password: testPassword,
          mode: "json",
        });
        return { url, body: {}, token: data.access_token };
      },
    }),
    ofOneself({
      name: getContractPath(accountActions.endAllSessions),
      control: (url) => asSpare(url, {}),
    }),
    ofOneself({
      name: "/users/me/tfa/generate",
      control: (url) => asSpare(url, { password: testPassword }),
    }),
    ofOneself({
      name: "/users/me/tfa/enable",
      control: (url) =>
        asSpare(url, {}, async (user) => {
          const { data } = await post(user, "/users/me/tfa/generate", { password: testPassword });
          return { secret: data.secret, otp: createCode(data.secret) };
        }),
    }),
    ofOneself({
      name: "/users/me/tfa/disable",
      control: (url) => asSpare(url, {}, guarded),
    }),
    ofOneself({
      name: "/users/me/tfa/recovery-codes",
      control: (url) => asSpare(url, {}, guarded),
    }),
    mailed({
      name: getContractPath(accountActions.verifyEmail),
      prepare: async () => {
        const user = await factories.user("customer");
        await tenants.sql`update users set is_email_verified = false where id = ${user.id}`;
        await post(undefined, "/actions/account/send-verification", { email: user.email });
        return user.email;
      },
    }),
    mailed({
      name: getContractPath(accountActions.confirmEmailChange),
      prepare: async () => {
        const email = createEmail();
        await post(await spare(), "/actions/account/email", { email, password: testPassword });
        return email;
      },
    }),
    mailed({ name: getContractPath(accountActions.checkResetLink), prepare: requestReset }),
    mailed({ name: "/auth/password/reset", body: { password: "Another@2026" }, prepare: requestReset }),
    createContractCase(peopleContracts.readInvitation, {
      allowedPerson: null,
      createKeys: linkKeys,
      createBody: ({ token }) => ({ token }),
      createControlRequest: async () => ({
        url: getContractPath(peopleContracts.readInvitation),
        body: { token: await linkTo(await inviteColleague()) },
      }),
    }),
    mailed({ name: "/users/invite/accept", body: { password: "Another@2026" }, prepare: inviteColleague }),
    {
      route: "GET /users/me",
      allowedPerson: "staff",
      createRequest: () => ({ url: "/users/me?fields=*,default_branch.*,default_company.*" }),
    },
    {
      route: "PATCH /users/me",
      allowedPerson: "staff",
      createKeys: (site) => ({ branch: site.branch.id }),
      createRequest: ({ branch }) => ({ url: "/users/me", body: { default_branch: branch } }),
      createControlRequest: async () => ({
        url: "/users/me",
        body: { first_name: "Renamed" },
        token: await getToken(await spare()),
      }),
    },
  ];
  return [...people, ...account];
};

/** Enables two-factor like a user; returns its secret, whose current code is unused again. */
async function enableTwoFactor({ tenants, id }: { tenants: Tenants; id: string }): Promise<string> {
  const { sendRequest, getToken, sql } = tenants;
  const token = await getToken({ id });
  const post = (url: string, body: object) => sendRequest({ method: "POST", request: { url, body }, token });
  const { data } = await post("/users/me/tfa/generate", { password: testPassword });
  const otp = createTotpCode({ secret: data.secret, at: new Date() });
  await post("/users/me/tfa/enable", { secret: data.secret, otp });
  await sql`update second_factors set last_step = last_step - 5 where "user" = ${id}`;
  return data.secret;
}

/** A user's session as named in their list of sessions. */
async function createLogIn({
  tenants: { sendRequest, sql },
  user,
}: {
  tenants: Tenants;
  user: CreatedUser;
}): Promise<string> {
  const body = { email: user.email, password: testPassword, mode: "json" };
  await sendRequest({ method: "POST", request: { url: "/auth/login", body }, token: undefined });
  const [row] = await sql<{ family: string }[]>`
    select family from sessions where "user" = ${user.id} order by created_at desc limit 1`;
  return row!.family;
}
