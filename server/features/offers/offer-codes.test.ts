// §3 Codes of offers cannot be guessed: wrong ones are counted wherever a code is taken, and all of them get the same answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntryKey } from "#domain/payments/online/paid-kinds.ts";
import { readEntryOffers } from "#server/features/offers/entry-offers.ts";
import { readEntry } from "#server/features/payments/payment-records.ts";
import type { TestClient } from "#tests/support/app.ts";
import { countStatements } from "#tests/support/count-statements.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { startPaymentsApp } from "#tests/support/payments-app.ts";

const { asUser, sql, factories: make, branch: createBranch } = await startPaymentsApp();
const branch = await createBranch({ is_valet_and_parking: true });
const anonymous = await asUser();
const createGate = async (at: CreatedBranch = branch): Promise<TestClient> =>
  asUser(await make.user("staff", { branch: at }));
const gate = await createGate();

let count = 0;
const createCode = (): string => `G${String((count += 1)).padStart(5, "0")}`;

/** An offer of ₹5 in this state, and its code. */
async function createOffer({ at = branch, state = "running" }: { at?: CreatedBranch; state?: string } = {}) {
  const manager = await asUser(await make.user("manager", { branch: at }));
  const coupon_code = createCode();
  const body = { coupon_title: "Opening week", coupon_code, kind: "flat", amount: "5.00" };
  const { data, text } = await manager.post("/items/Offers", body);
  assert.ok(data, text);
  if (state !== "draft") await manager.patch(`/items/Offers/${data.id}`, { state: "running" });
  if (state !== "draft" && state !== "running") await manager.patch(`/items/Offers/${data.id}`, { state });
  return coupon_code;
}

async function checkIn(): Promise<{ id: number; link: string }> {
  const phone_no = `98403${String((count += 1)).padStart(5, "0")}`;
  const { data, text } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no });
  assert.ok(data, text);
  return { id: data.id, link: `/actions/payments/link/${data.pay}` };
}

interface Reply {
  status: number;
  code: string | undefined;
  text: string;
}

/** Where a code is taken: how to send one for an entry of its own, by staff who have sent none yet. */
const senders: { [name: string]: () => Promise<(code: string) => Promise<Reply>> } = {
  "the question at the gate": async () => {
    const [{ id }, by] = [await checkIn(), await createGate()];
    return (code) => by.post(`/actions/parking/${id}/quote-offers`, { code });
  },
  "the question of a pay link": async () => {
    const { link } = await checkIn();
    return (code) => anonymous.post(`${link}/quote-offers`, { code });
  },
  "cash at the gate": async () => {
    const [{ id }, by] = [await checkIn(), await createGate()];
    return (code) => by.post(`/actions/parking/${id}/take-cash`, { offers: { code } });
  },
  "another payment at the gate": async () => {
    const [{ id }, by] = [await checkIn(), await createGate()];
    const { data: page } = await by.get(`/actions/payments/parking/${id}`);
    const body = { channel: "card_terminal", reference: "123456", request: page.request };
    return (code) => by.post(`/actions/parking/${id}/take-payment`, { ...body, offers: { code } });
  },
  "the start of an online payment at the gate": async () => {
    const [{ id }, by] = [await checkIn(), await createGate()];
    return (code) => by.post(`/actions/payments/parking/${id}/start`, { offers: { code } });
  },
  "the start of an online payment by a pay link": async () => {
    const { link } = await checkIn();
    return (code) => anonymous.post(`${link}/start`, { offers: { code } });
  },
  "a charge that is to be covered": async () => {
    const { link } = await checkIn();
    return (code) => anonymous.post(`${link}/redeem`, { code });
  },
  "cash of the valet": async () => {
    const valet = await make.valetBranch({ company: branch.company, charge: "50.00" });
    const driver = await createGate(valet);
    const { data, text } = await driver.post("/actions/valet/create-ticket", {
      Vehicle_Number: make.plate(),
      Customer_Phone_Number: "9840399999",
    });
    assert.ok(data, text);
    return (code) => driver.post(`/actions/valet/${data.id}/take-cash`, { offers: { code } });
  },
};

