// Actions of the gate: entries, passes, invites, approvals.
import { approvalActions } from "#domain/approvals/actions.ts";
import { inviteActions } from "#domain/invites/actions.ts";
import { offerActions } from "#domain/offers/actions.ts";
import { reportActions } from "#domain/reports/actions.ts";
import { scheduleActions } from "#domain/reports/schedules/actions.ts";
import { parkingActions } from "#domain/parking/actions.ts";
import { createPaymentRequest } from "#domain/payments/channels/payment-channels.ts";
import { passActions } from "#domain/passes/actions.ts";
import { preBookingActions } from "#domain/pre-booking/actions.ts";
import { unitActions, visitActions } from "#domain/visitors/actions.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { type ActionCase, type ActionCaseFactory, createContractCase } from "#tests/support/actions/action-case.ts";
import type { RowKey, RowKeys, TenantSite, Tenants } from "#tests/support/tenants.ts";

let count = 0;
const createRejection = () => ({ reason: "Not expected" });
export const getSitePlate = ({ mark }: TenantSite): string => `${mark}${String((count += 1)).padStart(5, "0")}`;
const nextPhone = (): string => `97100${String((count += 1)).padStart(5, "0")}`;
const getSoonTime = (): string => new Date(Date.now() + 3_600_000).toISOString();

const createVisitorBody = (site: TenantSite) => ({
  vehicle_no: getSitePlate(site),
  phone_no: site.phone,
  name: `${site.mark} visitor`,
});

/** The first payment of an entry or ticket, by card. */
export const createCardPayment = (entry: { kind: "P" | "V"; id: number }) => ({
  channel: "card_terminal" as const,
  reference: "RRN1234",
  request: createPaymentRequest({ ...entry, recorded: 0 }),
});

export async function createEntry({ postAs }: Tenants, site: TenantSite): Promise<RowKey> {
  return (await postAs(site, "staff", "/actions/parking/check-in", createVisitorBody(site))).id;
}

export async function createPass({ postAs }: Tenants, site: TenantSite): Promise<RowKey> {
  const length = { time_type: "days", duration: 3 };
  return (await postAs(site, "staff", "/actions/passes", { ...createVisitorBody(site), ...length })).id;
}

async function createInvite({ postAs }: Tenants, site: TenantSite): Promise<RowKey> {
  return (
    await postAs(site, "manager", "/actions/invites", { ...createVisitorBody(site), invite_end_date: getSoonTime() })
  ).id;
}

/** While entries are approved there: earlier requests stay pending. */
export async function withApprovalRequired<T>({ sql }: Tenants, site: TenantSite, work: () => Promise<T>): Promise<T> {
  const setSecurity = (security: string) =>
    sql`update "Parking_Configuration" set security = ${security}
      where id = (select parking_config from "Branch" where id = ${site.branch.id})`;
  await setSecurity("advanced_security");
  await sql`update "Branch" set entity_type = 'government' where id = ${site.branch.id}`;
  const created = await work();
  await sql`update "Branch" set entity_type = 'commercial' where id = ${site.branch.id}`;
  await setSecurity("less_security");
  return created;
}

