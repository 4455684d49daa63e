// Queued actions in IndexedDB: they survive a reload and a restart of the browser, and hold photos.
import type { QueuedAction } from "#domain/queue/queued-action.ts";

export interface QueuedImage {
  file: Blob;
  /** Once it is uploaded. */
  id: string | null;
}

/** The page of the form, to fill it in again. */
export interface QueuedForm {
  /** Below the branch: 'parking/create'. */
  page: string;
  values: { [name: string]: string | boolean | null };
}

export interface StoredAction extends QueuedAction {
  path: string;
  body: { [name: string]: unknown };
  images: readonly QueuedImage[];
  form: QueuedForm;
  branchName: string;
  /** Vehicle number. */
  title: string;
  /** 'Check-in', 'Payment of ₹20.00' */
  summary: string;
  /** Page of the row that the server answers with, below the branch and without the row's id. */
  resultPage: string;
}

const storeName = "actions";

let opened: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("chaavi-queue", 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(storeName, { keyPath: "key" }));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB is not available")));
  });
  // A failure, such as in a private window, is tried again.
  opened.catch(() => (opened = undefined));
  return opened;
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode);
    const request = work(transaction.objectStore(storeName));
    transaction.addEventListener("complete", () => resolve(request.result));
    const fail = (): void => reject(transaction.error ?? new Error("The transaction was aborted"));
    transaction.addEventListener("abort", fail);
    transaction.addEventListener("error", fail);
  });
}

export async function readQueuedActions(): Promise<readonly StoredAction[]> {
  const actions: StoredAction[] = await run<StoredAction[]>("readonly", (store) => store.getAll());
  return actions.toSorted((one, other) => one.queuedAt - other.queuedAt);
}

export async function putQueuedAction(action: StoredAction): Promise<void> {
  await run("readwrite", (store) => store.put(action));
}

export async function deleteQueuedAction(key: string): Promise<void> {
  await run("readwrite", (store) => store.delete(key));
}
