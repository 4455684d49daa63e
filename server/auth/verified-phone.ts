// §5 §6: finds the account of a phone number. A number typed at check-in creates an unverified account, which the owner
// claims by entering a code sent to that number.
import { Users } from "#domain/people/users.collection.ts";
import { type CustomerFlag, customerFlags } from "#domain/accounts/customer-type.ts";
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { roles } from "#domain/access/roles.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Tx } from "#server/db/pool.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

export type PhoneAccount = { [flag in CustomerFlag]: boolean } & {
  id: string;
  email: string;
  isVerified: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
};

/** Serialises check-ins and registrations of one phone number until the end of the transaction. */
export async function lockPhone({ tx, phone }: { tx: Tx; phone: string }): Promise<void> {
  await acquireLock({ tx, name: "customerPhone", key: phone });
}

/**
 * Returns the customer account of a phone number: the one that verified it, otherwise one created at check-in only.
 * Never returns an unverified account with an email or password. Call it after `lockPhone`.
 */
export async function findPhoneAccount({ tx, phone }: { tx: Tx; phone: string }): Promise<PhoneAccount | undefined> {
  const accounts = await tx<PhoneAccount[]>`
    select id, email, phone_verified_at is not null as "isVerified", password is not null as "hasPassword",
      tfa_secret is not null as "hasSecondFactor", ${tx([...customerFlags])}
    from users where contact_number = ${phone} and role = ${roles.customer.id}
    order by phone_verified_at is null, date_created, id`;
  return accounts.find(
    ({ isVerified, hasPassword, email }) => isVerified || (!hasPassword && isPlaceholderEmail(email)),
  );
}

/** Records that the account's number has just been verified with a code. */
export async function markPhoneVerified({ ctx, id }: { ctx: WriteContext; id: string }): Promise<void> {
  const systemValues = { phone_verified_at: ctx.now };
  await updateItem({ ctx, collection: Users, id, payload: {}, systemValues, bypassAccess: true });
}

/**
 * Stores a number that has just been verified with a code on this account. Throws USER_PHONE_EXIST if another account
 * has verified it: accounts are never merged.
 */
export async function attachPhone({ ctx, id, phone }: { ctx: WriteContext; id: string; phone: string }): Promise<void> {
  await lockPhone({ tx: ctx.tx, phone });
  const otherOwners = await ctx.tx`
    select 1 from users where contact_number = ${phone} and phone_verified_at is not null and is_customer_user and id <> ${id}`;
  if (otherOwners.length > 0) throwApiError("USER_PHONE_EXIST", { field: "contact_number" });
  const systemValues = { phone_verified_at: ctx.now };
  await updateItem({
    ctx,
    collection: Users,
    id,
    payload: { contact_number: phone },
    systemValues,
    bypassAccess: true,
  });
}
