// Actions of vendors and customers before and around their accounts, of the settings, of messages and of the registers.
import { accountActions, customerActions } from "#domain/accounts/actions.ts";
import { staffLogInActions } from "#domain/accounts/staff-log-in.ts";
import { companyActions, enquiryActions, reviewActions } from "#domain/platform/actions.ts";
import { platformPeopleActions } from "#domain/platform/people-actions.ts";
import { settlementActions } from "#domain/platform/settlement-actions.ts";
import { supportActions } from "#domain/platform/support-actions.ts";
import { privacyActions } from "#domain/privacy/actions.ts";
import { configurationActions } from "#domain/branches/actions.ts";
import { messageActions } from "#domain/messages/actions.ts";
import { tariffActions } from "#domain/tariffs/actions.ts";
import { onboardingActions } from "#domain/onboarding/actions.ts";
import type { Contract } from "#domain/schema/contract.ts";
import {
  type ActionCase,
  type ActionCaseFactory,
  createContractCase,
  getContractPath,
} from "#tests/support/actions/action-case.ts";
import { eventually } from "#tests/support/eventually.ts";
import { type CreatedUser, testPassword } from "#tests/support/factories.ts";
import { createGstin, createRegistrationForm } from "#tests/support/registration-form.ts";
import { tenantPersons, type RowKeys, type TenantSite } from "#tests/support/tenants.ts";

let count = 0;
let pins = 0;
const nextNumber = (): number => (count += 1);
const createEmail = (): string => `vendor${nextNumber()}@example.com`;
const createPhone = (): string => `98760${String(nextNumber()).padStart(5, "0")}`;
const createPrivacyRequest = () => ({ phone: createPhone(), reason: "Asked for it by letter, number checked" });
const createPan = (number: number): string => `AAACT${String(number).padStart(3, "0")}1F`;

