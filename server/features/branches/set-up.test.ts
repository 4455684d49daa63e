// §2 /configurations/branch: enabled services, opening hours, amenities, banners and mail texts of a branch, and
// enquiries to the platform.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const services = await startSimulatedIntegrations();
const { asUser, sql } = await startApp({ integrations: services.integrations, runsJobs: true });
const make = createFactories(sql);
const createManager = async (branch: CreatedBranch) => asUser(await make.user("manager", { branch }));

test("enables a service with its own configuration and disables it only without vehicles inside", async () => {
  const branch = await make.branch();
  const manager = await createManager(branch);
  const path = `/items/Branch/${branch.id}`;
  assert.equal((await manager.patch(path, { is_valet_and_parking: true })).code, "SERVICE_NOT_SET_UP");
  const setServices = (sent: object) => manager.post("/actions/configuration/services", sent);
  assert.equal((await setServices({ is_valet_and_parking: true })).status, 204);
  assert.equal((await setServices({ is_parking: false })).status, 204);
  assert.equal((await setServices({ is_valet_and_parking: false })).code, "SERVICE_REQUIRED");
  assert.equal((await setServices({ status: "archived" })).code, "INVALID_PAYLOAD");
  const ticket = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  assert.equal((await manager.post("/actions/valet/create-ticket", ticket)).code, "TARIFF_REQUIRED");
  const [config] = await sql<{ id: number }[]>`
    select valet_and_parking_config as id from "Branch" where id = ${branch.id}`;
  await manager.patch(`/items/Valet_and_Parking_Configuration/${config!.id}`, { is_free: true });
  assert.equal((await manager.post("/actions/valet/create-ticket", ticket)).status, 200);
  assert.equal((await setServices({ is_parking: true })).status, 204);
  assert.equal((await manager.patch(path, { is_valet_and_parking: false })).code, "VEHICLES_MOVING");
  const vehicle = { vehicle_no: make.plate(), phone_no: "9840012345" };
  assert.equal((await manager.post("/actions/parking/check-in", vehicle)).status, 200);
  assert.equal((await setServices({ is_parking: false })).code, "VEHICLES_MOVING");
  const staff = await asUser(await make.user("staff", { branch }));
  assert.equal((await staff.post("/actions/configuration/services", { is_pre_booking: true })).code, "FORBIDDEN");
  const stored = await sql`select count(*)::integer as count from "Valet_and_Parking_Configuration"`;
  assert.equal(stored[0]!["count"], 1);
});

test("validates opening hours and amenities, which are public", async () => {
  const branch = await make.branch();
  const manager = await createManager(branch);
  const updateBranch = (row: object) => manager.patch(`/items/Branch/${branch.id}`, row);
  const day = [{ from: "09:00", until: "02:00" }];
  const opening_hours = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] };
  assert.equal((await updateBranch({ opening_hours, amenities: ["CCTV", "Tea stall"] })).status, 200);
  const publicBranch = await (await asUser()).get(`/items/Branch/${branch.id}?fields=opening_hours,amenities`);
  assert.deepEqual(publicBranch.data, { opening_hours, amenities: ["CCTV", "Tea stall"] });
  const overlapping = [{ from: "01:00", until: "05:00" }];
  assert.equal(
    (await updateBranch({ opening_hours: { ...opening_hours, tue: overlapping } })).code,
    "OPENING_HOURS_OVERLAP",
  );
  assert.equal((await updateBranch({ opening_hours: { mon: day } })).code, "FAILED_VALIDATION");
  for (const amenities of ["CCTV", ["CCTV", "CCTV"], [""], [7], ["x".repeat(41)]])
    assert.equal((await updateBranch({ amenities })).code, "FAILED_VALIDATION", JSON.stringify(amenities));
  assert.equal((await updateBranch({ opening_hours: null })).status, 200);
});

