// Queue of actions that wait for the network: kept on the device, sent in order by the session of their user, once.
import {
  applyAttempt,
  type Attempt,
  expireAction,
  findNextToSend,
  isUndecided,
  type QueueOwner,
} from "#domain/queue/queued-action.ts";
import { ApiError } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { queryClient } from "#web/api/query-client.ts";
import { deliver, withinTime } from "#web/api/queue/deliver.ts";
import {
  deleteQueuedAction,
  putQueuedAction,
  readQueuedActions,
  type StoredAction,
} from "#web/api/queue/queue-storage.ts";
import { createStore } from "#web/store.ts";
import { showSuccess } from "#web/ui/feedback.ts";

/** Of all users of this device; undefined until loaded. */
export const queueStore = createStore<readonly StoredAction[] | undefined>(undefined);

/** Longer than at the counter, since photos may be uploaded over a slow network. */
const sendTimeoutMs = 60_000;
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("chaavi-queue") : undefined;
channel?.addEventListener("message", () => void loadQueue());

/** Without IndexedDB nothing can be queued: such a browser shows the error of the network as before. */
export async function loadQueue(): Promise<void> {
  queueStore.set(await readQueuedActions().catch(() => []));
}

async function publishChange(): Promise<void> {
  await loadQueue();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, unlike a window
  channel?.postMessage("changed");
}

export async function addToQueue(action: StoredAction): Promise<void> {
  await putQueuedAction(action);
  await publishChange();
}

export async function removeFromQueue(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await deleteQueuedAction(key);
  await publishChange();
}

let isSending = false;

/** Sends what waits for this session, one tab at a time. Stops when the server cannot be reached. */
export async function sendQueue(owner: QueueOwner): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    // navigator.locks is undefined on insecure origins; there the key alone prevents a second entry.
    if (!navigator.locks) await sendAll(owner);
    else
      await navigator.locks.request("chaavi-queue", { ifAvailable: true }, async (lock) => {
        if (lock) await sendAll(owner);
      });
  } finally {
    isSending = false;
  }
}

async function sendAll(owner: QueueOwner): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    const actions = await readQueuedActions();
    for (const action of actions) {
      const current = expireAction({ action, now: Date.now() });
      if (current !== action) await addToQueue(current);
    }
    const waiting = (await readQueuedActions()).filter(({ key }) => !tried.has(key));
    const action = findNextToSend({ actions: waiting, owner });
    if (!action) return;
    tried.add(action.key);
    const attempt = await tryToSend(action);
    await storeAttempt(action.key, attempt);
    if (isUndecided(attempt)) return;
  }
}

async function tryToSend(action: StoredAction): Promise<Attempt> {
  try {
    const reply = await withinTime(sendTimeoutMs, async (signal) => {
      await assertOwnBranch(action, signal);
      return deliver<{ id?: number } | undefined>({ action, signal, onUploaded: putQueuedAction });
    });
    return { kind: "accepted", rowId: reply?.id ?? null };
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) return { kind: "failed", status: 0, code: "OFFLINE", message: "" };
    const { status, code, message } = thrown;
    return { kind: "failed", status, code, message };
  }
}

/** The user may have switched the branch on another device, where the entry would belong then. */
async function assertOwnBranch({ user, branch }: StoredAction, signal: AbortSignal): Promise<void> {
  const { data } = await request<{ data: { id: string; default_branch: number | null } }>(
    "/users/me?fields=id,default_branch",
    { signal, userId: user },
  );
  if (data.id !== user || data.default_branch !== branch)
    throw new ApiError({ code: "INVALID_CREDENTIALS", status: 401 });
}

async function storeAttempt(key: string, attempt: Attempt): Promise<void> {
  const action = (await readQueuedActions()).find((one) => one.key === key);
  if (!action) return;
  const next = applyAttempt({ action, attempt });
  // What is sent needs no personal data on the device.
  await addToQueue(
    next.state === "sent" ? { ...next, body: {}, images: [], form: { ...next.form, values: {} } } : next,
  );
  if (next.state !== "sent") return;
  showSuccess(`${next.title}: ${next.summary.toLowerCase()} sent`);
  void queryClient.invalidateQueries({ queryKey: ["items"] });
}
