// Every kind of token that the server signs or encrypts: who it is for, how long it is valid and what it contains. A token
// of one kind is never accepted as another. Refresh tokens (sessions.ts) and static tokens (static-tokens.ts) are not
// listed: they are random, contain nothing and are looked up by their hash.
import type { JWTPayload } from "jose";
import type { ErrorCode } from "#domain/errors.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import { type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { parseId } from "#domain/schema/fields.ts";
import type { OtpBinding, OtpPurpose } from "#server/auth/otp/otp-binding.ts";

/** A signed token with its own expiry. */
export interface JwtKind<P> {
  format: "jwt";
  /** Separates the kinds. Written to the `iss` claim, where tokens already issued have it; they have no `aud` claim. */
  audience: string;
  /** Longest validity; a token can be issued with an earlier expiry. */
  lifetimeMs: number;
  toClaims: (payload: P) => JWTPayload;
  /** Undefined for the claims of another kind. */
  fromClaims: (claims: JWTPayload) => P | undefined;
  /** Errors of `verify`. */
  invalid: ErrorCode;
  expired: ErrorCode;
}

/** A readable text with a signature, short enough for a QR code or an SMS. The row it names decides how long it is valid. */
export interface SignedTextKind<P> {
  format: "signed-text";
  /** Separates the kinds. Prefix of what is signed, not part of the token. */
  audience: string;
  separator: "." | ":";
  /** Characters of the signature. */
  signatureLength: 22 | 32;
  toText: (payload: P) => string;
  fromText: (text: string) => P | undefined;
  invalid: ErrorCode;
}

/** Encrypted values that a page carries from one step to the next. Valid as long as the one-time code they belong to. */
export interface SealedKind<P> {
  format: "sealed";
  toJson: (payload: P) => object;
  /** Undefined for the values of another kind. */
  fromJson: (json: { [name: string]: unknown }) => P | undefined;
  invalid: ErrorCode;
}

export type TokenKind<P> = JwtKind<P> | SignedTextKind<P> | SealedKind<P>;

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export interface AccessPayload {
  /** The user's id. */
  id: string;
  /** The user's auth_version when the token was issued. */
  version: number;
  /** Family of the refresh token. */
  session: string;
}

export interface SessionPayload extends AccessPayload {
  /** The refresh token; protected, since scripts cannot read the cookie. */
  refresh: string;
}

export interface SetUpPayload {
  /** The admin's id. */
  id: string;
  /** The admin's auth_version when the token was issued. */
  version: number;
}

interface LiveStreamPayload {
  id: string;
  version: number;
  session: string | null;
  /** End of the stream in ms since 1970; null if the access token does not expire. */
  until: number | null;
}

export interface BranchPreviewPayload {
  id: string;
  version: number;
  /** Null for a user whose branch is verified, who cannot log in yet. */
  session: string | null;
  branch: number;
}

interface VisitLink {
  /** Id of the entry. */
  entry: number;
  /** Id of the unit's member. */
  member: number;
}

interface NotificationRef {
  /** Id of the message in the outbox. */
  message: number;
  /** Id of the device's subscription. */
  device: number;
}

export interface OtpTokenPayload {
  binding: OtpBinding;
  /** Further values for the step in which the code is submitted. */
  extra: { [name: string]: unknown };
}

/** The applicant of a vendor account, between the steps of the sign-up. */
export interface Applicant {
  phone: string;
  email: string;
  /** Request key of the code of each channel (OtpBinding). */
  requestKeys: { sms?: string | undefined; mail?: string | undefined };
}

