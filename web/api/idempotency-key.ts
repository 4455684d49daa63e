// Idempotency-Key of submissions: a retry after a lost response has the key of the first attempt, so that the server
// applies it once. Kept for the tab in session storage, so that it survives a reload.
import { ApiError } from "#web/api/api-error.ts";

interface UnansweredSubmission {
  key: string;
  /** Hash of the body; another body is another submission. */
  body: number;
  sentAt: number;
}

/** Later the same input is a new submission, such as the next visit of the same vehicle. */
const maxRetryMs = 30 * 60_000;
const toStorageKey = (path: string): string => `idempotency-key:${path}`;

/** Calls that create rows or move money: actions, and the closing of a cash shift. */
export function needsIdempotencyKey({ method, path }: { method: string; path: string }): boolean {
  if (method === "POST") return path.startsWith("/actions/");
  return method === "PATCH" && path.startsWith("/items/cash_shifts/");
}

/** Key of the unanswered submission of the same body to this path, or a new one. */
export function getIdempotencyKey({ path, body }: { path: string; body: string }): string {
  const bodyHash = hashText(body);
  const unanswered = readUnanswered(path);
  if (unanswered?.body === bodyHash && Date.now() - unanswered.sentAt < maxRetryMs) return unanswered.key;
  const submission: UnansweredSubmission = { key: createRandomId(), body: bodyHash, sentAt: Date.now() };
  sessionStorage.setItem(toStorageKey(path), JSON.stringify(submission));
  return submission.key;
}

/** Forgets the key once the server has answered, unless the error leaves open whether the submission was applied. */
export function settleIdempotencyKey({ path, key, error }: { path: string; key: string; error?: unknown }): void {
  if (error !== undefined && isOutcomeUnknown(error)) return;
  if (readUnanswered(path)?.key === key) sessionStorage.removeItem(toStorageKey(path));
}

/** Lost responses, failures of the server, and requests that it did not run. */
function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { status, code } = error;
  return status === 0 || status === 429 || status >= 500 || code === "REQUEST_IN_PROGRESS" || code === "TOKEN_EXPIRED";
}

function readUnanswered(path: string): UnansweredSubmission | null {
  const stored: UnansweredSubmission | null = JSON.parse(sessionStorage.getItem(toStorageKey(path)) ?? "null");
  return stored;
}

/** FNV-1a: personal data of the body is not stored, and a collision is refused by the server. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** 32 hexadecimal digits; crypto.randomUUID is not available on pages over plain HTTP. */
export function createRandomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
