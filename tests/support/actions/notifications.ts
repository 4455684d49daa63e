// Actions of notifications: devices of a person, and what their worker reports with the token of one message and device.
import { notificationActions as contracts } from "#domain/messages/notification-actions.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { testConfig } from "#tests/support/app.ts";
import { type ActionCaseFactory, createContractCase, getContractPath } from "#tests/support/actions/action-case.ts";
import { withApprovalRequired } from "#tests/support/actions/gate.ts";
import type { RowKey, TenantSite } from "#tests/support/tenants.ts";
import { testTokens } from "#tests/support/tokens.ts";

const { seal } = createSealer(testConfig.secret);
/** A key pair that no browser has. */
const keys = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};
let count = 0;
const nextNumber = (): number => (count += 1);

export const notificationActions: ActionCaseFactory = (tenants) => {
  const { sql, factories, sites, createOnce, postAs } = tenants;

  async function createDevice(user: string): Promise<number> {
    const family = crypto.randomUUID();
    const number = nextNumber();
    await sql`
      insert into sessions (token_hash, family, "user", auth_version, created_at, expires_at, opened_at)
      values (${Buffer.from(`device ${number}`)}, ${family}, ${user}, 1, now(), now() + interval '1 day', now())`;
    const target = { channel: "web", endpoint: `https://push.example/${number}`, ...keys };
    const [device] = await sql<{ id: number }[]>`
      insert into push_subscriptions ("user", endpoint_hash, sealed, session, kinds, created_at)
      values (${user}, ${`device ${number}`}, ${seal(JSON.stringify(target))}, ${family}, '{}', now()) returning id`;
    return device!.id;
  }

  /** A request at the gate, and its notification on a device of the approver. */
  const createNotification = async (
    site: TenantSite,
    approver: string,
  ): Promise<{ message: number; device: number }> => {
    const body = {
      is_person: true,
      name: `${site.mark} guest`,
      phone_no: `94${String(nextNumber()).padStart(8, "0")}`,
    };
    const entry = await withApprovalRequired(tenants, site, () =>
      postAs(site, "staff", "/actions/parking/check-in", body),
    );
    const device = await createDevice(approver);
    const message = {
      channel: "push",
      recipient: approver,
      template: "approval-asked",
      reference: `notified-${nextNumber()}`,
      status: "sent",
      branch: site.branch.id,
      company: site.branch.company,
      expires_at: new Date(Date.now() + 3_600_000),
    };
    const [row] = await sql<{ id: number }[]>`insert into "Outbox" ${sql(message)} returning id`;
    await sql`
        insert into push_messages (message, "user", path, subject)
        select ${row!.id}, ${approver}, 'sealed', parking_main_info from "Parking_Information" where id = ${entry.id}`;
    return { message: row!.id, device };
  };
  const notified = (site: TenantSite) =>
    createOnce(site, "notification", () => createNotification(site, site.users.approver.id));
  const signToken = (payload: { message: number; device: number }) =>
    testTokens.issue({ kind: tokenKinds.notification, payload });
  /** Of a person whose session no earlier request has ended. */
  const createOwnToken = async (): Promise<string> => {
    const { id } = await factories.user("approver", { branch: sites.own.branch });
    return signToken(await createNotification(sites.own, id));
  };

  // The token is signed for one message and one device, and not valid for others.
  const reported = {
    allowedPerson: null,
    createKeys: async (site: TenantSite) => {
      const { message, device } = await notified(site);
      const signature = site.name === "own" ? signToken({ message, device }).split(".")[1]! : "x".repeat(32);
      return { message, device, signature };
    },
  } as const;
  const tokenOf = ({ message, device, signature }: { [key: string]: RowKey }) => `${message}-${device}.${signature}`;

  return [
    createContractCase(contracts.read, { allowedPerson: "manager" }),
    createContractCase(contracts.saveDevice, {
      allowedPerson: "manager",
      createBody: () => ({ endpoint: "https://push.example/own", ...keys, kinds: [], shows_details: false }),
    }),
    createContractCase(contracts.renewDevice, {
      allowedPerson: "manager",
      createBody: () => ({ endpoint: "https://push.example/none" }),
    }),
    createContractCase(contracts.removeDevice, {
      allowedPerson: "manager",
      createKeys: async (site) => ({ id: await createDevice(site.users.manager.id) }),
    }),
    createContractCase(contracts.reportSeen, {
      ...reported,
      createBody: (own) => ({ token: tokenOf(own) }),
      createControlRequest: async () => ({
        url: getContractPath(contracts.reportSeen),
        body: { token: await createOwnToken() },
      }),
    }),
    createContractCase(contracts.answer, {
      ...reported,
      createBody: (own) => ({ token: tokenOf(own), answer: "approve" }),
      createControlRequest: async () => ({
        url: getContractPath(contracts.answer),
        body: { token: await createOwnToken(), answer: "approve" },
      }),
    }),
  ];
};
