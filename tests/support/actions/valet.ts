// Valet actions: tickets and their transitions, the chat, and the customer's own page.
import { randomUUID } from "node:crypto";
import { offerActions } from "#domain/offers/actions.ts";
import type { Contract } from "#domain/schema/contract.ts";
import { valetActions as valetContracts } from "#domain/valet/actions.ts";
import { valetChatActions } from "#domain/valet/chat-actions.ts";
import { valetCustomerActions } from "#domain/valet/customer-actions.ts";
import { tipActions } from "#domain/valet/tips/tip-actions.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { createHandoverToken } from "#server/features/valet/handover-token.ts";
import { createTicketToken } from "#server/features/valet/ticket-link.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { type ActionCase, type ActionCaseFactory, createContractCase } from "#tests/support/actions/action-case.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createCardPayment, getSitePlate } from "#tests/support/actions/gate.ts";
import type { RowKey, RowKeys, TenantSite, Tenants } from "#tests/support/tenants.ts";

const createMessage = (text: string) => ({ client_id: randomUUID(), text });
const codePattern = /\b[1-9]\d{5}\b(?= is your code)/;
const moveSequence = ["park", "request-pickup", "accept-pickup", "at-the-gate"];

/** A ticket in this state, each transition made by the staff of its branch. */
export function createTicketInStatus({
  tenants,
  site,
  sequence,
}: TicketStatusOptions): Promise<{ id: RowKey; qr: string; plate: string }> {
  return tenants.createOnce(site, `ticket ${sequence}`, () => createTicketThroughMoves({ tenants, site, sequence }));
}

interface TicketStatusOptions {
  tenants: Tenants;
  site: TenantSite;
  sequence: number;
}

async function createTicketThroughMoves({
  tenants,
  site,
  sequence,
}: TicketStatusOptions): Promise<{ id: RowKey; qr: string; plate: string }> {
  const body = {
    Vehicle_Number: getSitePlate(site),
    Customer_Phone_Number: site.phone,
    Customer_Name: `${site.mark} owner`,
    // One open ticket for each tag.
    key_tag: getSitePlate(site),
  };
  const { id } = await tenants.postAs(site, "staff", "/actions/valet/create-ticket", body);
  for (const verb of moveSequence.slice(0, sequence - 1))
    await tenants.postAs(site, "staff", `/actions/valet/${id}/${verb}`);
  const qr = createHandoverToken({ tokens: testTokens, id: Number(id), renewedAt: null });
  return { id, qr, plate: body.Vehicle_Number };
}

/** Contracts that the token of the customer's page authorises. */
type HolderContract = Contract & { headers: { "x-ticket": string } };

