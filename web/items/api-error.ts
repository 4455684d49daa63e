// What the server refused, typed: the first of its `errors[]`.
import { errorText, isErrorCode } from "#domain/errors.ts";

export interface ErrorExtensions {
  code?: string;
  field?: string;
  [key: string]: unknown;
}

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** The field it is about, where there is one. */
  readonly field: string | undefined;
  readonly extensions: ErrorExtensions;

  constructor({
    code,
    message,
    status,
    extensions = {},
  }: {
    code: string;
    message?: string;
    status: number;
    extensions?: ErrorExtensions;
  }) {
    super(message || errorText(code));
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.extensions = extensions;
    this.field = typeof extensions.field === "string" ? extensions.field : undefined;
  }
}

/** The request did not reach the server, or no answer came back. */
export function offlineError(): ApiError {
  return new ApiError({ code: "OFFLINE", status: 0 });
}

export function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof ApiError && thrown.code === code;
}

/** From the body of an answer that is not 2xx; a body we cannot read is SOMETHING_WRONG. */
export function errorFrom({ status, body }: { status: number; body: unknown }): ApiError {
  const first = (body as { errors?: { message?: string; extensions?: ErrorExtensions }[] } | null)?.errors?.[0];
  const code = first?.extensions?.code ?? (status === 503 ? "SERVICE_UNAVAILABLE" : "SOMETHING_WRONG");
  return new ApiError({
    code,
    status,
    extensions: first?.extensions ?? {},
    message: first?.message ?? (isErrorCode(code) ? errorText(code) : ""),
  });
}
