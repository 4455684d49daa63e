// Typed error of a failed request: the first of the response's `errors[]`, with the others.
import { tFilled } from "#web/languages/t.ts";
import { isJsonObject } from "#domain/json-object.ts";
import { getErrorText, isErrorCode } from "#domain/errors.ts";

export interface ErrorExtensions {
  code?: string;
  field?: string;
  [key: string]: unknown;
}

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** Name of the invalid field, if any. */
  readonly field: string | undefined;
  readonly extensions: ErrorExtensions;
  readonly others: readonly ApiError[];

  constructor({
    code,
    message,
    status,
    extensions = {},
    others = [],
  }: {
    code: string;
    message?: string;
    status: number;
    extensions?: ErrorExtensions;
    others?: readonly ApiError[];
  }) {
    super(message || getErrorText(code));
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.extensions = extensions;
    this.others = others;
    this.field = typeof extensions.field === "string" ? extensions.field : undefined;
  }
}

/** The request did not reach the server, or its response was lost. */
export function createOfflineError(): ApiError {
  return new ApiError({ code: "OFFLINE", status: 0 });
}

export function hasErrorCode<C extends string>(thrown: unknown, code: C): thrown is ApiError & { code: C } {
  return thrown instanceof ApiError && thrown.code === code;
}

/** Parses the body of a response that is not 2xx; an unknown body becomes SOMETHING_WRONG. */
export function parseApiError({ status, body }: { status: number; body: unknown }): ApiError {
  const { errors }: { errors?: { message?: string; extensions?: ErrorExtensions }[] } = isJsonObject(body) ? body : {};
  const [first, ...others] = errors ?? [];
  const code = first?.extensions?.code ?? (status === 503 ? "SERVICE_UNAVAILABLE" : "SOMETHING_WRONG");
  return new ApiError({
    code,
    status,
    extensions: first?.extensions ?? {},
    others: others.map((error) => parseApiError({ status, body: { errors: [error] } })),
    message: translate(first?.extensions) ?? first?.message ?? (isErrorCode(code) ? getErrorText(code) : ""),
  });
}

/** The text with values of a refusal in the language of the page. */
function translate({ translation }: ErrorExtensions = {}): string | undefined {
  if (!isJsonObject(translation) || typeof translation["message"] !== "string") return undefined;
  const { message, values } = translation;
  return tFilled({ message, values: isJsonObject(values) ? values : {} });
}
