// §2 /configurations/branch: services on and off, opening hours, amenities, banners, a branch's own mails; and messages to the platform.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";
import { simulatedOutside } from "#tests/support/simulators.ts";

const services = await simulatedOutside();
const { as, sql } = await startApp({ outside: services.outside, isWorking: true });
const make = factories(sql);
const managerOf = async (branch: MadeBranch) => as(await make.user("manager", { branch }));

test("a service is switched on with a configuration of its own, and off only when its vehicles are out", async () => {
  const branch = await make.branch();
  const manager = await managerOf(branch);
  const path = `/items/Branch/${branch.id}`;
  assert.equal((await manager.patch(path, { is_valet_and_parking: true })).code, "SERVICE_NOT_SET_UP");
  const switched = (sent: object) => manager.post("/actions/configuration/services", sent);
  assert.equal((await switched({ is_valet_and_parking: true })).status, 204);
  assert.equal((await switched({ is_parking: false })).status, 204);
  assert.equal((await switched({ is_valet_and_parking: false })).code, "SERVICE_REQUIRED");
  assert.equal((await switched({ status: "archived" })).code, "INVALID_PAYLOAD");
  const ticket = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  assert.equal((await manager.post("/actions/valet/create-ticket", ticket)).status, 200);
  assert.equal((await switched({ is_parking: true })).status, 204);
  assert.equal((await manager.patch(path, { is_valet_and_parking: false })).code, "VEHICLES_MOVING");
  const car = { vehicle_no: make.plate(), phone_no: "9840012345" };
  assert.equal((await manager.post("/actions/parking/check-in", car)).status, 200);
  assert.equal((await switched({ is_parking: false })).code, "VEHICLES_MOVING");
  const staff = await as(await make.user("staff", { branch }));
  assert.equal((await staff.post("/actions/configuration/services", { is_pre_booking: true })).code, "FORBIDDEN");
  const kept = await sql`select count(*)::integer as count from "Valet_and_Parking_Configuration"`;
  assert.equal(kept[0]!["count"], 1);
});

test("hours and amenities are taken where they hold, and everybody is shown them", async () => {
  const branch = await make.branch();
  const manager = await managerOf(branch);
  const set = (row: object) => manager.patch(`/items/Branch/${branch.id}`, row);
  const day = [{ from: "09:00", until: "02:00" }];
  const opening_hours = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] };
  assert.equal((await set({ opening_hours, amenities: ["CCTV", "Tea stall"] })).status, 200);
  const shown = await (await as()).get(`/items/Branch/${branch.id}?fields=opening_hours,amenities`);
  assert.deepEqual(shown.data, { opening_hours, amenities: ["CCTV", "Tea stall"] });
  const early = [{ from: "01:00", until: "05:00" }];
  assert.equal((await set({ opening_hours: { ...opening_hours, tue: early } })).code, "OPENING_HOURS_OVERLAP");
  assert.equal((await set({ opening_hours: { mon: day } })).code, "FAILED_VALIDATION");
  for (const amenities of ["CCTV", ["CCTV", "CCTV"], [""], [7], ["x".repeat(41)]])
    assert.equal((await set({ amenities })).code, "FAILED_VALIDATION", JSON.stringify(amenities));
  assert.equal((await set({ opening_hours: null })).status, 200);
});

test("a banner is a picture, one's own, and one of five; two at once do not make six", async () => {
  const branch = await make.branch();
  const manager = await managerOf(branch);
  const file = (set: object) => make.row("files", { filename_download: "gate" }, set as Record<string, unknown>);
  const picture = await file({ branch: branch.id, type: "image/jpeg" });
  const foreign = await file({ branch: (await make.branch()).id, type: "image/jpeg" });
  const deed = await file({ branch: branch.id, type: "application/pdf" });
  const add = (image: unknown) => manager.post("/items/Branch_Banner_Images", { branch: branch.id, image });
  assert.equal((await add(deed.id)).code, "IMAGE_TYPE");
  assert.equal((await add(foreign.id)).code, "NO_MATCH_FOUND");
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(picture.id)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 5);
  assert.equal(answers.filter(({ code }) => code === "TOO_MANY_BANNERS").length, 3);
});

test("an invite goes out in the branch's own words, link and all", async () => {
  const branch = await make.branch({ name: "Velachery" });
  const manager = await managerOf(branch);
  const set = (invite: object) => manager.patch(`/items/Branch/${branch.id}`, { mail_texts: { invite } });
  assert.equal((await set({ subject: "Come", text: "Come in" })).code, "TEXT_LACKS_VALUE");
  const own = { subject: "Vanakkam {visitor}", text: "We wait for you at {branch}.\n\n{invite_link}" };
  assert.equal((await set(own)).status, 200);
  const visitor = { vehicle_no: make.plate(), phone_no: "9840012377", name: "Anitha", email: "anitha@example.com" };
  const until = { invite_end_date: new Date(Date.now() + 3_600_000).toISOString() };
  const invited = await manager.post("/actions/invites", { ...visitor, ...until });
  assert.equal(invited.status, 200, invited.text);
  await eventually(async () => {
    const mail = services.journal.list().find(({ to }) => to === "anitha@example.com");
    assert.equal(mail?.subject, "Vanakkam Anitha");
    assert.match(mail?.text ?? "", /^We wait for you at Velachery\.\n\nhttps:\/\/chaavi\.test\/invite/);
  });
});

test("what is written to the platform is kept and mailed; one address cannot write for ever", async () => {
  const verifier = await as(await make.user("verifier"));
  await verifier.patch("/items/Configuration_Settings", { support_email: "desk@example.com" });
  const nobody = await as();
  const written = { kind: "business", name: "Meena Kumari", email: "meena@example.com", message: "Forty places" };
  const write = (more: object = {}) => nobody.post("/actions/enquiries", { ...written, ...more });
  assert.equal((await write({ email: "meena" })).code, "FAILED_VALIDATION");
  assert.equal((await write({ is_answered: true })).code, "INVALID_PAYLOAD");
  assert.equal((await write()).status, 204);
  const [seen] = (await verifier.get("/items/Enquiries?fields=id,name,is_answered")).data;
  assert.deepEqual([seen.name, seen.is_answered], ["Meena Kumari", false]);
  assert.equal((await verifier.patch(`/items/Enquiries/${seen.id}`, { is_answered: true })).status, 200);
  const mails = await sql`select template from "Outbox" where recipient = 'desk@example.com'`;
  assert.equal(mails.length, 1);
  const codes = await Promise.all(Array.from({ length: 10 }, async () => (await write()).code));
  assert.ok(codes.includes("REQUESTS_EXCEEDED"));
});