export const valetActions: ActionCaseFactory = (tenants) => {
  const { sites, postAs, sql } = tenants;
  const own = sites.own;
  /** The customer's QR code of a ticket, by its id. */
  const codes = new Map<RowKey, string>();
  const ticket = (sequence: number) => async (site: TenantSite) => ({
    id: (await createTicketInStatus({ tenants, site, sequence })).id,
  });
  const talked = (site: TenantSite): Promise<RowKeys> => tenants.createOnce(site, "talked", () => createChat(site));
  const createChat = async (site: TenantSite): Promise<RowKeys> => {
    const { id } = await createTicketThroughMoves({ tenants, site, sequence: 1 });
    await postAs(site, "staff", `/actions/valet/${id}/chat/join`);
    const body = { client_id: randomUUID(), text: `${site.mark} is told` };
    await postAs(site, "staff", `/actions/valet/${id}/chat/send`, body);
    // A member of staff can hold only one conversation.
    await postAs(site, "staff", `/actions/valet/${id}/chat/end`);
    return { id };
  };
  const freshTicket = async (site: TenantSite): Promise<RowKeys> => ({
    id: (await createTicketThroughMoves({ tenants, site, sequence: 1 })).id,
  });
  /** A move by staff of a ticket in this state. */
  const move = (contract: Contract, sequence: number): ActionCase =>
    createContractCase(contract, { allowedPerson: "staff", createKeys: ticket(sequence) });
  /** A change of the chat that only its holder, who has joined before, may make. */
  const createChatCase = ({
    contract,
    verb,
    body = {},
  }: {
    contract: Contract;
    verb: string;
    body?: object;
  }): ActionCase =>
    createContractCase(contract, {
      allowedPerson: null,
      createKeys: talked,
      createBody: () => body,
      createControlRequest: async () => {
        const { id } = await talked(own);
        const token = await tenants.getToken(await tenants.factories.user("staff", { branch: own.branch }));
        const join = { url: `/actions/valet/${id}/chat/join`, body: {} };
        if (verb !== "join") await tenants.sendRequest({ method: "POST", request: join, token });
        return { url: `/actions/valet/${id}/chat/${verb}`, body, token };
      },
    });
  /** At a branch with two gates. */
  const withGates =
    (createKeys: (site: TenantSite) => Promise<RowKeys>) =>
    async (site: TenantSite): Promise<RowKeys> => {
      await sql`update "Valet_and_Parking_Configuration" set pickup_gates = 'Main gate, Tower B'
        where id = (select valet_and_parking_config from "Branch" where id = ${site.branch.id})`;
      return createKeys(site);
    };
  /** A search by this property of a ticket; without a match its list is empty. */
  const searchBy = (key: "plate" | "phone" | "otp"): Pick<ActionCase, "allowedPerson" | "createKeys" | "isSilent"> => ({
    // Only managers search by code.
    allowedPerson: key === "otp" ? "manager" : "staff",
    createKeys: async (site) => {
      const { id, plate } = await createTicketInStatus({ tenants, site, sequence: 1 });
      if (key !== "otp") return { [key]: { plate, phone: site.phone }[key] };
      const { otp } = await postAs(site, "manager", `/actions/valet/${id}/new-code`);
      return { otp: String(otp) };
    },
    isSilent: true,
  });

  const staff: ActionCase[] = [
    createContractCase(valetContracts.createTicket, {
      allowedPerson: "staff",
      createKeys: (site) => ({ branch: site.branch.id, staff: site.users.staff.id, file: site.file }),
      createBody: ({ branch, staff: driver, file }) => ({
        branch: Number(branch),
        Assigned_Staff: String(driver),
        entry_images: [String(file)],
        Vehicle_Number: getSitePlate(own),
        Customer_Phone_Number: own.phone,
      }),
    }),
    createContractCase(valetContracts.scan, {
      allowedPerson: "staff",
      createKeys: ticket(1),
      createBody: ({ id }) => ({
        text: testTokens.issue({ kind: tokenKinds.qr, payload: { kind: "V", id: Number(id) } }),
      }),
    }),
    ...(["plate", "phone", "otp"] as const).map((key) =>
      createContractCase(valetContracts.find, {
        ...searchBy(key),
        createQuery: (keys) => ({ text: String(keys[key]) }),
      }),
    ),
    createContractCase(valetContracts.findReturning, {
      ...searchBy("plate"),
      createQuery: ({ plate }) => ({ plate: String(plate) }),
    }),
    move(valetContracts.readSlip, 1),
    move(valetContracts.printSlip, 1),
    // Its page shows the handover code, which drivers do not see.
    createContractCase(valetContracts.readPageLink, { allowedPerson: "manager", createKeys: ticket(1) }),
    move(valetContracts.renewCode, 2),
    move(valetContracts.readMessage, 1),
    createContractCase(valetContracts.resendMessage, {
      allowedPerson: "staff",
      // A phone number without the messages of other cases, which have used up its quota.
      createKeys: async (site) => {
        const body = { Vehicle_Number: getSitePlate(site), Customer_Phone_Number: "9500000303" };
        return { id: (await postAs(site, "staff", "/actions/valet/create-ticket", body)).id };
      },
    }),
    createContractCase(valetContracts.correct, {
      allowedPerson: "staff",
      createKeys: freshTicket,
      createBody: () => ({ Customer_Name: "Kavitha Raman", reason: "Misheard" }),
    }),
    createContractCase(valetContracts.voidTicket, {
      allowedPerson: "staff",
      createKeys: freshTicket,
      createBody: () => ({ reason: "Entered twice" }),
    }),
    move(valetContracts.park, 1),
    createContractCase(valetContracts.changeSlot, {
      allowedPerson: "staff",
      createKeys: ticket(2),
      createBody: () => ({ key_tag: "K9" }),
    }),
    createContractCase(valetContracts.repark, {
      allowedPerson: "staff",
      createKeys: async (site) => ({ id: (await createTicketThroughMoves({ tenants, site, sequence: 4 })).id }),
    }),
    move(valetContracts.requestPickup, 2),
    createContractCase(valetContracts.choosePickupGate, {
      allowedPerson: "staff",
      createKeys: withGates(async (site) => ({
        id: (await createTicketThroughMoves({ tenants, site, sequence: 3 })).id,
      })),
      createBody: () => ({ pickup_gate: "Tower B" }),
    }),
    move(valetContracts.acceptPickup, 3),
    move(valetContracts.markAtGate, 4),
    createContractCase(valetContracts.handOver, {
      allowedPerson: null,
      createKeys: async (site) => ({ ...(await ticket(5)(site)), file: site.file }),
      createBody: ({ file }) => ({ handover_note: "Known to us", entry_images: [String(file)] }),
    }),
    createContractCase(valetContracts.handOver, {
      allowedPerson: "staff",
      createKeys: async (site) => {
        const { id, qr } = await tenants.createOnce(site, "settled ticket", async () => {
          const created = await createTicketThroughMoves({ tenants, site, sequence: 5 });
          await postAs(site, "staff", `/actions/valet/${created.id}/take-cash`);
          return created;
        });
        codes.set(id, qr);
        return { id };
      },
      // Another site's ticket comes with its right code.
      createBody: ({ id }) => ({ qr: codes.get(id!) ?? "1234" }),
    }),
    createContractCase(offerActions.quoteTicket, { allowedPerson: "staff", createKeys: ticket(5) }),
    move(valetContracts.takeCash, 5),
    createContractCase(valetContracts.takePayment, {
      allowedPerson: "staff",
      createKeys: async (site) => {
        await sql`update "Branch" set payment_channels = '["card_terminal"]' where id = ${site.branch.id}`;
        return { id: (await createTicketThroughMoves({ tenants, site, sequence: 5 })).id };
      },
      createBody: ({ id }) => createCardPayment({ kind: "V", id: Number(id) }),
    }),
    createContractCase(valetContracts.declineOffer, {
      allowedPerson: "staff",
      createKeys: async (site) => {
        const { id } = await createTicketThroughMoves({ tenants, site, sequence: 3 });
        await offerPickup({ tenants, id, to: site.users.staff.id });
        return { id };
      },
    }),
    createContractCase(valetContracts.reassign, {
      allowedPerson: "manager",
      createKeys: async (site) => ({ ...(await ticket(2)(site)), to: site.users.staff.id }),
      createBody: ({ to }) => ({ to: String(to) }),
    }),
    createContractCase(valetChatActions.read, { allowedPerson: "staff", createKeys: talked }),
    createContractCase(valetChatActions.markRead, {
      allowedPerson: "staff",
      createKeys: talked,
      createBody: () => ({ to: 1 }),
    }),
    createChatCase({ contract: valetChatActions.join, verb: "join" }),
    createChatCase({ contract: valetChatActions.send, verb: "send", body: createMessage("It is on its way") }),
    createChatCase({ contract: valetChatActions.end, verb: "end" }),
  ];

  /** A tip for the site's staff, paid in cash. */
  const tipped = async (site: TenantSite): Promise<RowKeys> => {
    const { id } = await createTicketThroughMoves({ tenants, site, sequence: 1 });
    await sql`update "Valet_and_Parking_Information" set valet_tip = 30, payment_mode = 'cash', out_time = now(), status_id = 6,
      "Assigned_Staff" = ${site.users.staff.id} where id = ${id}`;
    return { driver: site.users.staff.id };
  };
  const offeredTips = async (site: TenantSite): Promise<RowKeys> => {
    const [row] = await sql<{ id: number }[]>`
      insert into tip_payouts (branch, company, driver, cash_amount, online_amount)
      values (${site.branch.id}, ${site.branch.company}, ${site.users.employee.id}, 30, 0) returning id`;
    return { id: row!.id };
  };
  const tips: ActionCase[] = [
    createContractCase(tipActions.list, { allowedPerson: "staff" }),
    createContractCase(tipActions.payOut, {
      allowedPerson: "manager",
      createKeys: tipped,
      createBody: ({ driver }) => ({ driver: String(driver) }),
    }),
    createContractCase(tipActions.decide, {
      allowedPerson: "manager",
      createKeys: offeredTips,
      createBody: () => ({ state: "withdrawn" as const }),
    }),
  ];

  /** The key of the customer's page is signed for one ticket and not valid for another. */
  const signKeys = (site: TenantSite, id: RowKey): RowKeys => {
    const signature = createTicketToken({ tokens: testTokens, id: Number(id), renewedAt: null }).split(".")[1]!;
    return { id, signature: site.name === "own" ? signature : "x".repeat(32) };
  };
  const createTicketAt =
    (sequence: number) =>
    async (site: TenantSite): Promise<RowKeys> => {
      const { id } = sequence === 0 ? await talked(site) : await ticket(sequence)(site);
      return signKeys(site, id!);
    };
  const holders = (
    contract: HolderContract,
    {
      rows,
      body,
      createKeys = createTicketAt(rows),
    }: Partial<Pick<ActionCase, "createKeys">> & { rows: number; body?: object },
  ): ActionCase =>
    createContractCase(contract, {
      allowedPerson: "nobody",
      createKeys,
      createHeaders: ({ id, signature }) => ({ "x-ticket": `${id}.${signature}` }),
      ...(body ? { createBody: () => body } : {}),
    });
  /** A separate phone: the code must not be searched among messages of others. */
  const soughtTicket = async (phone: string) => {
    const text = getSitePlate(own);
    await postAs(own, "staff", "/actions/valet/create-ticket", { Vehicle_Number: text, Customer_Phone_Number: phone });
    return { company: own.company, branch: own.branch.slug, text };
  };
  const customer: ActionCase[] = [
    // The response is the same for any ticket; the code is sent to the ticket's phone only.
    createContractCase(valetCustomerActions.sendCode, {
      allowedPerson: null,
      createBody: () => ({ company: own.company, branch: own.branch.slug, text: "" }),
      createControlRequest: async () => ({
        url: "/actions/valet/customer/send-code",
        body: await soughtTicket("9500000301"),
      }),
      isPublic: true,
    }),
    createContractCase(valetCustomerActions.logIn, {
      allowedPerson: null,
      createBody: () => ({ values: "x", otp: "123456" }),
      createControlRequest: async () => {
        const body = await soughtTicket("9500000302");
        const sent = await tenants.sendRequest({
          method: "POST",
          request: { url: "/actions/valet/customer/send-code", body },
          token: undefined,
        });
        // The ticket's own message comes first.
        const otp = await eventually(async () => codePattern.exec(await tenants.findMessageTo("9500000302"))![0]);
        return { url: "/actions/valet/customer/log-in", body: { values: sent.data.values, otp } };
      },
      isPublic: true,
    }),
    holders(valetCustomerActions.readStatus, { rows: 1 }),
    holders(valetCustomerActions.requestPickup, { rows: 2 }),
    holders(valetCustomerActions.cancelPickup, {
      rows: 3,
      createKeys: async (site) => signKeys(site, (await createTicketThroughMoves({ tenants, site, sequence: 3 })).id),
    }),
    holders(valetCustomerActions.choosePickupGate, {
      rows: 2,
      body: { pickup_gate: "Tower B" },
      createKeys: withGates(createTicketAt(2)),
    }),
    holders(valetCustomerActions.schedulePickup, {
      rows: 2,
      body: { at: new Date(Date.now() + 5_400_000).toISOString() },
    }),
    holders(valetCustomerActions.setTip, { rows: 2, body: { tip: "20.00" } }),
    holders(valetCustomerActions.payTip, { rows: 3, body: { tip: "20.00" } }),
    holders(valetCustomerActions.rate, {
      rows: 6,
      body: { rating: 4 },
      createKeys: async (site) => {
        const { id } = await createTicketThroughMoves({ tenants, site, sequence: 1 });
        await sql`update "Valet_and_Parking_Information" set out_time = now(), status_id = 6 where id = ${Number(id)}`;
        return signKeys(site, id);
      },
    }),
    holders(valetCustomerActions.readChat, { rows: 0 }),
    holders(valetCustomerActions.sendMessage, {
      rows: 0,
      body: { ...createMessage("Where is it?"), name: "Anitha" },
    }),
    holders(valetCustomerActions.markChatRead, { rows: 0, body: { to: 1 } }),
    createContractCase(valetCustomerActions.watch, {
      allowedPerson: "nobody",
      createKeys: createTicketAt(1),
      createQuery: ({ id, signature }) => ({ t: `${id}.${signature}` }),
    }),
  ];
  return [...staff, ...tips, ...customer];
};

/** The driver who gets the offer, by the offer scheduler. */
async function offerPickup({ tenants: { sql }, id, to }: { tenants: Tenants; id: RowKey; to: string }): Promise<void> {
  await sql`
    update "Valet_and_Parking_Information" set offered_to = ${to}, offered_at = now(), offer_expires_at = now() + interval '1 hour'
    where id = ${id}`;
}
