// Tables and a random run of docs/rules/queued-actions.md.
import assert from "node:assert/strict";
import { test } from "node:test";
import { contracts } from "#domain/contracts.ts";
import {
  applyAttempt,
  type Attempt,
  describeQueue,
  queueTexts,
  expireAction,
  findNextToSend,
  isUndecided,
  type QueuedAction,
} from "#domain/queue/queued-action.ts";
import { createSeededRandom } from "#tests/support/seeded-random.ts";

const owner = { user: "u1", branch: 1 };
const hourMs = 60 * 60_000;

function createAction(values: Partial<QueuedAction> = {}): QueuedAction {
  return {
    key: "k",
    ...owner,
    queuedAt: 0,
    state: "waiting",
    failures: 0,
    reason: null,
    rowId: null,
    ...values,
  };
}

const fail = (status: number, code = "X"): Attempt => ({ kind: "failed", status, code, message: `*${code}` });

test("which actions may be queued", () => {
  const queueable = contracts.filter((contract) => "isQueueable" in contract && contract.isQueueable);
  assert.deepEqual(queueable.map(({ route }) => route).toSorted(), [
    "POST /actions/parking/:id/take-cash",
    "POST /actions/parking/:id/take-payment",
    "POST /actions/parking/check-in",
    "POST /actions/valet/:id/take-cash",
    "POST /actions/valet/:id/take-payment",
    "POST /actions/valet/create-ticket",
  ]);
  for (const contract of queueable)
    assert.ok("isIdempotent" in contract && contract.isIdempotent, `${contract.route} could take effect twice`);
});

test("what an attempt makes of an action", () => {
  const table: [attempt: Attempt, state: string, stops: boolean][] = [
    [{ kind: "accepted", rowId: 7 }, "sent", false],
    [fail(0, "OFFLINE"), "waiting", true],
    [fail(401, "TOKEN_EXPIRED"), "waiting", true],
    [fail(429, "REQUESTS_EXCEEDED"), "waiting", true],
    [fail(502), "waiting", true],
    [fail(503, "SERVICE_UNAVAILABLE"), "waiting", true],
    [fail(409, "REQUEST_IN_PROGRESS"), "waiting", true],
    [fail(500, "SOMETHING_WRONG"), "waiting", false],
    [fail(400, "VEHICLE_IN_PROGRESS"), "returned", false],
    [fail(403, "FORBIDDEN"), "returned", false],
    [fail(409, "AMOUNT_MISMATCH"), "returned", false],
    [fail(422, "IDEMPOTENCY_KEY_REUSED"), "returned", false],
  ];
  for (const [attempt, state, stops] of table) {
    assert.equal(applyAttempt({ action: createAction(), attempt }).state, state, JSON.stringify(attempt));
    assert.equal(isUndecided(attempt), stops, JSON.stringify(attempt));
  }
  assert.equal(
    applyAttempt({ action: createAction(), attempt: fail(400, "SLOT_FULL") }).reason,
    "*SLOT_FULL",
    "the server's reason is kept",
  );
  assert.equal(applyAttempt({ action: createAction(), attempt: { kind: "accepted", rowId: 7 } }).rowId, 7);
});

test("a server that keeps failing gives the action back after five attempts", () => {
  let action = createAction();
  for (let attempt = 1; attempt <= 4; attempt++) {
    action = applyAttempt({ action, attempt: fail(500) });
    assert.equal(action.state, "waiting", `after ${attempt}`);
  }
  assert.equal(applyAttempt({ action, attempt: fail(500) }).state, "returned");
});

test("an action is given back an hour before the server forgets its key", () => {
  const at = (now: number, values: Partial<QueuedAction> = {}) =>
    expireAction({ action: createAction(values), now }).state;
  assert.equal(at(23 * hourMs - 1), "waiting");
  assert.equal(at(23 * hourMs), "returned");
  assert.equal(at(23 * hourMs, { state: "sent" }), "sent");
});

test("only the user who queued an action sends it, at its branch, oldest first", () => {
  const actions = [
    createAction({ key: "new", queuedAt: 5 }),
    createAction({ key: "old", queuedAt: 2 }),
    createAction({ key: "other user", user: "u2", queuedAt: 1 }),
    createAction({ key: "other branch", branch: 2, queuedAt: 1 }),
    createAction({ key: "returned", state: "returned", queuedAt: 1 }),
    createAction({ key: "sent", state: "sent", queuedAt: 1 }),
  ];
  assert.equal(findNextToSend({ actions, owner })?.key, "old");
  assert.equal(findNextToSend({ actions, owner: { ...owner, branch: 2 } })?.key, "other branch");
  assert.equal(findNextToSend({ actions, owner: { user: "u3", branch: 1 } }), undefined);
});

test("the queue is described by its states", () => {
  assert.deepEqual(describeQueue([]), []);
  assert.deepEqual(describeQueue([createAction(), createAction()]), [{ text: queueTexts.waiting, count: 2 }]);
  assert.deepEqual(
    describeQueue([createAction({ state: "sent" }), createAction({ state: "returned" }), createAction()]),
    [queueTexts.waiting, queueTexts.returned, queueTexts.sent].map((text) => ({ text, count: 1 })),
  );
});

/** The server's side of the key: a second request with a key that was applied gets the first answer. */
class Server {
  readonly applied = new Map<string, string>();
  answer({ action, sender, accepts }: { action: QueuedAction; sender: string; accepts: boolean }): Attempt {
    if (this.applied.has(action.key)) return { kind: "accepted", rowId: 1 };
    if (!accepts) return fail(400, "VEHICLE_IN_PROGRESS");
    this.applied.set(action.key, sender);
    return { kind: "accepted", rowId: 1 };
  }
}

test("over a random network each action is applied at most once, by its own user, and none is lost", () => {
  const seed = 20_261_130;
  const next = createSeededRandom(seed);
  const server = new Server();
  const users = ["u1", "u2", "u3"];
  let actions: QueuedAction[] = [];
  for (let step = 0; step < 5_000; step++) {
    const user = users[next(3)]!;
    if (next(3) === 0) actions.push(createAction({ key: `k${step}`, user, queuedAt: step }));
    const action = findNextToSend({ actions, owner: { user, branch: 1 } });
    if (!action) continue;
    const isReached = next(3) > 0;
    const isAnswered = next(3) > 0;
    const answer = isReached ? server.answer({ action, sender: user, accepts: next(5) > 0 }) : fail(0, "OFFLINE");
    const after = applyAttempt({ action, attempt: isAnswered ? answer : fail(0, "OFFLINE") });
    actions = actions.map((one) => (one.key === action.key ? after : one));
  }
  const message = `seed ${seed}`;
  for (const action of actions) {
    const sender = server.applied.get(action.key);
    if (sender !== undefined) assert.equal(sender, action.user, message);
    if (action.state === "sent") assert.ok(sender !== undefined, message);
    if (action.state === "returned") assert.equal(sender, undefined, message);
  }
  assert.ok(actions.filter(({ state }) => state === "sent").length > 500, message);
  assert.ok(actions.filter(({ state }) => state === "returned").length > 50, message);
});
