// §8: one modal at a time; toasts for 4 s (error) and 2 s (success), at most 20; other codes are only logged.
import { getErrorCode } from "#domain/error-code.ts";
import { errorCatalogue, getErrorText, isErrorCode } from "#domain/errors.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { SuccessCode } from "#domain/success-messages.ts";
import * as limits from "#domain/limits.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import { createStore } from "#web/store.ts";

export interface ModalMessage {
  kind: "error" | "warning";
  text: string;
  code: string;
  /** Request id of an unexpected error in the server log. */
  reference?: string | undefined;
}
export interface Toast {
  id: number;
  kind: "error" | "success";
  text: string;
}

/** A new message replaces the open one, since it belongs to the latest action. */
export const modalStore = createStore<ModalMessage | null>(null);
export const toastStore = createStore<readonly Toast[]>([]);

let lastToast = 0;

function addToast(kind: Toast["kind"], text: string): void {
  const id = ++lastToast;
  // The same message again replaces the earlier one.
  const others = toastStore.get().filter((toast) => toast.kind !== kind || toast.text !== text);
  toastStore.set([...others, { id, kind, text }].slice(-limits.toastsShown));
  setTimeout(() => closeToast(id), kind === "error" ? limits.toastErrorMs : limits.toastSuccessMs);
}

export function closeToast(id: number): void {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id));
}

export function closeModal(): void {
  modalStore.set(null);
}

/** `message` is a code of the catalogue or a text. The catalogue is not in the first load. */
export function showSuccess(message: SuccessCode | (string & {})): void {
  if (!/^[A-Z_]+$/.test(message)) return addToast("success", message);
  loadSuccessMessages().then(
    ({ successMessages }) =>
      addToast("success", isKeyOf(successMessages, message) ? successMessages[message] : message),
    // Without a network the page itself shows the result.
    console.warn,
  );
}

/** Also loads them before they are needed, since the network may be gone then. */
export const loadSuccessMessages = () => import("#domain/success-messages.ts");

/** Shows an error code as the catalogue defines; `text` replaces the catalogue's text. */
export function showErrorCode(code: ErrorCode, text: string = getErrorText(code), reference?: string): void {
  switch (errorCatalogue[code].presentation) {
    case "modal-error":
      return modalStore.set({ kind: "error", code, text, reference });
    case "modal-warning":
      return modalStore.set({ kind: "warning", code, text, reference });
    case "log":
      return console.info(`${code}: ${text}`);
    default:
      return addToast("error", text.replace(/^\*/, ""));
  }
}

/** Shows a thrown error by its catalogue code, else as SOMETHING_WRONG. */
export function showError(thrown: unknown): void {
  const code = getErrorCode(thrown);
  if (isErrorCode(code)) return showErrorCode(code, getErrorText(code), getErrorReference(thrown));
  uncodedError.show(thrown);
}

/** Replaced by pages that also know errors of code that is gone (web/product/forms/missing-code.tsx). */
export const uncodedError = {
  show(thrown: unknown): void {
    console.warn(thrown);
    showErrorCode("SOMETHING_WRONG");
  },
};

/** Request id of an unexpected server error. */
export function getErrorReference(thrown: unknown): string | undefined {
  const { extensions }: { extensions?: { request_id?: unknown } } = thrown ?? {};
  return typeof extensions?.request_id === "string" ? extensions.request_id : undefined;
}

const pendingNoticeKey = "chaavi-notice";

/** Stores a code across a page load, to show it after the reload. */
export function showAfterReload(code: ErrorCode): void {
  sessionStorage.setItem(pendingNoticeKey, code);
}

/** Whether the page is about to be reloaded to show this code. */
export function hasPendingNotice(code: ErrorCode): boolean {
  return sessionStorage.getItem(pendingNoticeKey) === code;
}

export function showPendingNotice(): void {
  const code = sessionStorage.getItem(pendingNoticeKey);
  sessionStorage.removeItem(pendingNoticeKey);
  if (isErrorCode(code)) showErrorCode(code);
}