test("accepts at most five banners, which must be images of the branch, also under concurrency", async () => {
  const branch = await make.branch();
  const manager = await createManager(branch);
  const createFile = (fields: object) =>
    make.row("files", { filename_download: "gate" }, fields as Record<string, unknown>);
  const image = await createFile({ branch: branch.id, type: "image/jpeg", purpose: "branch_file" });
  const foreign = await createFile({ branch: (await make.branch()).id, type: "image/jpeg" });
  const pdf = await createFile({ branch: branch.id, type: "application/pdf", purpose: "branch_file" });
  const addBanner = (image: unknown) => manager.post("/items/Branch_Banner_Images", { branch: branch.id, image });
  assert.equal((await addBanner(pdf.id)).code, "IMAGE_TYPE");
  assert.equal((await addBanner(foreign.id)).code, "NO_MATCH_FOUND");
  const responses = await Promise.all(Array.from({ length: 8 }, () => addBanner(image.id)));
  assert.equal(responses.filter(({ status }) => status === 200).length, 5);
  assert.equal(responses.filter(({ code }) => code === "TOO_MANY_BANNERS").length, 3);
});

test("sends invites with the branch's own mail text and the link", async () => {
  const company = await make.company({ name: "Phoenix" });
  const branch = await make.branch({ company: company.id, name: "Velachery" });
  const manager = await createManager(branch);
  const setInviteText = (invite: object) => manager.patch(`/items/Branch/${branch.id}`, { mail_texts: { invite } });
  assert.equal((await setInviteText({ subject: "Come", text: "Come in" })).code, "TEXT_LACKS_VALUE");
  const inviteText = { subject: "Vanakkam {visitor}", text: "We wait for you at {branch}.\n\n{invite_link}" };
  assert.equal((await setInviteText(inviteText)).status, 200);
  const visitor = { vehicle_no: make.plate(), phone_no: "9840012377", name: "Anitha", email: "anitha@example.com" };
  const period = { invite_end_date: new Date(Date.now() + 3_600_000).toISOString() };
  const invited = await manager.post("/actions/invites", { ...visitor, ...period });
  assert.equal(invited.status, 200, invited.text);
  await eventually(async () => {
    const mail = services.journal.list().find(({ to }) => to === "anitha@example.com");
    assert.equal(mail?.subject, "Vanakkam Anitha");
    assert.match(mail?.text ?? "", /^We wait for you at Phoenix, Velachery\.\n\nhttps:\/\/chaavi\.test\/invite/);
  });
});

test("stores and mails enquiries to the platform and limits them per address", async () => {
  const verifier = await asUser(await make.user("verifier"));
  await verifier.patch("/items/Configuration_Settings", { support_email: "desk@example.com" });
  const anonymous = await asUser();
  const enquiry = { kind: "business", name: "Meena Kumari", email: "meena@example.com", message: "Forty places" };
  const sendEnquiry = (more: object = {}) => anonymous.post("/actions/enquiries", { ...enquiry, ...more });
  assert.equal((await sendEnquiry({ email: "meena" })).code, "FAILED_VALIDATION");
  assert.equal((await sendEnquiry({ is_answered: true })).code, "INVALID_PAYLOAD");
  assert.equal((await sendEnquiry()).status, 204);
  const [storedEnquiry] = (await verifier.get("/items/Enquiries?fields=id,name,is_answered")).data;
  assert.deepEqual([storedEnquiry.name, storedEnquiry.is_answered], ["Meena Kumari", false]);
  assert.equal((await verifier.patch(`/items/Enquiries/${storedEnquiry.id}`, { is_answered: true })).status, 200);
  const mails = await sql`select template from "Outbox" where recipient = 'desk@example.com'`;
  assert.equal(mails.length, 1);
  const codes = await Promise.all(Array.from({ length: 10 }, async () => (await sendEnquiry()).code));
  assert.ok(codes.includes("REQUESTS_EXCEEDED"));
});
