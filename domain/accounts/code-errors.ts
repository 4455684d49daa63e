// Errors of actions that check a one-time code, a signed link or a proof, as their contracts declare them.

/** Of a code that is checked. */
export const codeErrors = ["OTP_INVALID", "OTP_EXPIRED", "OTP_TOO_MANY_TRIES", "REQUESTS_EXCEEDED"] as const;
/** Of a code that is sent again. */
export const resendErrors = ["VALID_OTP_ALREADY_EXIST", "REQUESTS_EXCEEDED"] as const;
/** Of a signed token with an expiry. */
export const tokenErrors = ["INVALID_TOKEN", "TOKEN_EXPIRED"] as const;
