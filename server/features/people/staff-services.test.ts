// §1 §6: staff work only for the services assigned to them, in every route that writes; a change counts at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);

/** A branch with parking and valet. */
async function createBranch(): Promise<CreatedBranch> {
  const { id: config } = await make.row("Parking_Configuration", { is_slot_required: false });
  return make.valetBranch({ is_parking: true, parking_config: config });
}
const checkIn = (client: TestClient) =>
  client.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
const createTicket = (client: TestClient) =>
  client.post("/actions/valet/create-ticket", { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" });

const rows = [
  { services: ["is_valet_and_parking"], parking: "STAFF_NOT_OF_SERVICE", valet: undefined },
  { services: ["is_parking"], parking: undefined, valet: "STAFF_NOT_OF_SERVICE" },
  { services: ["is_parking", "is_valet_and_parking"], parking: undefined, valet: undefined },
  { services: [], parking: undefined, valet: undefined },
];

for (const { services, parking, valet } of rows)
  test(`staff of [${services.join(", ")}] check in and create tickets accordingly`, async () => {
    const staff = await asUser(
      await make.user("staff", { branch: await createBranch(), staff_service_type: services }),
    );
    assert.deepEqual([(await checkIn(staff)).code, (await createTicket(staff)).code], [parking, valet]);
  });

test("valet staff cannot change, charge or check out parking entries by any route, nor create passes", async () => {
  const branch = await createBranch();
  const colleague = await asUser(await make.user("staff", { branch }));
  const { data: entry } = await checkIn(colleague);
  const valet = await asUser(await make.user("staff", { branch, staff_service_type: ["is_valet_and_parking"] }));
  const item = `/items/Parking_Information/${entry.id}`;
  const main = (await colleague.get(`${item}?fields=parking_main_info`)).data.parking_main_info;
  const responses = [
    await valet.post(`/actions/parking/${entry.id}/take-cash`, {}),
    await valet.post(`/actions/parking/${entry.id}/check-out`, {}),
    await valet.patch(item, { payment_status: "paid", payment_mode: "cash" }),
    await valet.patch(`/items/Parking_Main_Information/${main}`, { name: "Another" }),
    await valet.post("/items/Parking_Main_Information", {
      branch: branch.id,
      vehicle_no: make.plate(),
      phone_no: "9840012345",
    }),
  ];
  assert.deepEqual(
    responses.map(({ code }) => code),
    responses.map(() => "STAFF_NOT_OF_SERVICE"),
  );
});

test("a changed assignment counts at the next request; managers are not limited by it", async () => {
  const branch = await createBranch();
  const user = await make.user("staff", { branch, staff_service_type: ["is_valet_and_parking"] });
  const staff = await asUser(user);
  assert.equal((await checkIn(staff)).code, "STAFF_NOT_OF_SERVICE");
  const manager = await asUser(await make.user("manager", { branch }));
  const changed = await manager.patch(`/users/${user.id}`, { staff_service_type: ["is_parking"] });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await checkIn(staff)).status, 200);
  const managerOfValet = await make.user("manager", { branch, staff_service_type: ["is_valet_and_parking"] });
  assert.equal((await checkIn(await asUser(managerOfValet))).status, 200);
});

interface ServiceReads {
  service: string;
  collections: string[];
  routes: string[];
}

/** A parking entry and a valet ticket that have left unpaid, and what of them can be read. */
async function createReads(): Promise<{ branch: CreatedBranch; parking: ServiceReads; valet: ServiceReads }> {
  const branch = await createBranch();
  const colleague = await asUser(await make.user("manager", { branch }));
  const { data: entry } = await checkIn(colleague);
  const { data: ticket } = await createTicket(colleague);
  await sql`update "Parking_Information" set parking_status_id = 2, out_time = now(), extended_amount = 20 where id = ${entry.id}`;
  await sql`update "Valet_and_Parking_Information" set status_id = 6, out_time = now(), extended_amount = 50 where id = ${ticket.id}`;
  const plate = ticket["Vehicle_Number"];
  return {
    branch,
    parking: {
      service: "is_parking",
      collections: ["Parking_Information", "Parking_Main_Information", "Parking_History", "Parking_Vehicle_Images"],
      routes: [
        `/items/Parking_Information/${entry.id}`,
        `/actions/parking/${entry.id}/slip`,
        `/actions/payments/parking/${entry.id}`,
      ],
    },
    valet: {
      service: "is_valet_and_parking",
      collections: [
        "Valet_and_Parking_Information",
        "Valet_and_Parking_History",
        "valet_parking_vehicle_images",
        "valet_chats",
        "valet_chat_messages",
      ],
      routes: [
        `/items/Valet_and_Parking_Information/${ticket.id}`,
        `/actions/valet/${ticket.id}/slip`,
        `/actions/valet/${ticket.id}/chat`,
        `/actions/valet/find?text=${plate}`,
        `/actions/valet/returning?plate=${plate}`,
        `/actions/payments/valet/${ticket.id}`,
      ],
    },
  };
}

for (const [own, other] of [
  ["parking", "valet"],
  ["valet", "parking"],
] as const)
  test(`staff of ${own} read ${own} only, in every collection and action`, async () => {
    const { branch, ...reads } = await createReads();
    const staff = await asUser(await make.user("staff", { branch, staff_service_type: [reads[own].service] }));
    const read = ({ collections, routes }: ServiceReads) =>
      Promise.all(
        [...collections.map((name) => `/items/${name}`), ...routes].map(async (path) => ({
          path,
          status: (await staff.get(path)).status,
        })),
      );
    const statusOf = (responses: { status: number }[]) => new Set(responses.map(({ status }) => status));
    const [ownReads, otherReads] = [await read(reads[own]), await read(reads[other])];
    assert.deepEqual(statusOf(ownReads), new Set([200]), JSON.stringify(ownReads));
    assert.deepEqual(statusOf(otherReads), new Set([403]), JSON.stringify(otherReads));
    const { data: debts } = await staff.get("/actions/debts");
    assert.deepEqual(
      debts.debts.map(({ kind }: { kind: string }) => kind),
      [own === "parking" ? "P" : "V"],
    );
    assert.equal(debts.total, own === "parking" ? 2_000 : 5_000);
  });

test("a manager, and staff without assigned services, read both services", async () => {
  const { branch, parking, valet } = await createReads();
  for (const user of [await make.user("manager", { branch }), await make.user("staff", { branch })]) {
    const client = await asUser(user);
    for (const path of [...parking.routes, ...valet.routes]) assert.equal((await client.get(path)).status, 200, path);
    assert.equal((await client.get("/actions/debts")).data.count, 2);
  }
});
