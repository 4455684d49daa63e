// Sends an action now, or queues it if the server cannot be reached.
import type { ActionCall, ActionReply, QueueableRoute } from "#domain/contracts.ts";
import { createOfflineError } from "#web/api/api-error.ts";
import { toRequest } from "#web/api/call.ts";
import { createRandomId, getIdempotencyKey, settleIdempotencyKey } from "#web/api/idempotency-key.ts";
import { deliver, isUnreachable, toSentBody, withinTime } from "#web/api/queue/deliver.ts";
import { addToQueue, removeFromQueue } from "#web/api/queue/queue.ts";
import type { QueuedForm, QueuedImage, StoredAction } from "#web/api/queue/queue-storage.ts";
import type { Session } from "#web/api/session.ts";

/** A driver waits at the barrier: after this time the vehicle is queued. */
const answerTimeoutMs = 8_000;

export interface ChosenImage {
  file: Blob;
  /** The upload that began when it was chosen. */
  sent: Promise<string>;
}

interface Submission<R extends QueueableRoute> {
  session: Session;
  action: ActionCall<R>;
  images?: readonly ChosenImage[];
  form: QueuedForm;
  title: string;
  summary: string;
  resultPage: string;
  /** Key of the returned action that this one corrects. */
  replaces?: string | undefined;
}

type SubmissionResult<R extends QueueableRoute> = { isQueued: false; reply: ActionReply<R> } | { isQueued: true };

/** Throws ApiError if the server refuses the action, and OFFLINE if it can be neither sent nor kept. */
export async function sendOrQueue<R extends QueueableRoute>({
  session,
  action: call,
  images = [],
  replaces,
  ...labels
}: Submission<R>): Promise<SubmissionResult<R>> {
  const { path, body } = toRequest(call);
  const chosen = await Promise.all(images.map(waitForUpload));
  const known = { body: { ...body }, images: chosen };
  const isComplete = chosen.every(({ id }) => id !== null);
  const action: StoredAction = {
    ...labels,
    ...known,
    path,
    key: isComplete ? getIdempotencyKey({ path, body: JSON.stringify(toSentBody(known)) }) : createRandomId(),
    user: session.user.id,
    branch: session.branch?.id ?? 0,
    branchName: session.branch?.name ?? "",
    queuedAt: Date.now(),
    state: "waiting",
    failures: 0,
    reason: null,
    rowId: null,
  };
  const { key } = action;
  try {
    const reply = await withinTime(answerTimeoutMs, (signal) => deliver<ActionReply<R>>({ action, signal }));
    settleIdempotencyKey({ path, key });
    if (replaces !== undefined) await removeFromQueue(replaces);
    return { isQueued: false, reply };
  } catch (thrown) {
    if (!isUnreachable(thrown)) {
      settleIdempotencyKey({ path, key, error: thrown });
      throw thrown;
    }
    await keep(action);
    settleIdempotencyKey({ path, key });
    if (replaces !== undefined) await removeFromQueue(replaces);
    return { isQueued: true };
  }
}

/** The form stays as it is if the device cannot store the action. */
async function keep(action: StoredAction): Promise<void> {
  try {
    await addToQueue(action);
  } catch {
    throw createOfflineError();
  }
}

/** A photo that could not be uploaded is sent with the action later. */
async function waitForUpload({ file, sent }: ChosenImage): Promise<QueuedImage> {
  try {
    return { file, id: await withinTime(answerTimeoutMs, () => sent) };
  } catch (thrown) {
    if (isUnreachable(thrown)) return { file, id: null };
    throw thrown;
  }
}
