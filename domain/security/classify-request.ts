// Classifies requests for the security log: rejected ones by error code, successful ones if they export data.
import type { ErrorCode } from "#domain/errors.ts";
import type { SecurityEventKind } from "#domain/security/events.ts";

export interface RefusedRequest {
  method: string;
  /** Route pattern, such as `/items/:collection/:id`; null if no route matched. */
  route: string | null;
  /** First error code of the response. */
  code: ErrorCode;
  /** True if the request had a valid session. */
  isAuthenticated: boolean;
  /** Kind of the credentials sent: the static token of an integration, another token, or none. */
  token: "static" | "other" | null;
  /** True if the browser marked the request as cross-site. */
  isCrossSite: boolean;
  /** True if the body contained a two-factor code. */
  hasSecondFactor: boolean;
}

const codeRoutes =
  /(send-codes?(-again)?|send-sms-otp|send-mail\/otp|send-verification|send-sms\/test|send-mail\/test|\/renew-handover-code)$/;
const wrongCodes: readonly ErrorCode[] = ["OTP_INVALID", "OTP_TOO_MANY_TRIES", "HANDOVER_LOCKED"];
/** Login errors without security relevance, such as malformed requests or server errors. */
const harmlessAtLogIn: readonly ErrorCode[] = [
  "INVALID_PAYLOAD",
  "FAILED_VALIDATION",
  "INTERNAL_SERVER_ERROR",
  "SERVICE_UNAVAILABLE",
  "PARTNER_LOGGED_IN",
  "CUSTOMER_LOGGED_IN",
  "NO_OTP",
  "OTP_EXPIRED",
];
const logInRoutes = ["/auth/login", "/actions/customers/log-in-with-code", "/actions/valet/customer/log-in"];

/** Returns the event kind of a rejected request; null if it is not security-relevant. */
export function classifyRefusedRequest(refused: RefusedRequest): SecurityEventKind | null {
  const { route, code, isAuthenticated, token } = refused;
  if (code === "PAYMENT_NOT_CREDIBLE") return "callback_forged";
  if (code === "REQUESTS_EXCEEDED") return route && codeRoutes.test(route) ? "code_flood" : "request_throttled";
  if (wrongCodes.includes(code)) return "code_refused";
  if (code === "INVALID_OTP") return refused.hasSecondFactor ? "second_factor_failed" : null;
  if (route && logInRoutes.includes(route)) return harmlessAtLogIn.includes(code) ? null : "log_in_failed";
  if (code === "FORBIDDEN" && refused.isCrossSite && !isAuthenticated && token) return "cross_site_refused";
  if (code === "FORBIDDEN" && isAuthenticated) return "access_refused";
  // Expired sessions give TOKEN_EXPIRED and are not logged.
  const isRefusedToken = (code === "INVALID_TOKEN" && token) || (code === "INVALID_CREDENTIALS" && token === "static");
  return isRefusedToken && !isAuthenticated ? "token_refused" : null;
}

const fileRoutes: readonly string[] = ["/actions/reports/:report/file", "/actions/platform/settlement/file"];

/** True if a successful request exported a list as a file. */
export function isExport({ method, route, query }: { method: string; route: string | null; query: string }): boolean {
  if (route?.startsWith("/utils/export/") || fileRoutes.includes(route ?? "")) return true;
  return method === "GET" && /(^|&)export=/.test(query);
}