for (const [name, create] of Object.entries(senders))
  test(`after ten wrong codes for an entry another one waits: ${name}`, async () => {
    const send = await create();
    const replies: Reply[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) replies.push(await send(`X${1_000 + attempt}`));
    const answers = replies.map(({ status, code }) => code ?? String(status));
    assert.ok(
      answers.slice(0, 10).every((answer) => answer === answers[0] && answer !== "REQUESTS_EXCEEDED"),
      answers.join(),
    );
    assert.equal(answers[10], "REQUESTS_EXCEEDED", replies[10]!.text);
  });

test("a code that is right gives back its own attempt only, and so does a payment that fails for another reason", async () => {
  const code = await createOffer();
  const { id } = await checkIn();
  const takeCash = (body: object) => gate.post(`/actions/parking/${id}/take-cash`, body);
  for (let attempt = 0; attempt < 9; attempt += 1)
    assert.equal((await takeCash({ offers: { code: `X${1_000 + attempt}` } })).code, "OFFER_NOT_APPLICABLE");
  // Each is the tenth attempt, and would be the last one if it counted.
  for (let attempt = 0; attempt < 3; attempt += 1)
    assert.equal((await takeCash({ offers: { code }, expected: 1 })).code, "AMOUNT_MISMATCH");
  assert.equal((await takeCash({ offers: { code: "X2000" } })).code, "OFFER_NOT_APPLICABLE");
  assert.equal((await takeCash({ offers: { code }, expected: 1_500 })).code, "REQUESTS_EXCEEDED");
  // The customer pays without the code meanwhile.
  assert.equal((await takeCash({ offers: {}, expected: 2_000 })).status, 200);
});

test("codes sent at once are counted, too", async () => {
  const { id } = await checkIn();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, attempt) =>
      gate.post(`/actions/parking/${id}/take-cash`, { offers: { code: `X${1_000 + attempt}` } }),
    ),
  );
  const answered = replies.filter(({ code }) => code === "OFFER_NOT_APPLICABLE");
  assert.ok(answered.length <= 10, `${answered.length} answers`);
});

test("staff of another branch neither learn of a code nor use up the attempts of an entry", async () => {
  const code = await createOffer();
  const { id } = await checkIn();
  const stranger = await createGate(await createBranch());
  for (let attempt = 0; attempt < 12; attempt += 1)
    for (const typed of [code, "NOSUCH"]) {
      const refused = await stranger.post(`/actions/parking/${id}/take-cash`, { offers: { code: typed } });
      assert.equal(refused.code, "FORBIDDEN", refused.text);
    }
  const paid = await gate.post(`/actions/parking/${id}/take-cash`, { offers: { code }, expected: 1_500 });
  assert.equal(paid.status, 200, paid.text);
});

test("a code that is unknown, ended, paused, a draft, or of another branch or company gets the same answer", async () => {
  const sibling = await createBranch({ company: branch.company });
  const codes = {
    unknown: "NOSUCH",
    draft: await createOffer({ state: "draft" }),
    paused: await createOffer({ state: "paused" }),
    ended: await createOffer({ state: "ended" }),
    "of another branch": await createOffer({ at: sibling }),
    "of another company": await createOffer({ at: await createBranch() }),
  };
  for (const [name, create] of Object.entries(senders)) {
    if (name === "cash of the valet") continue;
    const send = await create();
    const answers = [];
    for (const code of Object.values(codes)) {
      const { status, code: error, text } = await send(code);
      answers.push({ status, error, text });
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0], name);
    assert.ok(answers[0]!.text.includes('"code"'), answers[0]!.text);
  }
  // By the same statements.
  const entry: EntryKey = { kind: "P", id: (await checkIn()).id };
  const row = (await readEntry({ sql, entry }))!;
  const counts: { [name: string]: number } = {};
  for (const [name, code] of Object.entries({ ...codes, running: await createOffer() })) {
    const { counted, count: countSent } = countStatements(sql);
    await readEntryOffers({ sql: counted, entry, row, code, now: new Date() });
    counts[name] = countSent();
  }
  const [first] = Object.values(counts);
  assert.ok(first! > 0 && Object.values(counts).every((sent) => sent === first), JSON.stringify(counts));
});
