// §8: what a person is told: one modal at a time, toasts of 4 s and 2 s, at most 20 shown, the rest only logged.
import { errors, errorText, isErrorCode, successes } from "#domain/errors.ts";
import type { ErrorCode, SuccessCode } from "#domain/errors.ts";
import { limits } from "#domain/limits.ts";
import { createStore } from "#web/ui/store.ts";

export interface ModalMessage {
  kind: "error" | "warning";
  text: string;
  code: string;
}
export interface Toast {
  id: number;
  kind: "error" | "success";
  text: string;
}

/** The newest message replaces the one that is open: it is what the person has just done. */
export const modalStore = createStore<ModalMessage | null>(null);
export const toastStore = createStore<readonly Toast[]>([]);

let lastToast = 0;

function addToast(kind: Toast["kind"], text: string): void {
  const id = ++lastToast;
  toastStore.set([...toastStore.get(), { id, kind, text }].slice(-limits.toastsShown));
  setTimeout(() => closeToast(id), kind === "error" ? limits.toastErrorMs : limits.toastSuccessMs);
}

export function closeToast(id: number): void {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id));
}

export function closeModal(): void {
  modalStore.set(null);
}

/** A key of the catalogue, or words of one's own. */
export function showSuccess(said: SuccessCode | (string & {})): void {
  addToast("success", Object.hasOwn(successes, said) ? successes[said as SuccessCode] : said);
}

/** Shows a code of the catalogue as the catalogue says; `text` where the caller knows better words. */
export function showCode(code: ErrorCode, text: string = errorText(code)): void {
  switch (errors[code].shown) {
    case "modal-error":
      return modalStore.set({ kind: "error", code, text });
    case "modal-warning":
      return modalStore.set({ kind: "warning", code, text });
    case "log":
      return console.info(`${code}: ${text}`);
    default:
      return addToast("error", text.replace(/^\*/, ""));
  }
}

/** Shows whatever was thrown: by its code where it has one of ours, else as SOMETHING_WRONG. */
export function showError(thrown: unknown): void {
  const code = (thrown as { code?: unknown } | null)?.code;
  if (isErrorCode(code)) return showCode(code);
  console.warn(thrown);
  showCode("SOMETHING_WRONG");
}

const kept = "chaavi-notice";

/** Remembers a code over a page load, for what is told after it: that the session has expired. */
export function keepForNextPage(code: ErrorCode): void {
  sessionStorage.setItem(kept, code);
}

export function showKept(): void {
  const code = sessionStorage.getItem(kept);
  sessionStorage.removeItem(kept);
  if (isErrorCode(code)) showCode(code);
}