export const tokenKinds = {
  /** Authenticates requests. */
  access: {
    format: "jwt",
    audience: "chaavi",
    lifetimeMs: 15 * minuteMs,
    toClaims: ({ id, version, session }) => ({ id, v: version, session }),
    fromClaims: (claims) => (claims["refresh"] === undefined ? readAccessClaims(claims) : undefined),
    invalid: "INVALID_TOKEN",
    expired: "TOKEN_EXPIRED",
  } satisfies JwtKind<AccessPayload>,
  /** The only token of session mode, in a cookie. Its audience is that of access tokens, since it authenticates requests too. */
  session: {
    format: "jwt",
    audience: "chaavi",
    lifetimeMs: dayMs,
    toClaims: ({ id, version, session, refresh }) => ({ id, v: version, session, refresh }),
    fromClaims: (claims) => {
      const { refresh } = claims;
      const payload = readAccessClaims(claims);
      return payload && typeof refresh === "string" ? { ...payload, refresh } : undefined;
    },
    invalid: "INVALID_TOKEN",
    expired: "TOKEN_EXPIRED",
  } satisfies JwtKind<SessionPayload>,
  /** Opens one live stream; part of its URL, because EventSource cannot send headers. */
  liveStream: {
    format: "jwt",
    audience: "chaavi-live",
    lifetimeMs: 30 * secondMs,
    toClaims: ({ id, version, session, until }) => ({ id, v: version, session, until }),
    fromClaims: ({ id, v, session, until }) =>
      typeof id === "string" && typeof v === "number"
        ? {
            id,
            version: v,
            session: typeof session === "string" ? session : null,
            until: typeof until === "number" ? until : null,
          }
        : undefined,
    invalid: "INVALID_TOKEN",
    expired: "INVALID_TOKEN",
  } satisfies JwtKind<LiveStreamPayload>,
  /** Shows the public page of a branch that is not published; part of its URL, because a browser opens pages without headers. */
  branchPreview: {
    format: "jwt",
    audience: "chaavi-branch-preview",
    lifetimeMs: 15 * minuteMs,
    toClaims: ({ id, version, session, branch }) => ({ id, v: version, session, branch }),
    fromClaims: ({ id, v, session, branch }) =>
      typeof id === "string" && typeof v === "number" && typeof branch === "number"
        ? { id, version: v, session: typeof session === "string" ? session : null, branch }
        : undefined,
    invalid: "INVALID_TOKEN",
    expired: "TOKEN_EXPIRED",
  } satisfies JwtKind<BranchPreviewPayload>,
  /** Links in emails, by the purpose in `links`; the payload is the id of the row there, which is used up once. */
  mailLink: {
    "password-reset": subjectToken({ purpose: "password-reset", lifetimeMs: hourMs }),
    invite: subjectToken({ purpose: "invite", lifetimeMs: 7 * dayMs }),
    "email-change": subjectToken({ purpose: "email-change", lifetimeMs: dayMs }),
    "email-verification": subjectToken({ purpose: "email-verification", lifetimeMs: dayMs }),
  },
  /** Proves that a customer's phone number was verified; long enough to fill in the registration. */
  phoneProof: subjectToken({ purpose: "phone-proof", lifetimeMs: 30 * minuteMs }),
  /** Proves that a vendor's phone number or email was verified; long enough to set a password. */
  partnerProof: {
    sms: subjectToken({ purpose: "partner-sms-proof", lifetimeMs: 30 * minuteMs }),
    mail: subjectToken({ purpose: "partner-mail-proof", lifetimeMs: 30 * minuteMs }),
  },
  /** §2 /success-registration: shows the status of the user's registration, whose log-in is not possible before approval. */
  registrationStatus: subjectToken({ purpose: "application-state", lifetimeMs: 30 * dayMs }),
  /** Opens a set-up session for an admin whose log-in was refused because the registration is under review. */
  setUp: {
    format: "jwt",
    audience: "chaavi-set-up",
    lifetimeMs: 15 * minuteMs,
    toClaims: ({ id, version }) => ({ id, v: version }),
    fromClaims: ({ id, v }) => (typeof id === "string" && typeof v === "number" ? { id, version: v } : undefined),
    invalid: "INVALID_TOKEN",
    expired: "TOKEN_EXPIRED",
  } satisfies JwtKind<SetUpPayload>,
  /** Page of a valet ticket, until a day after check-out; its version is the time of the last renewal of the code. */
  ticketLink: linkToken("ticket-link"),
  /** Page of an invited visitor, until a day after the invite's end. */
  inviteLink: linkToken("invite-link"),
  /** Page of the holder of a pass, until 30 days after its end. */
  passLink: linkToken("pass-link"),
  /** Answer of one member of a unit to one request, until a day after the request. */
  visitLink: {
    format: "signed-text",
    audience: "visit-link",
    separator: ".",
    signatureLength: 32,
    toText: ({ entry, member }) => `${entry}-${member}`,
    fromText: (text) => {
      const [, entry, member] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
      return entry && member ? { entry: Number(entry), member: Number(member) } : undefined;
    },
    invalid: "INVALID_TOKEN",
  } satisfies SignedTextKind<VisitLink>,
  /** A notification on a device: reports that it was shown, and answers it once. Ends with the message. */
  notification: {
    format: "signed-text",
    audience: "notification",
    separator: ".",
    signatureLength: 32,
    toText: ({ message, device }) => `${message}-${device}`,
    fromText: (text) => {
      const [, message, device] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
      return message && device ? { message: Number(message), device: Number(device) } : undefined;
    },
    invalid: "INVALID_TOKEN",
  } satisfies SignedTextKind<NotificationRef>,
  /** Pay page of an entry, ticket or pass, until domain/payments/online/pay-link.ts ends it. */
  payLink: {
    format: "signed-text",
    audience: "pay-link",
    separator: ".",
    signatureLength: 32,
    toText: ({ kind, id }) => `${kind}${id}`,
    fromText: (text) => {
      const [, kind, id] = /^([A-Z])(\d{1,15})$/.exec(text) ?? [];
      return isKeyOf(paidKinds, kind) ? { kind, id: Number(id) } : undefined;
    },
    invalid: "INVALID_TOKEN",
  } satisfies SignedTextKind<PaidKey>,
  /** QR code of a slip, invite, pass or ticket; without expiry, since it identifies the row only. */
  qr: {
    format: "signed-text",
    audience: "qr",
    separator: ":",
    signatureLength: 22,
    toText: ({ kind, id }) => `CHAAVI:${kind}:${id}`,
    fromText: (text) => {
      const [, kind, id] = /^CHAAVI:([A-Z]):(\d{1,15})$/.exec(text) ?? [];
      return isKeyOf(paidKinds, kind) ? { kind, id: Number(id) } : undefined;
    },
    invalid: "QR_NOT_VALID",
  } satisfies SignedTextKind<PaidKey>,
  /** QR code with which a customer gets the vehicle of a ticket; its version is the time of the last code renewal. */
  handover: {
    format: "signed-text",
    audience: "handover",
    separator: ":",
    signatureLength: 22,
    toText: (id) => `CHAAVI:H:${id}`,
    fromText: (text) => {
      const [, id] = /^CHAAVI:H:(\d{1,15})$/.exec(text) ?? [];
      return id ? Number(id) : undefined;
    },
    invalid: "QR_NOT_VALID",
  } satisfies SignedTextKind<number>,
  /** What a one-time code is bound to, by the code's purpose. */
  otp: {
    login: otpToken("login"),
    registration: otpToken("registration"),
    verification: otpToken("verification"),
    reset: otpToken("reset"),
    valet: otpToken("valet"),
    staff: otpToken("staff"),
  },
  /** Steps of a vendor's sign-up. */
  applicant: {
    format: "sealed",
    // The names within tokens stay: open pages send them back.
    toJson: ({ requestKeys: askers, ...applicant }) => ({ ...applicant, askers }),
    fromJson: ({ phone, email, askers }) =>
      typeof phone === "string" && typeof email === "string" && isRecord(askers)
        ? { phone, email, requestKeys: { sms: readText(askers["sms"]), mail: readText(askers["mail"]) } }
        : undefined,
    invalid: "NO_OTP",
  } satisfies SealedKind<Applicant>,
};

