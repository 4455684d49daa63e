// §2 /partner-with-us: creates the account of a new vendor's admin, with phone and e-mail each verified by a code.
import { Users } from "#domain/people/users.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { Channel } from "#domain/messages/messages.ts";
import { checkField, requiredMessage } from "#domain/schema/fields.ts";
import { anonymous, partnerRoles, roles } from "#domain/access/roles.ts";
import { type AppServices, type RequestOrigin, createWriteContext } from "#server/context.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import { createItem } from "#server/items/write/write.ts";
import { type Applicant, tokenKinds } from "#server/auth/token-kinds.ts";
import type { OtpBinding } from "#server/auth/otp/otp-binding.ts";
import { normaliseAddress, verifyOtp, sendOtp, type SentOtp } from "#server/auth/otp/otp.ts";

function getRecipient({ applicant, channel }: { applicant: Applicant; channel: Channel }) {
  return { channel, to: channel === "sms" ? applicant.phone : applicant.email, purpose: "registration" } as const;
}

/** NO_OTP if none was sent to the contact. */
export function getBinding(target: { applicant: Applicant; channel: Channel }): OtpBinding {
  const { channel, to: recipient, purpose } = getRecipient(target);
  const requestKey = target.applicant.requestKeys[channel];
  if (!requestKey) throwApiError("NO_OTP", { field: "otp", path: ["otp"] });
  return { channel, recipient, purpose, requestKey };
}

/** Sends a code to the phone or e-mail. Throws the errors of `sendOtp`. */
export function sendVerificationCode({
  services,
  origin,
  ...target
}: {
  services: AppServices;
  origin: RequestOrigin;
  applicant: Applicant;
  channel: Channel;
}): Promise<SentOtp> {
  return sendOtp({
    services,
    branch: null,
    origin,
    ...getRecipient(target),
    requestKey: target.applicant.requestKeys[target.channel],
  });
}

/**
 * Sends a code to the phone and one to the email; returns the applicant as encrypted text. With the text of a previous
 * call the code sent to a contact that was not corrected stays valid. Throws INVALID_PHONE, RESET_INVALID_EMAIL, and
 * the errors of `sendOtp`.
 */
export async function sendVerificationCodes({
  services,
  origin,
  body: { phone, email, values: previousValues },
}: {
  services: AppServices;
  origin: RequestOrigin;
  body: { phone?: unknown; email?: unknown; values?: unknown };
}): Promise<string> {
  if (checkField({ name: "email", field: Users.fields.email, value: email }))
    throwApiError("RESET_INVALID_EMAIL", { field: "email" });
  const applicant: Applicant = {
    phone: normaliseAddress({ channel: "sms", address: String(phone ?? "") }),
    email: normaliseAddress({ channel: "mail", address: String(email) }),
    requestKeys: {},
  };
  const previous =
    previousValues === undefined ? null : services.tokens.verify({ kind: tokenKinds.applicant, token: previousValues });
  if (previous?.phone === applicant.phone) applicant.requestKeys.sms = previous.requestKeys.sms;
  if (previous?.email === applicant.email) applicant.requestKeys.mail = previous.requestKeys.mail;
  for (const channel of ["sms", "mail"] as const)
    applicant.requestKeys[channel] = await sendOrReuseCode({ services, origin, applicant, channel });
  return services.tokens.issue({ kind: tokenKinds.applicant, payload: applicant });
}

/** Sends a code unless one was just sent for the same request key; returns the request key of the valid code. */
async function sendOrReuseCode(target: Parameters<typeof sendVerificationCode>[0]): Promise<string> {
  try {
    return (await sendVerificationCode(target)).binding.requestKey;
  } catch (error) {
    const requestKey = target.applicant.requestKeys[target.channel];
    if (!requestKey || !(error instanceof ApiError) || error.code !== "VALID_OTP_ALREADY_EXIST") throw error;
    return requestKey;
  }
}

/**
 * Verifies the code and returns a proof of the phone number or e-mail. Throws the errors of `verifyOtp`; and to whom a
 * contact belongs, who alone may learn it, USER_EMAIL_EXIST or USER_PHONE_EXIST, before a password is chosen.
 */
export async function checkVerificationCode({
  services,
  origin,
  otp,
  ...target
}: {
  services: AppServices;
  origin: RequestOrigin;
  otp: string;
  applicant: Applicant;
  channel: Channel;
}): Promise<string> {
  const binding = getBinding(target);
  const { channel, recipient } = binding;
  await verifyOtp({ services, origin, binding, otp });
  await assertNotRegistered({ sql: services.sql, [channel === "sms" ? "phone" : "email"]: recipient });
  return services.tokens.issue({ kind: tokenKinds.partnerProof[channel], payload: recipient });
}

/**
 * Creates the admin's account and returns its session. USER_EMAIL_EXIST, USER_PHONE_EXIST, FAILED_VALIDATION by field;
 * INVALID_TOKEN, TOKEN_EXPIRED for a proof.
 */
export async function createAdminAccount({
  services,
  origin,
  body,
}: {
  services: AppServices;
  origin: RequestOrigin;
  body: Row;
}): Promise<Session> {
  const { phone_proof: phoneProof, email_proof: emailProof, first_name, password } = body;
  const now = services.clock();
  const phone = await services.tokens.verify({ kind: tokenKinds.partnerProof.sms, token: phoneProof });
  const email = await services.tokens.verify({ kind: tokenKinds.partnerProof.mail, token: emailProof });
  if (!password) {
    const errorText = requiredMessage("password", Users.fields["password"]!);
    throwApiError("FAILED_VALIDATION", { field: "password", path: ["password"], type: "required" }, errorText);
  }
  return runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin });
      await acquireLock({ tx, name: "partnerPhone", key: phone });
      await assertNotRegistered({ sql: tx, phone, email });
      const payload = { first_name, email, contact_number: phone, password, role: roles.admin.id, status: "active" };
      const systemValues = { is_email_verified: true, phone_verified_at: now, pending_creation_type: "company" };
      const id = await createItem({ ctx, collection: Users, payload, systemValues, bypassAccess: true });
      return (await loadSession({ sql: tx, userId: id }))!;
    },
  });
}

/** Phone numbers are unique among partner users; a customer may have the same one. */
async function assertNotRegistered({
  sql,
  phone = null,
  email = null,
}: {
  sql: Sql | Tx;
  phone?: string | null;
  email?: string | null;
}): Promise<void> {
  const partners = partnerRoles.map((role) => roles[role].id);
  const [existing] = await sql<{ hasEmail: boolean | null; hasPhone: boolean | null }[]>`
    select bool_or(lower(email) = ${email}) as "hasEmail",
      bool_or(contact_number = ${phone} and role = any(${partners})) as "hasPhone"
    from users where lower(email) = ${email} or contact_number = ${phone}`;
  if (existing?.hasEmail) throwApiError("USER_EMAIL_EXIST", { field: "email" });
  if (existing?.hasPhone) throwApiError("USER_PHONE_EXIST", { field: "phone_number" });
}