export const gateActions: ActionCaseFactory = (tenants) => {
  const { factories, postAs, getToken, sites, createOnce, sql } = tenants;
  const own = sites.own;
  const checkInFields = { vehicle_no: () => getSitePlate(own), phone_no: own.phone, name: "OWNQ visitor" };
  const createCheckInBody = (fields: object) => ({
    ...checkInFields,
    vehicle_no: checkInFields.vehicle_no(),
    ...fields,
  });
  const getBranch = (site: TenantSite) => ({ branch: site.branch.id });
  const entry = (site: TenantSite) => createOnce(site, "visit", async () => ({ id: await createEntry(tenants, site) }));
  /** The visitor record of an entry without a pass. */
  const recordWithoutPass = async (site: TenantSite) => {
    const { id } = await entry(site);
    const [row] = await sql<{ visitorRecord: number }[]>`
      select parking_main_info as "visitorRecord" from "Parking_Information" where id = ${id}`;
    return { id: row!.visitorRecord };
  };
  const pass = (site: TenantSite) => createOnce(site, "pass", async () => ({ id: await createPass(tenants, site) }));
  /** A valid pass with a renewal that is due. */
  const duePass = (site: TenantSite) =>
    createOnce(site, "due pass", async () => {
      const id = await createPass(tenants, site);
      await sql`
        update "Parking_Main_Information" set due_amount = 20, due_from = pass_end_time, due_till = pass_end_time + interval '1 day'
        where id = ${Number(id)}`;
      return { id };
    });
  const offer = (site: TenantSite) =>
    createOnce(site, "offer", async () => {
      const { branch } = site;
      const fields = { coupon_title: "Opening week", kind: "flat", amount: "20.00" };
      return { id: (await factories.row("Offers", { company: branch.company, branch: branch.id, ...fields })).id };
    });
  /** Seen by everybody on public pages. */
  const listedOffer = (site: TenantSite) =>
    createOnce(site, "listed offer", async () => {
      const { branch } = site;
      const fields = { coupon_title: "Monsoon week", kind: "flat", amount: "20.00", is_listed: true };
      const { id } = await factories.row("Offers", { company: branch.company, branch: branch.id, ...fields });
      await sql`update "Offers" set state = 'running' where id = ${id}`;
      return { id };
    });
  const savedOffer = async (site: TenantSite) => {
    const { id } = await listedOffer(site);
    if (site.name === "own")
      await sql`insert into "Saved_Offers" ("user", offer) values (${site.users.customer.id}, ${id}) on conflict do nothing`;
    return { id };
  };
  const invite = (site: TenantSite) =>
    createOnce(site, "invite", async () => ({ id: await createInvite(tenants, site) }));
  /** Keys of its link, which is signed for one invite and not valid for another. */
  const signInvite = async (site: TenantSite) => {
    const { id } = await invite(site);
    const token = testTokens.issue({ kind: tokenKinds.inviteLink, payload: Number(id) });
    return { id, signature: site.name === "own" ? token.split(".")[1]! : "x".repeat(32) };
  };
  const settledEntry = (site: TenantSite) =>
    createOnce(site, "settled entry", async () => {
      const id = await createEntry(tenants, site);
      await postAs(site, "staff", `/actions/parking/${id}/take-cash`);
      return { id };
    });
  const createPending = (site: TenantSite, createRow: typeof createEntry) =>
    createOnce(site, `waiting ${createRow.name}`, async () => ({
      id: await withApprovalRequired(tenants, site, () => createRow(tenants, site)),
    }));
  const pending = (site: TenantSite) => createPending(site, createEntry);
  const waitingPass = (site: TenantSite) => createPending(site, createPass);

  /** A flat with one member, and a visitor who waits at its gate. */
  const visit = (site: TenantSite) =>
    createOnce(site, "visit of a unit", async () => {
      const [unit] = await sql<{ id: number }[]>`
        insert into "Branch_Units" (branch, name) values (${site.branch.id}, ${`${site.mark} flat ${(count += 1)}`}) returning id`;
      const [member] = await sql<{ id: number }[]>`
        insert into "Unit_Members" (unit, name, phone) values (${unit!.id}, ${`${site.mark} member`}, '9840012345') returning id`;
      const id = await withApprovalRequired(tenants, site, async () => {
        const body = { ...createVisitorBody(site), unit: unit!.id };
        return (await postAs(site, "staff", "/actions/parking/check-in", body)).id;
      });
      return { id, unit: unit!.id, member: member!.id };
    });
  // The link is signed for one entry and one member, and not valid for others.
  const visitLink = {
    allowedPerson: "nobody",
    createKeys: async (site: TenantSite) => {
      const { id, member } = await visit(site);
      const token = testTokens.issue({
        kind: tokenKinds.visitLink,
        payload: { entry: Number(id), member },
      });
      return { id: id!, member: member!, signature: site.name === "own" ? token.split(".")[1]! : "x".repeat(32) };
    },
    createHeaders: ({ id, member, signature }: { [key: string]: RowKey }) => ({
      "x-visit": `${id}-${member}.${signature}`,
    }),
  } as const;

  const parking: ActionCase[] = [
    createContractCase(parkingActions.checkIn, {
      allowedPerson: "staff",
      createKeys: async (site) => ({
        branch: site.branch.id,
        visitor: site.users.employee.id,
        file: site.file,
      }),
      createBody: ({ branch, visitor, file }) =>
        createCheckInBody({ branch, visitor_id: visitor, entry_images: [String(file)] }),
    }),
    createContractCase(parkingActions.checkIn, {
      allowedPerson: "staff",
      createKeys: async (site) => ({ unit: (await visit(site)).unit! }),
      createBody: ({ unit }) => createCheckInBody({ unit }),
    }),
    createContractCase(parkingActions.checkIn, {
      allowedPerson: "staff",
      createKeys: pass,
      createBody: ({ id }) => ({ parking_main_info: id }),
    }),
    ...(["P", "M"] as const).map((kind) =>
      createContractCase(parkingActions.scan, {
        allowedPerson: "staff",
        createKeys: kind === "P" ? entry : pass,
        createBody: ({ id }) => ({
          text: testTokens.issue({ kind: tokenKinds.qr, payload: { kind, id: Number(id) } }),
        }),
      }),
    ),
    createContractCase(parkingActions.readSlip, { allowedPerson: "staff", createKeys: entry }),
    createContractCase(parkingActions.printSlip, { allowedPerson: "staff", createKeys: entry }),
    createContractCase(parkingActions.checkInEntry, {
      allowedPerson: "staff",
      createKeys: async (site) => ({ ...(await invite(site)), file: site.file, phone: site.phone }),
      createBody: ({ file, phone }) => ({ entry_images: [String(file)], phone_no: String(phone) }),
    }),
    createContractCase(offerActions.readFigures, { allowedPerson: "manager" }),
    createContractCase(reportActions.read, {
      allowedPerson: "manager",
      createParameters: () => ({ report: "revenue" }),
      createQuery: () => ({ from: "2026-01-01", to: "2026-01-31" }),
    }),
    createContractCase(reportActions.exportFile, {
      allowedPerson: "manager",
      createParameters: () => ({ report: "revenue" }),
      createQuery: () => ({ from: "2026-01-01", to: "2026-01-31", format: "xlsx" }),
    }),
    createContractCase(scheduleActions.listReaders, { allowedPerson: "manager" }),
    createContractCase(scheduleActions.leave, {
      allowedPerson: "manager",
      createKeys: async ({ branch, users }) => {
        const place = { company: branch.company, branch: branch.id };
        const values = { report: "revenue", frequency: "daily", hour: 7, recipients: [users.manager.id] };
        // Never due: mails are sent by a job that may run beside another case.
        const systemValues = { mailed_until: "9999-12-31" };
        return { id: (await factories.row("Report_Schedules", { ...place, ...values }, systemValues)).id };
      },
    }),
    createContractCase(offerActions.preview, { allowedPerson: "manager", createKeys: offer }),
    // Everybody sees the offer, whose company gains a customer.
    createContractCase(offerActions.save, {
      allowedPerson: "customer",
      createKeys: listedOffer,
      openTo: { id: ["customer"] },
    }),
    createContractCase(offerActions.removeSaved, { allowedPerson: "customer", createKeys: savedOffer }),
    createContractCase(offerActions.listSaved, { allowedPerson: "customer" }),
    createContractCase(offerActions.quoteEntry, { allowedPerson: "staff", createKeys: entry }),
    createContractCase(parkingActions.takeCash, { allowedPerson: "staff", createKeys: entry }),
    createContractCase(parkingActions.takePayment, {
      allowedPerson: "staff",
      createKeys: async (site) => {
        await sql`update "Branch" set payment_channels = '["card_terminal"]' where id = ${site.branch.id}`;
        return { id: await createEntry(tenants, site) };
      },
      createBody: ({ id }) => createCardPayment({ kind: "P", id: Number(id) }),
    }),
    createContractCase(parkingActions.correct, {
      allowedPerson: "manager",
      createKeys: entry,
      createBody: () => ({ vehicle_no: getSitePlate(own), reason: "Typing error" }),
    }),
    createContractCase(parkingActions.edit, {
      allowedPerson: "staff",
      createKeys: entry,
      createBody: () => ({ name: "Kavya", shown: {} }),
    }),
    createContractCase(parkingActions.recordExit, {
      allowedPerson: "manager",
      createKeys: entry,
      createBody: () => ({ out_time: new Date().toISOString(), reason: "Barrier was open" }),
    }),
    createContractCase(parkingActions.voidEntry, {
      allowedPerson: "manager",
      createKeys: entry,
      createBody: () => ({ reason: "Entered twice" }),
    }),
    createContractCase(parkingActions.checkOut, { allowedPerson: "staff", createKeys: settledEntry }),
  ];

  const paidPass = async (site: TenantSite): Promise<RowKeys> => {
    const id = await createPass(tenants, site);
    await sql`
      update "Parking_Main_Information" set due_amount = 20, due_from = pass_end_time, due_till = pass_end_time + interval '1 day'
      where id = ${Number(id)}`;
    await postAs(site, "staff", `/actions/passes/${Number(id)}/take-payment`, {});
    const [payment] = await sql<{ id: number }[]>`select id from payments where pass = ${Number(id)}`;
    return { id, payment: payment!.id };
  };
  const reversal: ActionCase = createContractCase(passActions.reversePayment, {
    allowedPerson: "staff",
    createKeys: paidPass,
    createBody: ({ payment }) => ({ payment: Number(payment), reason: "Typing error" }),
    // Another case counts the shift of the payment.
    createControlRequest: async () => ({
      ...reversal.createRequest(await paidPass(own)),
      token: await getToken(own.users.staff),
    }),
  });

  let bookingHours = 0;
  /** Each booking is for a time of its own. */
  const createBookingTime = () => {
    bookingHours += 2;
    const start = Date.now() + bookingHours * 3_600_000;
    return {
      booking_start_time: new Date(start).toISOString(),
      booking_end_time: new Date(start + 3_600_000).toISOString(),
    };
  };
  const openBooking = async (site: TenantSite) => {
    const settings = await factories.row("Pre_Booking_Configuration", { bookable_share: 100 });
    await sql`update "Branch" set is_pre_booking = true, pre_booking_config = ${settings.id} where id = ${site.branch.id}`;
    await sql`insert into "Slot_Blocks" (branch, service, zone_or_block, slot_prefix, total_slots)
      select ${site.branch.id}, 'is_parking', 'Booked', 'BK', 900
      where not exists (select from "Slot_Blocks" where branch = ${site.branch.id} and service = 'is_parking')`;
    return { branch: site.branch.id };
  };
  const createBooking = (site: TenantSite, name: string) =>
    createOnce(site, name, async () => {
      await openBooking(site);
      const body = { ...createVisitorBody(site), ...createBookingTime() };
      return { id: (await postAs(site, "staff", "/actions/pre-bookings", body)).id };
    });
  const preBookings: ActionCase[] = [
    createContractCase(preBookingActions.quote, {
      allowedPerson: "staff",
      createKeys: openBooking,
      createBody: ({ branch }) => ({ branch: Number(branch), ...createBookingTime() }),
    }),
    createContractCase(preBookingActions.create, {
      allowedPerson: "staff",
      createKeys: openBooking,
      createBody: ({ branch }) => ({
        ...createVisitorBody(own),
        ...createBookingTime(),
        branch: Number(branch),
      }),
    }),
    createContractCase(preBookingActions.prepay, {
      allowedPerson: "staff",
      createKeys: async (site) => {
        const { id } = await createBooking(site, "booking to pay");
        await sql`update "Pre_Booking_Information" set quoted_amount = 20 where id = ${Number(id)}`;
        return { id };
      },
    }),
    createContractCase(preBookingActions.arrive, {
      allowedPerson: "staff",
      createKeys: async (site) => {
        const { id } = await createBooking(site, "booking to arrive");
        await sql`update "Pre_Booking_Information" set held_from = now() where id = ${Number(id)}`;
        return { id };
      },
    }),
    createContractCase(preBookingActions.cancel, {
      allowedPerson: "staff",
      createKeys: (site) => createBooking(site, "booking to cancel"),
      createBody: () => ({ reason: "Called off" }),
    }),
  ];

  const passes: ActionCase[] = [
    createContractCase(passActions.issue, {
      allowedPerson: "manager",
      createKeys: getBranch,
      createBody: ({ branch }) => createCheckInBody({ branch, time_type: "days", duration: 3 }),
    }),
    createContractCase(passActions.read, { allowedPerson: "staff", createKeys: pass }),
    createContractCase(passActions.quote, {
      allowedPerson: "staff",
      createKeys: pass,
      createBody: ({ id }) => ({ pass: Number(id), time_type: "days" as const, duration: 3 }),
    }),
    createContractCase(passActions.edit, {
      allowedPerson: "staff",
      createKeys: pass,
      createBody: () => ({ entry_reason: "Gym", shown: {} }),
    }),
    createContractCase(passActions.keepSlot, { allowedPerson: "staff", createKeys: pass, createBody: () => ({}) }),
    createContractCase(passActions.send, {
      allowedPerson: "staff",
      createKeys: (site) =>
        createOnce(site, "pass to send", async () => {
          const id = await createPass(tenants, site);
          // Messages per person and day are limited.
          await sql`update "Parking_Main_Information" set phone_no = ${nextPhone()} where id = ${Number(id)}`;
          return { id };
        }),
    }),
    // Its key is signed for one pass and not valid for another.
    createContractCase(passActions.readAsHolder, {
      allowedPerson: "nobody",
      createKeys: async (site) => {
        const { id } = await pass(site);
        const token = testTokens.issue({ kind: tokenKinds.passLink, payload: Number(id) });
        return { id, signature: site.name === "own" ? token.split(".")[1]! : "x".repeat(32) };
      },
      createHeaders: ({ id, signature }) => ({ "x-pass": `${id}.${signature}` }),
    }),
    createContractCase(passActions.readReturn, { allowedPerson: "staff", createKeys: pass }),
    createContractCase(passActions.end, {
      allowedPerson: "manager",
      createKeys: (site) => createOnce(site, "pass to end", async () => ({ id: await createPass(tenants, site) })),
      createBody: () => ({ reason: "Moved away" }),
    }),
    createContractCase(passActions.move, {
      allowedPerson: "staff",
      createKeys: (site) => createOnce(site, "pass to move", async () => ({ id: await createPass(tenants, site) })),
      createBody: () => ({ vehicle_no: getSitePlate(own) }),
    }),
    createContractCase(passActions.takePayment, {
      allowedPerson: "staff",
      createKeys: duePass,
      createBody: () => ({ channel: "cash" as const }),
    }),
    reversal,
    ...[pass, recordWithoutPass, waitingPass].map((createKeys) =>
      createContractCase(passActions.renew, {
        allowedPerson: createKeys === pass ? "manager" : null,
        createKeys,
        createBody: () => ({ time_type: "days" as const, duration: 9 }),
      }),
    ),
    createContractCase(approvalActions.approvePass, { allowedPerson: "approver", createKeys: waitingPass }),
    createContractCase(approvalActions.rejectPass, {
      allowedPerson: "approver",
      createKeys: waitingPass,
      createBody: createRejection,
    }),
    // A decided one counts as absent too.
    ...[pending, entry].flatMap((createKeys) => {
      const options = { allowedPerson: createKeys === pending ? "approver" : null, createKeys } as const;
      return [
        createContractCase(approvalActions.approveEntry, options),
        createContractCase(approvalActions.rejectEntry, { ...options, createBody: createRejection }),
      ];
    }),
    createContractCase(approvalActions.readAnswerTimes, { allowedPerson: "approver" }),
  ];

  const invites: ActionCase[] = [
    createContractCase(inviteActions.create, {
      allowedPerson: "manager",
      createKeys: (site) => ({ branch: site.branch.id, visitor: site.users.employee.id }),
      // Messages per person and day are limited.
      createBody: ({ branch, visitor }) =>
        createCheckInBody({ branch, visitor_id: visitor, invite_end_date: getSoonTime(), phone_no: nextPhone() }),
      // Customers may invite to any open commercial branch; employees are always the person to meet.
      openTo: { branch: ["customer"], visitor: ["employee"] },
    }),
    createContractCase(inviteActions.readHomes, { allowedPerson: "customer" }),
    createContractCase(inviteActions.read, { allowedPerson: "manager", createKeys: invite }),
    createContractCase(inviteActions.cancel, { allowedPerson: "manager", createKeys: invite }),
    createContractCase(inviteActions.readAsVisitor, {
      allowedPerson: "nobody",
      createKeys: signInvite,
      createHeaders: ({ id, signature }) => ({ "x-invite": `${id}.${signature}` }),
    }),
    createContractCase(inviteActions.watchAsVisitor, {
      allowedPerson: "nobody",
      createKeys: signInvite,
      createQuery: ({ id, signature }) => ({ t: `${id}.${signature}` }),
    }),
  ];
  const unitsFile = {
    allowedPerson: "manager",
    createBody: () => {
      const form = new FormData();
      form.append("file", new Blob([`Unit\nU-${nextPhone()}`], { type: "text/csv" }), "units.csv");
      return form;
    },
  } as const;
  const visits: ActionCase[] = [
    createContractCase(visitActions.readRequest, visitLink),
    createContractCase(visitActions.answerRequest, {
      ...visitLink,
      createBody: () => ({ decision: "approve" as const }),
    }),
    createContractCase(unitActions.previewImport, unitsFile),
    createContractCase(unitActions.import, unitsFile),
  ];
  return [...parking, ...preBookings, ...passes, ...invites, ...visits];
};
