// §2 /partner-with-us: a new vendor's admin, whose phone and mail were each proved by a code, and whose password is their own.
import type { Row } from "#domain/collection.ts";
import { requiredText } from "#domain/fields.ts";
import { nobody, partnerRoles, roles } from "#domain/roles.ts";
import { type House, type Origin, writeContext } from "#server/context.ts";
import { transaction } from "#server/db/transaction.ts";
import { Refused, refuse } from "#server/items/refused.ts";
import { loadSession, type Session } from "#server/items/who.ts";
import { createItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { usersCollection } from "#server/services/as-person.ts";
import { checkOtp, sendOtp } from "#server/services/otp.ts";

export type CodeChannel = "sms" | "mail";
/** What the page carries from one call to the next, sealed. */
export interface Applicant {
  phone: string;
  email: string;
}

/** Long enough to choose a password. */
const proofMs = 30 * 60_000;
const proofOf = (channel: CodeChannel): string => `partner-${channel}-proof`;

function addresseeOf({ applicant, channel }: { applicant: Applicant; channel: CodeChannel }) {
  return { channel, to: channel === "sms" ? applicant.phone : applicant.email, purpose: "registration" } as const;
}

/** A code to the phone or mail; answers when another may be asked for. Throws what `sendOtp` throws. */
export async function sendCode({
  house,
  origin,
  ...to
}: {
  house: House;
  origin: Origin;
  applicant: Applicant;
  channel: CodeChannel;
}): Promise<Date> {
  const { resendAt } = await sendOtp({ house, branch: null, origin, ...addresseeOf(to) });
  return resendAt;
}

/** The same, where a code that was sent a moment ago may stand as well. */
export async function sendFirstCode(to: Parameters<typeof sendCode>[0]): Promise<void> {
  try {
    await sendCode(to);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "VALID_OTP_ALREADY_EXIST") throw error;
  }
}

/** The proof that a phone or mail is the applicant's. Throws what `checkOtp` throws. */
export async function checkCode({
  house,
  otp,
  ...of
}: {
  house: House;
  otp: string;
  applicant: Applicant;
  channel: CodeChannel;
}): Promise<string> {
  const addressee = addresseeOf(of);
  await checkOtp({ house, otp, ...addressee });
  const now = house.clock();
  return house.tokens.signFor({ purpose: proofOf(of.channel), subject: addressee.to, now, lifeMs: proofMs });
}

/** The admin's account. USER_EMAIL_EXIST, USER_PHONE_EXIST, FAILED_VALIDATION by field; INVALID_TOKEN, TOKEN_EXPIRED for a proof. */
export async function createAccount({
  house,
  origin,
  body,
}: {
  house: House;
  origin: Origin;
  body: Row;
}): Promise<Session> {
  const { phone_proof: phoneProof, email_proof: emailProof, first_name, password } = body;
  const now = house.clock();
  const proved = (channel: CodeChannel, token: unknown) =>
    house.tokens.verifyFor({ purpose: proofOf(channel), token: String(token), now });
  const phone = await proved("sms", phoneProof);
  const email = await proved("mail", emailProof);
  if (!password) {
    const text = requiredText("password", usersCollection.fields["password"]!);
    refuse("FAILED_VALIDATION", { field: "password", path: ["password"], type: "required" }, text);
  }
  return transaction({
    sql: house.sql,
    work: async (tx) => {
      const ctx = writeContext({ house, tx, who: nobody, origin });
      await refuseKnown({ ctx, phone, email });
      const payload = { first_name, email, contact_number: phone, password, role: roles.admin.id, status: "active" };
      const set = { is_email_verified: true, pending_creation_type: "company" };
      const id = await createItem({ ctx, collection: usersCollection, payload, set, isOurs: true });
      return (await loadSession({ sql: tx, userId: String(id) }))!;
    },
  });
}

/** A phone belongs to one partner; a customer may have the same. */
async function refuseKnown({ ctx: { tx }, phone, email }: Applicant & { ctx: WriteContext }): Promise<void> {
  await tx`select pg_advisory_xact_lock(7308, hashtext(${phone}))`;
  const partners = partnerRoles.map((role) => roles[role].id);
  const [known] = await tx<{ hasEmail: boolean | null; hasPhone: boolean | null }[]>`
    select bool_or(lower(email) = ${email}) as "hasEmail",
      bool_or(contact_number = ${phone} and role = any(${partners})) as "hasPhone"
    from users where lower(email) = ${email} or contact_number = ${phone}`;
  if (known?.hasEmail) refuse("USER_EMAIL_EXIST", { field: "email" });
  if (known?.hasPhone) refuse("USER_PHONE_EXIST", { field: "phone_number" });
}
