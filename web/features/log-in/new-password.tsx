// §5 password: typed twice, with what it must have said before it is asked for.
import { password } from "#domain/fields.ts";
import { ApiError } from "#web/items/api-error.ts";
import { TypedField } from "#web/ui/typed-field.tsx";

export const newPasswordFields = {
  password: { ...password({ label: "New password" }), required: true },
  confirm: { ...password({ label: "Confirm password" }), required: true, pattern: /^/ },
} as const;

export function NewPassword() {
  return (
    <>
      <TypedField
        name="password"
        autoComplete="new-password"
        description="8 or more characters, with a capital, a small letter, a digit and one of @#$%^&+=!"
      />
      <TypedField name="confirm" autoComplete="new-password" />
    </>
  );
}

/** The password, where both are the same; throws PASSWORD_MISMATCH by its field. */
export function matching({ password: typed, confirm }: { [name: string]: string | boolean | null }): string {
  if (typed !== confirm)
    throw new ApiError({ code: "PASSWORD_MISMATCH", status: 400, extensions: { field: "confirm" } });
  return String(typed);
}
