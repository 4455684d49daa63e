// §5 password: a person's own new one, wherever it is typed: with the old one, by a link, at the registration.
import type { WriteContext } from "#server/items/write-context.ts";
import { refuse } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import { requiredText } from "#domain/fields.ts";
import type { House } from "#server/context.ts";
import { secondFactor } from "#domain/rules/tries.ts";
import { type Person, usersCollection } from "#server/services/as-person.ts";
import { queueMail } from "#server/services/outbox.ts";
import { isPassword } from "#server/services/secrets.ts";
import { roleOf } from "#domain/roles.ts";

/** Where one sets a new password, by the side one logs in on. */
export function resetPage({ house, role }: { house: House; role: string }): string {
  const side = roleOf(role) === "customer" ? "customer" : "partner";
  return `${house.config.publicUrl}/${side}/reset-password`;
}

/** Sets it with what `set` adds, ends every log-in there is (§4), and tells the person. FAILED_VALIDATION. */
export async function setPassword({
  house,
  ctx,
  person,
  password,
  set = {},
}: {
  house: House;
  ctx: WriteContext;
  person: Person;
  password: unknown;
  set?: { [field: string]: unknown };
}): Promise<void> {
  const { id, first_name: name, email, role, default_branch: branch } = person;
  if (password === undefined || password === null || password === "") {
    const text = requiredText("password", usersCollection.fields["password"]!);
    refuse("FAILED_VALIDATION", { field: "password", path: ["password"], type: "required" }, text);
  }
  await updateItem({ ctx, collection: usersCollection, id, payload: { password }, set, isOurs: true });
  const values = { name, reset_page: resetPage({ house, role }) };
  await queueMail({ ctx, branch, to: email, template: "password-changed", values });
}

/** Asks for the password one has now. Throws INVALID_CREDENTIALS by its field, REQUESTS_EXCEEDED after too many wrong ones. */
export async function provePassword({
  house,
  userId,
  password,
  field = "password",
}: {
  house: House;
  userId: string;
  password: unknown;
  field?: string;
}): Promise<void> {
  const keys = [{ key: `own-password:${userId}`, limit: secondFactor }];
  await house.throttle.take({ keys, now: house.clock() });
  const [row] = await house.sql<{ password: string | null }[]>`select password from users where id = ${userId}`;
  const typed = typeof password === "string" ? password.slice(0, 1000) : "";
  if (!(await isPassword({ password: typed, hashed: row?.password ?? null })))
    refuse("INVALID_CREDENTIALS", { field }, "*This is not your password. Type the one you log in with");
  await house.throttle.forgive(keys, { isAll: true });
}
