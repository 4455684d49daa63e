// §7: the requests of `/docs/examples`, sent as they are shown with the token that they name.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fillPlaceholders,
  formatQueryValue,
  type GuideRequest,
  integrationGuides,
  type IntegrationGuide,
} from "#domain/integrations/guides.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
const make = createFactories(sql);
const branch = await make.branch({ rate: "20.00", visitor_phone: "optional" });
const admin = await asUser(await make.user("admin", { branch }));
const staff = await asUser(await make.user("staff", { branch }));

const findGuide = (id: string): IntegrationGuide => integrationGuides.find((guide) => guide.id === id)!;

async function createToken({ token }: IntegrationGuide): Promise<string> {
  const { role, isReadOnly, areas } = token!;
  const body = { name: "Example", role, branches: [branch.id], is_read_only: isReadOnly, areas };
  const created = await admin.post("/actions/integrations", body);
  assert.equal(created.status, 200, created.text);
  return created.data.token;
}

interface Reader {
  token: string;
  values: { [name: string]: string };
}

/** Sends the request as shown; `keeps` of the reply are added to the values. */
async function send(request: GuideRequest, reader: Reader) {
  const { method, path, query = {}, body, idempotencyKey, keeps = {} } = fillPlaceholders(request, reader.values);
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, formatQueryValue(value)]),
  );
  const response = await app.inject({
    method,
    url: parameters.size > 0 ? `${path}?${parameters.toString()}` : path,
    headers: {
      authorization: `Bearer ${reader.token}`,
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    ...(body ? { payload: body } : {}),
  });
  const parsed = JSON.parse(response.body);
  for (const [name, at] of Object.entries(keeps))
    reader.values[name] = String(at.split(".").reduce((value, key) => value?.[key], parsed.data));
  return { status: response.statusCode, data: parsed.data, code: parsed.errors?.[0]?.extensions.code };
}

test("the barrier lets a vehicle in once, and out after it has paid", async () => {
  const guide = findGuide("barrier");
  const [checkIn, find, checkOut] = guide.requests as [GuideRequest, GuideRequest, GuideRequest];
  const reader = { token: await createToken(guide), values: { plate: make.plate(), event: "81" } };
  const first = await send(checkIn, reader);
  assert.equal(first.status, 200, first.code);
  assert.equal((await send(checkIn, reader)).data.id, first.data.id, "a repeated event changes nothing");
  const second = await send(checkIn, { ...reader, values: { ...reader.values, event: "82" } });
  assert.equal(second.code, "VEHICLE_IN_PROGRESS");
  assert.deepEqual(
    (await send(find, reader)).data.map((row: { id: number }) => row.id),
    [first.data.id],
  );
  assert.equal((await send(checkOut, reader)).code, "NOT_SETTLED");
  assert.equal((await staff.post(`/actions/parking/${first.data.id}/take-cash`, {})).status, 200);
  assert.equal((await send(checkOut, { ...reader, values: { ...reader.values, event: "83" } })).status, 200);
  assert.deepEqual((await send(find, { ...reader, values: { ...reader.values } })).data, []);
});

test("the barrier needs a branch that requires no vehicle type and no photo, as its text says", async () => {
  const guide = findGuide("barrier");
  assert.match(guide.text, /must not require a phone number, a vehicle type or a photo/);
  const reader = { token: await createToken(guide), values: { plate: make.plate(), event: "85" } };
  for (const [setting, code] of [
    ["allow_vehicle_type_required", "VEHICLE_TYPE_REQUIRED"],
    ["allow_vehicle_image_required", "IMAGE_REQUIRED"],
  ] as const) {
    const [change, restore] = [true, false].map((value) => ({ [setting]: value }));
    await sql`update "Branch" set ${sql(change!)} where id = ${branch.id}`;
    assert.equal((await send(guide.requests[0]!, reader)).code, code);
    await sql`update "Branch" set ${sql(restore!)} where id = ${branch.id}`;
  }
});

test("the export reads every amount once, and its token writes nothing", async () => {
  const { data: entry } = await staff.post("/actions/parking/check-in", { vehicle_no: make.plate() });
  await staff.post(`/actions/parking/${entry.id}/take-cash`, {});
  const guide = findGuide("accounting");
  const [payments, invoices] = guide.requests as [GuideRequest, GuideRequest];
  const reader = { token: await createToken(guide), values: { last: "0" } };
  const { data: rows } = await send(payments, reader);
  const stored = await sql<{ id: number }[]>`select id from payments where branch = ${branch.id} order by id`;
  assert.deepEqual(
    rows.map((row: { id: number }) => row.id),
    stored.map(({ id }) => id),
  );
  assert.ok(rows.length > 0);
  assert.equal(rows.at(-1).amount, "20.00");
  const last = String(rows.at(-1).id);
  assert.deepEqual((await send(payments, { ...reader, values: { last } })).data, []);
  assert.equal((await send(invoices, reader)).status, 200);
  const [checkIn] = findGuide("barrier").requests;
  assert.equal((await send(checkIn!, { ...reader, values: { plate: make.plate(), event: "84" } })).code, "FORBIDDEN");
});

test("a sign without a token receives the free slots of a published branch", async () => {
  const shown = await make.branch({ rate: "20.00", slots: 7, status: "published" });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const [request] = findGuide("free-slots").requests;
  const { path, query = {} } = fillPlaceholders(request!, { branch: String(shown.id) });
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, formatQueryValue(value)]),
  );
  const abort = new AbortController();
  const response = await fetch(`${address}${path}?${parameters.toString()}`, { signal: abort.signal });
  assert.equal(response.status, 200);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let received = "";
  while (!received.includes("data:")) received += (await reader.read()).value ?? "";
  const [space] = JSON.parse(/data: (.*)/.exec(received)![1]!);
  assert.deepEqual([space.branch, space.free], [shown.id, 7]);
  abort.abort();
});