export const platformActions: ActionCaseFactory = (tenants) => {
  const { factories, sites, sql, sendRequest, getToken } = tenants;
  // The newest message may still be an earlier one without a code, such as an invitation.
  const codeTo = (to: string): Promise<string> =>
    eventually(async () => /\b[1-9]\d{5}\b/.exec(await tenants.findMessageTo(to))![0]);
  const post = async (url: string, body: object, user?: { id: string }) =>
    (await sendRequest({ method: "POST", request: { url, body }, token: user && (await getToken(user)) })).data;

  /** An admin without a company, and the form that creates one. */
  async function vendor(): Promise<CreatedUser> {
    const created = await factories.user("admin");
    await sql`update users set pending_creation_type = 'company' where id = ${created.id}`;
    return created;
  }
  async function uploadDocument(user: CreatedUser, title: string): Promise<string> {
    const { id } = await factories.row("files", { filename_download: "paper.pdf", title }, { type: "application/pdf" });
    await sql`update files set uploaded_by = ${user.id} where id = ${String(id)}`;
    return String(id);
  }
  async function createForm({ user, file }: { user: CreatedUser; file: string }) {
    const token = await getToken(user);
    const agreement = await sendRequest({ method: "GET", request: { url: "/actions/onboarding/agreement" }, token });
    const number = nextNumber();
    const form = createRegistrationForm({
      number,
      pan: createPan(nextNumber()),
      file,
      agreement: agreement.data?.version,
    });
    return { ...form, area: "0", area_name: `New area ${number}` };
  }
  /** A branch that was rejected with remarks. */
  async function turnedDown(site: TenantSite): Promise<number> {
    const { id } = await factories.branch({
      company: site.branch.company,
      status: "rejected",
      address: `${site.mark} Road`,
    });
    const location = { company: site.branch.company, branch: id };
    await sql`
      insert into "Onboarding_Reviews" (company, branch, decision, remarks)
      values (${location.company}, ${location.branch}, 'rejected', '[{"field":"address","text":"Which number?"}]')`;
    return id;
  }
  const owned = vendor();
  let form: object = {};

  const onboarding: ActionCase[] = [
    createContractCase(onboardingActions.readAgreement, { allowedPerson: "admin" }),
    createContractCase(onboardingActions.readStateOfPinCode, { allowedPerson: "admin" }),
    createContractCase(onboardingActions.checkName, {
      allowedPerson: "admin",
      createBody: () => ({ branch_name: "Nowhere yet" }),
    }),
    // A document submitted by another user is not accepted.
    createContractCase(onboardingActions.register, {
      allowedPerson: null,
      createKeys: async (site) => {
        const owner = await owned;
        const file = await uploadDocument(site.name === "own" ? owner : site.users.admin, `${site.mark} paper`);
        if (site.name === "own") form = await createForm({ user: owner, file });
        return { file };
      },
      createBody: ({ file }) => ({
        registration_type: "company" as const,
        form: { ...form, documents: [{ kind: "pan_card", file }] },
      }),
      createControlRequest: async () => ({
        url: "/actions/onboarding/register",
        body: { registration_type: "company", form },
        token: await getToken(await owned),
      }),
    }),
    createContractCase(onboardingActions.correct, {
      allowedPerson: "admin",
      createKeys: async (site) => ({ branch: await turnedDown(site) }),
      createBody: ({ branch }) => ({
        corrections: [{ branch: Number(branch), changes: { address: "12 Mount Road" }, note: null }],
      }),
    }),
  ];

  const sentCodes = async () => {
    const [to, email] = [createPhone(), createEmail()];
    const { values } = await post("/actions/onboarding/send-codes", { phone: to, email });
    return { values, sms: await codeTo(to), mail: await codeTo(email) };
  };
  const proofs = async () => {
    const { values, sms, mail } = await sentCodes();
    const prove = async (channel: string, otp: string) =>
      (await post("/actions/onboarding/check-code", { values, channel, otp })).proof;
    return { phone_proof: await prove("sms", sms), email_proof: await prove("mail", mail) };
  };
  const loggingIn = async () => {
    const to = createPhone();
    const { values } = await post("/actions/customers/send-code", { phone: to, page: "commercial" });
    return { values, otp: await codeTo(to) };
  };
  /** Staff of the own branch without an email. */
  const createGuard = async () => {
    const person = { first_name: "A guard", contact_number: createPhone(), pin_number: String(7000 + (pins += 1)) };
    const { id } = await tenants.postAs(tenants.sites.own, "manager", "/actions/people", { role: "staff", ...person });
    return { id, phone: person.contact_number, pin: person.pin_number };
  };
  const loggingInStaff = async () => {
    const { phone } = await createGuard();
    const { values } = await post("/actions/staff-log-in/send-code", { phone });
    return { values, otp: await codeTo(phone) };
  };
  const resetCodeLimits = async () => void (await sql`delete from otp_challenges`);
  /** Encrypted texts, codes and proofs are valid for their recipient only. */
  const before = (name: string, body: object, control: () => Promise<object>): ActionCase => ({
    route: `POST ${name}`,
    allowedPerson: null,
    createRequest: () => ({ url: name, body }),
    createControlRequest: async () => ({ url: name, body: await control() }),
    isPublic: true,
  });
  const publicCase = (contract: Contract, body: object, control: () => Promise<object>): ActionCase =>
    createContractCase(contract, {
      allowedPerson: null,
      createBody: () => body,
      createControlRequest: async () => ({ url: getContractPath(contract), body: await control() }),
      isPublic: true,
    });
  const strangers: ActionCase[] = [
    publicCase(onboardingActions.sendCodes, {}, async () => ({ phone: createPhone(), email: createEmail() })),
    publicCase(onboardingActions.resendCode, { values: "x", channel: "sms" }, async () => {
      const { values } = await sentCodes();
      await resetCodeLimits();
      return { values, channel: "sms" };
    }),
    publicCase(onboardingActions.readCodeDelivery, { values: "x", channel: "sms" }, async () => ({
      values: (await sentCodes()).values,
      channel: "sms",
    })),
    publicCase(onboardingActions.checkCode, { values: "x", channel: "sms", otp: "123456" }, async () => {
      const { values, sms } = await sentCodes();
      return { values, channel: "sms", otp: sms };
    }),
    publicCase(onboardingActions.createAccount, { phone_proof: "x", email_proof: "x" }, async () => ({
      ...(await proofs()),
      first_name: "Meena Kumari",
      password: testPassword,
      mode: "json",
    })),
    publicCase(onboardingActions.readStatus, { application: "x" }, async () => {
      const user = await vendor();
      const registered = { user, file: await uploadDocument(user, "Paper") };
      const body = { registration_type: "company", form: await createForm(registered) };
      const { application } = await post("/actions/onboarding/register", body, user);
      return { application };
    }),
    publicCase(onboardingActions.startSetUp, { set_up: "x", mode: "json" }, async () => {
      const user = await vendor();
      const registered = { user, file: await uploadDocument(user, "Paper") };
      const body = { registration_type: "company", form: await createForm(registered) };
      const { set_up } = await post("/actions/onboarding/register", body, user);
      return { set_up, mode: "json" };
    }),
    publicCase(customerActions.sendCode, {}, async () => ({ phone: createPhone(), page: "commercial" })),
    publicCase(customerActions.resendCode, { values: "x" }, async () => {
      const { values } = await loggingIn();
      await resetCodeLimits();
      return { values };
    }),
    publicCase(customerActions.readCodeDelivery, { values: "x" }, async () => ({ values: (await loggingIn()).values })),
    publicCase(customerActions.logInWithCode, { values: "x", otp: "123456" }, loggingIn),
    publicCase(staffLogInActions.sendCode, {}, async () => ({ phone: createPhone() })),
    publicCase(staffLogInActions.readCodeDelivery, { values: "x" }, async () => ({
      values: (await loggingInStaff()).values,
    })),
    publicCase(staffLogInActions.logInWithCode, { values: "x", otp: "123456" }, loggingInStaff),
    publicCase(staffLogInActions.logInWithCard, { card: "x", pin: "4821" }, async () => {
      const { id, pin } = await createGuard();
      const { link } = await tenants.postAs(tenants.sites.own, "manager", `/actions/people/${id}/card`, {});
      return { card: String(link).split("#")[1], pin };
    }),
    publicCase(customerActions.register, { proof: "x", customer_type: "public" }, async () => ({
      ...(await post("/actions/customers/log-in-with-code", await loggingIn())),
      customer_type: "public",
      first_name: "Anitha Raman",
      email: createEmail(),
      password: testPassword,
    })),
    publicCase(enquiryActions.send, {}, async () => ({
      kind: "business",
      name: "Meena Kumari",
      email: createEmail(),
      message: "Forty places",
    })),
    publicCase(accountActions.resendVerification, {}, async () => ({ email: createEmail() })),
    before("/auth/password/request", {}, async () => ({ email: createEmail() })),
    before("/send-sms-otp", {}, async () => ({ phone_number: createPhone(), type: "login" })),
    before("/send-mail/otp", {}, async () => ({ to: createEmail(), type: "login" })),
  ];

  const taxIds = (["gstin", "pan"] as const).map((name): ActionCase => {
    const route = name === "gstin" ? "/verify-gst" : "/verify-pan";
    const pan = createPan(nextNumber());
    return {
      route: `POST ${route}`,
      allowedPerson: "admin",
      createRequest: () => ({ url: route, body: { [name]: name === "gstin" ? createGstin(pan) : pan } }),
    };
  });

  const rest: ActionCase[] = [
    ...taxIds,
    ...["parking", "branch", "company"].map((kind) =>
      createContractCase(configurationActions.readHistory, {
        allowedPerson: "admin",
        createQuery: () => ({ of: kind }),
      }),
    ),
    createContractCase(configurationActions.readBranchDays, { allowedPerson: "admin" }),
    createContractCase(configurationActions.openPage, {
      allowedPerson: "manager",
      createKeys: (site) => ({ id: site.branch.id }),
    }),
    createContractCase(configurationActions.editLists, {
      allowedPerson: "manager",
      createKeys: (site) => ({ id: site.branch.id }),
      createBody: () => ({ questions: [], shown: {} }),
    }),
    createContractCase(configurationActions.setServices, {
      allowedPerson: "manager",
      createBody: () => ({ is_parking: true }),
    }),
    createContractCase(tariffActions.quote, {
      allowedPerson: "nobody",
      createKeys: (site) => ({ branch: site.branch.id }),
      createBody: ({ branch }) => ({
        branch: Number(branch),
        service: "is_parking" as const,
        arrival: "2026-11-18T10:00:00+05:30",
        departure: "2026-11-18T12:00:00+05:30",
      }),
      // Prices of published branches are public.
      openTo: { branch: tenantPersons },
    }),
    createContractCase(tariffActions.preview, {
      allowedPerson: "manager",
      createKeys: (site) => ({ branch: site.branch.id }),
      createBody: ({ branch }) => ({
        branch: Number(branch),
        service: "is_parking" as const,
        tariff: {
          plans: [
            {
              name: "Standard",
              rates: [{ vehicle_type: null, lines: [{ kind: "each", to: null, step: 60, amount: 2_000 }] }],
            },
          ],
        },
      }),
    }),
    createContractCase(messageActions.readUsage, {
      allowedPerson: "manager",
      createKeys: (site) => ({ branch: site.branch.id }),
      createQuery: ({ branch }) => ({ branch: String(branch) }),
    }),
    createContractCase(messageActions.resend, { allowedPerson: "manager", createKeys: (site) => createMessage(site) }),
    ...["/send-mail/test", "/send-sms/test"].map((name): ActionCase => {
      const known = factories.user("manager", { branch: sites.own.branch, contact_number: createPhone() });
      return {
        route: `POST ${name}`,
        allowedPerson: null,
        createRequest: () => ({ url: name, body: {} }),
        createControlRequest: async () => ({ url: name, body: {}, token: await getToken(await known) }),
        isPublic: true,
      };
    }),
    createContractCase(reviewActions.readTimes, { allowedPerson: "verifier" }),
    createContractCase(settlementActions.read, {
      allowedPerson: "platform",
      createQuery: () => ({ from: "2026-01", to: "2026-03" }),
    }),
    createContractCase(settlementActions.exportFile, {
      allowedPerson: "platform",
      createQuery: () => ({ from: "2026-01", to: "2026-03" }),
    }),
    createContractCase(companyActions.list, { allowedPerson: "verifier" }),
    createContractCase(companyActions.read, {
      allowedPerson: "verifier",
      createKeys: (site) => ({ id: site.branch.company }),
      openTo: { id: ["verifier"] },
    }),
    createContractCase(platformPeopleActions.listTeam, { allowedPerson: "platform" }),
    createContractCase(platformPeopleActions.inviteToTeam, {
      allowedPerson: "platform",
      createBody: () => ({ first_name: "Meena Kumari", email: createEmail(), role: "verifier" as const }),
    }),
    // Only roles of the platform's team: no user of a site can be named.
    createContractCase(platformPeopleActions.changeTeamRole, {
      allowedPerson: null,
      createKeys: (site) => ({ user_id: site.users.staff.id }),
      createBody: () => ({ role: "platform" as const }),
      createControlRequest: async () => {
        const user = await factories.user("verifier");
        const token = await getToken(await factories.user("platform"));
        return { url: `/actions/platform/team/${user.id}/role`, body: { role: "platform" }, token };
      },
    }),
    createContractCase(platformPeopleActions.findUsers, {
      allowedPerson: "verifier",
      createBody: () => ({ account: createPhone() }),
    }),
    createContractCase(platformPeopleActions.endSessions, {
      allowedPerson: null,
      createKeys: (site) => ({ user_id: site.users.staff.id }),
      openTo: { user_id: ["verifier"] },
      createControlRequest: async () => {
        const user = await factories.user("customer");
        await sendRequest({
          method: "POST",
          request: { url: "/auth/login", body: { email: user.email, password: testPassword } },
          token: undefined,
        });
        return {
          url: `/actions/platform/users/${user.id}/end-sessions`,
          body: {},
          token: await getToken(await factories.user("verifier")),
        };
      },
    }),
    createContractCase(platformPeopleActions.resendInvitation, {
      allowedPerson: null,
      createKeys: (site) => ({ user_id: site.users.staff.id }),
      openTo: { user_id: ["verifier"] },
      createControlRequest: async () => {
        const user = await factories.user("staff", { branch: sites.own.branch, status: "invited" });
        const token = await getToken(await factories.user("verifier"));
        return { url: `/actions/platform/users/${user.id}/invite`, body: {}, token };
      },
    }),
    ...[companyActions.suspend, companyActions.resume].map((action) =>
      createContractCase(action, {
        allowedPerson: null,
        createKeys: (site) => ({ id: site.branch.company }),
        createBody: () => ({ reason: "Documents expired" }),
        openTo: { id: ["verifier"] },
        createControlRequest: async () => {
          const { id } = await factories.company();
          const body = { reason: "Documents expired" };
          const token = await getToken(await factories.user("verifier"));
          if (action === companyActions.resume)
            await sendRequest({
              method: "POST",
              request: { url: `/actions/platform/companies/${id}/suspend`, body },
              token,
            });
          return { url: action.route.replace("POST ", "").replace(":id", String(id)), body, token };
        },
      }),
    ),
    // Only whoever opened an access enters it.
    createContractCase(supportActions.enter, {
      allowedPerson: null,
      createKeys: async (site) => ({ id: (await openSupport(site)).id }),
      createControlRequest: async () => {
        const { id, token } = await openSupport(sites.own);
        return { url: `/actions/support-access/${id}/enter`, body: {}, token };
      },
    }),
    createContractCase(supportActions.leave, {
      allowedPerson: null,
      isPublic: true,
      createControlRequest: async () => {
        const { id, token } = await openSupport(sites.own);
        const request = { url: `/actions/support-access/${id}/enter`, body: {} };
        await sendRequest({ method: "POST", request, token });
        return { url: getContractPath(supportActions.leave), body: {}, token };
      },
    }),
    createContractCase(supportActions.readCurrent, { allowedPerson: "nobody" }),
    createContractCase(companyActions.create, {
      allowedPerson: "platform",
      createBody: () => ({
        organisation: "residential" as const,
        company_name: `Palm Grove ${nextNumber()}`,
        branch_name: "Main gate",
        address: "4 Canal Road",
        state: "Tamil Nadu",
        city: "Chennai",
        area: "0",
        area_name: `Palm Grove ${nextNumber()}`,
        pincode: "600002",
        is_parking: true,
        admin_name: "Meena Kumari",
        admin_email: createEmail(),
      }),
    }),
    createContractCase(privacyActions.preview, {
      allowedPerson: "verifier",
      createBody: () => ({ phone: createPhone() }),
    }),
    createContractCase(privacyActions.exportData, { allowedPerson: "verifier", createBody: createPrivacyRequest }),
    createContractCase(privacyActions.eraseData, { allowedPerson: "verifier", createBody: createPrivacyRequest }),
    createContractCase(privacyActions.listRequests, { allowedPerson: "verifier" }),
    {
      route: "POST /send-mail/*",
      allowedPerson: null,
      createRequest: () => ({ url: "/send-mail/anything", body: {} }),
    },
  ];
  return [...onboarding, ...strangers, ...rest];

  /** A branch that a new verifier has opened as support. */
  async function openSupport(site: TenantSite) {
    const token = await getToken(await factories.user("verifier"));
    const request = { url: "/items/Support_Access", body: { branch: site.branch.id, reason: "No receipts" } };
    const { data } = await sendRequest({ method: "POST", request, token });
    return { id: Number(data.id), token };
  }

  async function createMessage(site: TenantSite): Promise<RowKeys> {
    const set = {
      channel: "mail",
      recipient: `${site.mark}@example.com`,
      template: "test",
      reference: `r${nextNumber()}`,
      status: "sent",
      values: {},
      branch: site.branch.id,
      company: site.branch.company,
    };
    return { id: (await factories.row("Outbox", {}, set)).id };
  }
};
