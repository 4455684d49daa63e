// §5 password: two fields, with the password rules in the description.
import { personFields } from "#domain/people/user-fields.ts";
import { ApiError } from "#web/api/api-error.ts";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { t } from "#web/languages/t.ts";

const { password } = personFields;
export const newPasswordFields = {
  password: { ...password, label: "New password", required: true },
  // Compared with the password, which has the rules.
  confirm: { ...password, label: "Confirm password", required: true, pattern: /^/ },
};

export function NewPasswordFields() {
  return (
    <>
      <TextField
        name="password"
        autoComplete="new-password"
        description={t(
          "At least 8 characters, with an uppercase letter, a lowercase letter, a digit and one of @#$%^&+=!",
        )}
      />
      <TextField name="confirm" autoComplete="new-password" />
    </>
  );
}

/** Returns the password if both fields are equal; otherwise throws PASSWORD_MISMATCH for the confirm field. */
export function requireMatchingPasswords({
  password: newPassword,
  confirm,
}: {
  [name: string]: string | boolean | null;
}): string {
  if (newPassword !== confirm)
    throw new ApiError({ code: "PASSWORD_MISMATCH", status: 400, extensions: { field: "confirm" } });
  return String(newPassword);
}
