// Actions of vendors and customers before and around their accounts, of the set-up, of messages and of the registers.
import type { ActionCase, Area } from "#tests/support/actions/action-case.ts";
import { type MadeUser, password } from "#tests/support/make.ts";
import { gstinOf, registrationForm } from "#tests/support/registration-form.ts";
import type { Keys, Site } from "#tests/support/tenants.ts";

let count = 0;
const next = (): number => (count += 1);
const address = (): string => `vendor${next()}@example.com`;
const phone = (): string => `98760${String(next()).padStart(5, "0")}`;
const panOf = (number: number): string => `AAACT${String(number).padStart(3, "0")}1F`;

export const platformActions: Area = (tenants) => {
  const { make, sites, sql, ask, tokenOf } = tenants;
  const codeTo = async (to: string): Promise<string> => /\b[1-9]\d{3}\b/.exec(await tenants.messageTo(to))![0];
  const post = async (url: string, body: object, user?: { id: string }) =>
    (await ask({ method: "POST", ask: { url, body }, token: user && (await tokenOf(user)) })).data;

  /** An admin who has no company yet, and the form that gives them one. */
  async function vendor(): Promise<MadeUser> {
    const made = await make.user("admin");
    await sql`update users set pending_creation_type = 'company' where id = ${made.id}`;
    return made;
  }
  async function paperOf(user: MadeUser, title: string): Promise<string> {
    const { id } = await make.row("files", { filename_download: "paper.pdf", title }, { type: "application/pdf" });
    await sql`update files set uploaded_by = ${user.id} where id = ${String(id)}`;
    return String(id);
  }
  async function formOf({ user, file }: { user: MadeUser; file: string }) {
    const token = await tokenOf(user);
    const agreement = await ask({ method: "GET", ask: { url: "/actions/onboarding/agreement" }, token });
    const number = next();
    const form = registrationForm({ number, pan: panOf(next()), file, agreement: agreement.data?.version });
    return { ...form, area: "0", area_name: `New area ${number}` };
  }
  /** A branch that was turned down with remarks. */
  async function turnedDown(site: Site): Promise<number> {
    const { id } = await make.branch({
      company: site.branch.company,
      status: "rejected",
      address: `${site.mark} Road`,
    });
    const place = { company: site.branch.company, branch: id };
    await sql`
      insert into "Onboarding_Reviews" (company, branch, decision, remarks)
      values (${place.company}, ${place.branch}, 'rejected', '[{"field":"address","text":"Which number?"}]')`;
    return id;
  }
  const owned = vendor();
  let form: object = {};

  const onboarding: ActionCase[] = [
    {
      route: "GET /actions/onboarding/agreement",
      by: "admin",
      ask: () => ({ url: "/actions/onboarding/agreement" }),
    },
    {
      route: "POST /actions/onboarding/check-name",
      by: "admin",
      ask: () => ({ url: "/actions/onboarding/check-name", body: { branch_name: "Nowhere yet" } }),
    },
    {
      // A paper that somebody else has sent in is nobody's own.
      route: "POST /actions/onboarding/register",
      by: null,
      rows: async (site) => {
        const owner = await owned;
        const file = await paperOf(site.name === "own" ? owner : site.users.admin, `${site.mark} paper`);
        if (site.name === "own") form = await formOf({ user: owner, file });
        return { file };
      },
      ask: ({ file }) => ({
        url: "/actions/onboarding/register",
        body: { registration_type: "company", form: { ...form, documents: [{ kind: "pan_card", file }] } },
      }),
      control: async () => ({
        url: "/actions/onboarding/register",
        body: { registration_type: "company", form },
        token: await tokenOf(await owned),
      }),
    },
    {
      route: "POST /actions/onboarding/correct",
      by: "admin",
      rows: async (site) => ({ branch: await turnedDown(site) }),
      ask: ({ branch }) => ({
        url: "/actions/onboarding/correct",
        body: { corrections: [{ branch, changes: { address: "12 Mount Road" }, note: null }] },
      }),
    },
  ];

  const sentCodes = async () => {
    const [to, email] = [phone(), address()];
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
    const to = phone();
    const { values } = await post("/actions/customers/send-code", { phone: to, page: "commercial" });
    return { values, otp: await codeTo(to) };
  };
  const later = async () => void (await sql`delete from otp_challenges`);
  /** Sealed texts, codes and proofs are good for who was sent them. */
  const before = (name: string, body: object, control: () => Promise<object>): ActionCase => ({
    route: `POST ${name}`,
    by: null,
    ask: () => ({ url: name, body }),
    control: async () => ({ url: name, body: await control() }),
    isPublic: true,
  });
  const strangers: ActionCase[] = [
    before("/actions/onboarding/send-codes", {}, async () => ({ phone: phone(), email: address() })),
    before("/actions/onboarding/send-code-again", { values: "x", channel: "sms" }, async () => {
      const { values } = await sentCodes();
      await later();
      return { values, channel: "sms" };
    }),
    before("/actions/onboarding/check-code", { values: "x", channel: "sms", otp: "1234" }, async () => {
      const { values, sms } = await sentCodes();
      return { values, channel: "sms", otp: sms };
    }),
    before("/actions/onboarding/create-account", { phone_proof: "x", email_proof: "x" }, async () => ({
      ...(await proofs()),
      first_name: "Meena Kumari",
      password,
      mode: "json",
    })),
    before("/actions/onboarding/state", { application: "x" }, async () => {
      const user = await vendor();
      return post(
        "/actions/onboarding/register",
        { registration_type: "company", form: await formOf({ user, file: await paperOf(user, "Paper") }) },
        user,
      );
    }),
    before("/actions/customers/send-code", {}, async () => ({ phone: phone(), page: "commercial" })),
    before("/actions/customers/send-code-again", { values: "x" }, async () => {
      const { values } = await loggingIn();
      await later();
      return { values };
    }),
    before("/actions/customers/log-in-with-code", { values: "x", otp: "1234" }, loggingIn),
    before("/actions/customers/register", { proof: "x", customer_type: "public" }, async () => ({
      ...(await post("/actions/customers/log-in-with-code", await loggingIn())),
      customer_type: "public",
      first_name: "Anitha Raman",
      email: address(),
      password,
    })),
    before("/actions/enquiries", {}, async () => ({
      kind: "business",
      name: "Meena Kumari",
      email: address(),
      message: "Forty places",
    })),
    before("/actions/account/send-verification", {}, async () => ({ email: address() })),
    before("/auth/password/request", {}, async () => ({ email: address() })),
    before("/send-sms-otp", {}, async () => ({ phone_number: phone(), type: "login" })),
    before("/send-mail/otp", {}, async () => ({ to: address(), type: "login" })),
  ];

  const taxIds = (["gstin", "pan"] as const).map((name): ActionCase => {
    const route = name === "gstin" ? "/verify-gst" : "/verify-pan";
    const pan = panOf(next());
    return {
      route: `POST ${route}`,
      by: "admin",
      ask: () => ({ url: route, body: { [name]: name === "gstin" ? gstinOf(pan) : pan } }),
    };
  });

  const rest: ActionCase[] = [
    ...taxIds,
    ...["parking", "branch", "company"].map((of): ActionCase => ({
      route: "GET /actions/configuration/history",
      by: "admin",
      ask: () => ({ url: `/actions/configuration/history?of=${of}` }),
    })),
    {
      route: "POST /actions/configuration/services",
      by: "manager",
      ask: () => ({ url: "/actions/configuration/services", body: { is_parking: true } }),
    },
    {
      route: "POST /actions/outbox/:id/resend",
      by: "manager",
      rows: (site) => messageOf(site),
      ask: ({ id }) => ({ url: `/actions/outbox/${id}/resend`, body: {} }),
    },
    ...["/send-mail/test", "/send-sms/test"].map((name): ActionCase => {
      const known = make.user("manager", { branch: sites.own.branch, contact_number: phone() });
      return {
        route: `POST ${name}`,
        by: null,
        ask: () => ({ url: name, body: {} }),
        control: async () => ({ url: name, body: {}, token: await tokenOf(await known) }),
        isPublic: true,
      };
    }),
    { route: "POST /send-mail/*", by: null, ask: () => ({ url: "/send-mail/anything", body: {} }) },
  ];
  return [...onboarding, ...strangers, ...rest];

  async function messageOf(site: Site): Promise<Keys> {
    const set = {
      channel: "mail",
      recipient: `${site.mark}@example.com`,
      template: "test",
      reference: `r${next()}`,
      status: "sent",
      values: {},
      branch: site.branch.id,
      company: site.branch.company,
    };
    return { id: (await make.row("Outbox", {}, set)).id };
  }
};
