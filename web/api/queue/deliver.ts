// One attempt to send an action with its photos, within a time: a network may accept a request and never answer.
import { ApiError, createOfflineError } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { uploadImage } from "#web/api/files.ts";
import type { StoredAction } from "#web/api/queue/queue-storage.ts";

/** Whether the server may not have got the request, or its answer was lost. */
export function isUnreachable(thrown: unknown): boolean {
  return thrown instanceof ApiError && [0, 502, 503, 504].includes(thrown.status);
}

export async function withinTime<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort();
      reject(createOfflineError());
    }, ms);
  });
  try {
    return await Promise.race([run(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

interface DeliverOptions {
  action: StoredAction;
  signal: AbortSignal;
  /** Receives the action with the ids of its uploaded photos, since a repeated request must have the same body. */
  onUploaded?: (action: StoredAction) => Promise<void>;
}

/** Sends the action in the session of its user and returns `data` of the reply. Throws ApiError. */
export async function deliver<T>({ action, signal, onUploaded }: DeliverOptions): Promise<T> {
  let current = action;
  for (const [index, image] of action.images.entries()) {
    if (image.id !== null) continue;
    const id = await uploadImage(image.file, undefined, { signal, userId: action.user });
    current = { ...current, images: current.images.with(index, { ...image, id }) };
    await onUploaded?.(current);
  }
  const { data } = await request<{ data: T }>(current.path, {
    method: "POST",
    body: toSentBody(current),
    signal,
    idempotencyKey: current.key,
    userId: current.user,
  });
  return data;
}

export function toSentBody({ body, images }: Pick<StoredAction, "body" | "images">): { [name: string]: unknown } {
  return images.length > 0 ? { ...body, entry_images: images.map(({ id }) => id) } : body;
}