/** A token whose payload is one text, such as an id or a phone number. */
function subjectToken({ purpose, lifetimeMs }: { purpose: string; lifetimeMs: number }): JwtKind<string> {
  return {
    format: "jwt",
    audience: `chaavi-${purpose}`,
    lifetimeMs,
    toClaims: (subject) => ({ scope: purpose, sub: subject }),
    fromClaims: ({ sub }) => sub,
    invalid: "INVALID_TOKEN",
    expired: "TOKEN_EXPIRED",
  };
}

/** '123.<signature>': the page of one row, for clients without an account. The payload is the row's id. */
function linkToken(audience: string): SignedTextKind<number> {
  return {
    format: "signed-text",
    audience,
    separator: ".",
    signatureLength: 32,
    toText: String,
    fromText: parseId,
    invalid: "INVALID_TOKEN",
  };
}

function otpToken(purpose: OtpPurpose): SealedKind<OtpTokenPayload> {
  return {
    format: "sealed",
    // The names within tokens stay: open pages send them back.
    toJson: ({ binding: { requestKey: asker, ...binding }, extra }) => ({ ...extra, binding: { ...binding, asker } }),
    fromJson: ({ binding, ...extra }) => {
      if (!isRecord(binding) || binding["purpose"] !== purpose) return undefined;
      const { channel, recipient, asker: requestKey } = binding;
      const isBinding =
        (channel === "sms" || channel === "mail") && typeof recipient === "string" && typeof requestKey === "string";
      return isBinding ? { binding: { channel, recipient, purpose, requestKey }, extra } : undefined;
    },
    invalid: "NO_OTP",
  };
}

function readAccessClaims({ id, v, session }: JWTPayload): AccessPayload | undefined {
  const isAccess = typeof id === "string" && typeof v === "number" && typeof session === "string";
  return isAccess ? { id, version: v, session } : undefined;
}

function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}

const readText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
